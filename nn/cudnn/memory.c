/* Memory on the GPU: how much, and what to do when there is too little. */
#include <stdlib.h>

#include "nn/cudnn/state.h"

go_status gpu_check(cudaError_t e, const char *doing, go_error *err)
{
    if (e == cudaSuccess)
        return GO_OK;
    (void)cudaGetLastError(); /* clear it, if that is possible */
    if (e == cudaErrorMemoryAllocation)
        return go_fail(err, GO_ENOMEM,
                       "the GPU ran out of memory (%s); use a smaller batch or close other "
                       "programs that use it",
                       doing);
    return go_fail(err, GO_EUNSUPPORTED,
                   "the GPU failed (%s: %s); use the processor, --backend onednn, and check the "
                   "GPU with nvidia-smi",
                   doing, cudaGetErrorString(e));
}

go_status gpu_memory_plan(const nn_model *m, int size, bool half, gpu_memory *plan)
{
    nn_slots slots;
    double number = half ? 2 : 4, points = (double)size * size;
    double spatial = gpu_stride(m->planes) * points; /* numbers of one position */
    double floats = (m->planes + 1) * points + 2 + gpu_stride(m->globals) + gpu_stride(m->meta);
    go_status status = nn_slots_create(&slots, m);
    for (int i = 0; status == GO_OK && i < slots.n; i++) {
        int stride = gpu_stride(slots.channels[i]);
        if (slots.spatial[i])
            spatial += stride * points;
        else
            floats += stride;
    }
    nn_slots_destroy(&slots);
    if (status != GO_OK)
        return status;
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (m->output[o] != NN_NONE && m->tensors[m->output[o]].spatial)
            floats += m->tensors[m->output[o]].channels * points;
    plan->each = spatial * number + floats * 4;
    plan->fixed = (double)GPU_WORKSPACE; /* scratch of the libraries */
    for (int i = 0; i < m->n_layers; i++) {
        const nn_layer *l = &m->layers[i];
        plan->fixed += (double)l->n_weights * (l->kind == NN_CONV ? number : 4);
    }
    return GO_OK;
}

/* The sentence names the largest batch that fits into the free memory. */
static go_status out_of_memory(const gpu_state *s, go_error *err)
{
    size_t free_bytes = 0, total = 0;
    gpu_memory plan;
    int batch = 1, wanted = s->settings.max_batch;
    (void)cudaGetLastError();
    if (cudaMemGetInfo(&free_bytes, &total) != cudaSuccess ||
        gpu_memory_plan(s->model, s->settings.size, s->half, &plan) != GO_OK)
        return go_fail(err, GO_ENOMEM, "the GPU ran out of memory; use a batch smaller than %d",
                       wanted);
    /* what this session holds is freed when it gives up */
    double room = (double)free_bytes + (double)s->bytes + (s->math ? (double)GPU_WORKSPACE : 0);
    double mib = 1024.0 * 1024;
    double need = plan.fixed + plan.each * wanted, fits = (room - plan.fixed) / plan.each;
    while (batch < wanted / 2 && 2 * batch <= fits)
        batch *= 2;
    if (fits < 1 || wanted == 1)
        return go_fail(err, GO_ENOMEM,
                       "this network needs %.0f MiB of GPU memory, but only %.0f are free; close "
                       "other programs that use it, or use the processor, --backend onednn",
                       need / mib, room / mib);
    return go_fail(err, GO_ENOMEM,
                   "a batch of %d positions needs %.0f MiB of GPU memory, but only %.0f are free; "
                   "use a batch of %d",
                   wanted, need / mib, room / mib, batch);
}

go_status gpu_allocate(gpu_state *s, size_t bytes, void **out, go_error *err)
{
    void **longer = realloc(s->allocated, (size_t)(s->n_allocated + 1) * sizeof *longer);
    *out = NULL;
    if (!longer)
        return go_fail(err, GO_ENOMEM, "out of memory for a network on the GPU");
    s->allocated = longer;
    cudaError_t e = cudaMalloc(out, bytes ? bytes : 1);
    if (e == cudaErrorMemoryAllocation)
        return out_of_memory(s, err);
    if (e != cudaSuccess)
        return gpu_check(e, "taking memory", err);
    s->allocated[s->n_allocated++] = *out;
    s->bytes += bytes;
    e = cudaMemsetAsync(*out, 0, bytes ? bytes : 1, s->stream);
    return gpu_check(e, "clearing memory", err);
}
