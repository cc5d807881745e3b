#include "nn_train/data/batches.h"

void nn_batches_plan(nn_batches *plan, const nn_store *store, int rows, const nn_sample *how)
{
    *plan = (nn_batches){.rows = rows, .seed = how->seed};
    for (int size = BOARD_MIN_SIZE; size <= store->largest; size++) {
        nn_sample sample = *how;
        sample.count = nn_store_range(store, size, &sample.first);
        if (!sample.count)
            continue;
        int k = plan->n_sizes++;
        plan->of[k].size = size;
        plan->of[k].sample = sample;
        plan->of[k].batches = (sample.count + rows - 1) / rows;
        plan->per_epoch += plan->of[k].batches;
    }
}

batch_place nn_batches_at(const nn_batches *plan, int64_t number)
{
    batch_place batch = {.epoch = number / plan->per_epoch};
    uint64_t key = rng_mix64(plan->seed ^ rng_mix64((uint64_t)batch.epoch));
    int64_t at = nn_sample_permute(plan->per_epoch, key, number % plan->per_epoch);
    int k = 0;
    for (; at >= plan->of[k].batches; k++)
        at -= plan->of[k].batches;
    batch.size = plan->of[k].size;
    batch.sample = &plan->of[k].sample;
    batch.first_row = (batch.epoch * plan->of[k].batches + at) * plan->rows;
    return batch;
}
