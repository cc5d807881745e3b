#include "cli/net/training.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "nn/formats/kata_grow.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"
#include "nn/model/random_net.h"
#include "nn_train/data/shared.h"
#include "nn_train/gradients.h"
#include "nn_train/onednn/onednn.h"
#include "nn_train/reference/reference.h"

static go_status read_network(net_train_job *j, go_error *err)
{
    enum { MOST_BYTES = 1 << 30 };
    char path[DATA_FILE_PATH];
    GO_TRY(nn_net_find(j->s.from, j->s.input.filter.size, path, err));
    return read_file(path, MOST_BYTES, &j->bytes, &j->n_bytes, err);
}

/* The bytes that rank 0 has read, on all ranks. */
static go_status share_network(net_train_job *j, go_error *err)
{
    GO_TRY(comm_agree(j->ranks, j->leads ? read_network(j, err) : GO_OK, err));
    GO_TRY(comm_broadcast(j->ranks, &j->n_bytes, sizeof j->n_bytes, 0, err));
    go_status status = GO_OK;
    if (!j->leads && !(j->bytes = malloc(j->n_bytes + 1)))
        status = go_fail(err, GO_ENOMEM, "out of memory for '%s'", j->s.from);
    GO_TRY(comm_agree(j->ranks, status, err));
    return comm_broadcast(j->ranks, j->bytes, (int64_t)j->n_bytes, 0, err);
}

/* The network that --shape names, to learn from its beginning. */
static go_status wanted_shape(const net_train_job *j, nn_random_shape *shape, go_error *err)
{
    GO_TRY(nn_random_shape_parse(j->s.shape ? j->s.shape : "b6c64", shape, err));
    shape->seed = (uint64_t)j->s.seed;
    shape->to_learn = true;
    return GO_OK;
}

/* With a shape the network of --from becomes a larger one. */
static go_status grow_network(net_train_job *j, go_error *err)
{
    nn_random_shape shape;
    char *larger;
    size_t n;
    GO_TRY(wanted_shape(j, &shape, err));
    GO_TRY(nn_kata_grow(&shape, j->s.from, j->bytes, j->n_bytes, &larger, &n, err));
    free(j->bytes);
    j->bytes = larger;
    j->n_bytes = n;
    return GO_OK;
}

static go_status old_network(net_train_job *j, go_error *err)
{
    GO_TRY(share_network(j, err));
    GO_TRY(j->s.shape ? grow_network(j, err) : GO_OK);
    GO_TRY(nn_model_parse(&j->m, j->bytes, j->n_bytes, j->s.from, err));
    if (j->m->family == NN_KATAGO)
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED,
                   "--from %s: only networks in KataGo's format can be trained", j->s.from);
}

static go_status new_network(net_train_job *j, go_error *err)
{
    nn_random_shape shape;
    GO_TRY(wanted_shape(j, &shape, err));
    GO_TRY(nn_random_bytes(&shape, &j->bytes, &j->n_bytes, err));
    return nn_model_parse(&j->m, j->bytes, j->n_bytes, j->s.output, err);
}

/* Without a word one would wait for days. */
static void tell_slow(const net_train_job *j)
{
    go_error why = {GO_OK, ""};
    if (j->s.backend || j->s.quiet || j->o.gradient != &nn_gradient_reference)
        return;
    if (nn_gradient_onednn.available(&nn_gradient_onednn, &why) != GO_OK)
        fprintf(stderr,
                "katachi: training in plain C, about a hundred times slower than with oneDNN: %s\n",
                why.message);
}

go_status training_choose_gradient(net_train_job *j, go_error *err)
{
    char name[64] = "";
    go_status status = GO_OK;
    if (j->leads)
        status = nn_gradient_choose(&j->o.gradient, j->s.backend, err);
    if (j->leads && status == GO_OK) {
        snprintf(name, sizeof name, "%s", j->o.gradient->name);
        tell_slow(j);
    }
    GO_TRY(comm_agree(j->ranks, status, err));
    GO_TRY(comm_broadcast(j->ranks, name, sizeof name, 0, err));
    if (!j->leads)
        status = nn_gradient_choose(&j->o.gradient, name, err);
    return comm_agree(j->ranks, status, err);
}

/* Games of --test that are learned from are left out. */
static go_status read_collections(net_train_job *j, dedupe *learned, go_error *err)
{
    const bool has_games = !j->s.katago.import;
    rules unnamed;
    rules_by_name("chinese", &unnamed);
    playable_options o = {.size = j->s.input.filter.size,
                          .held_out = j->s.test ? 0 : j->s.held_out,
                          .filter = &j->s.input.filter, .charset = j->s.input.charset,
                          .strict = j->s.input.strict, .max_games = j->s.max_games,
                          .learned = learned, .on_broken = phase_bar_broken,
                          .progress = phase_bar_show, .user = &j->bar};
    go_status status = GO_OK;
    if (has_games)
        status = nn_store_read(&j->train, o.held_out > 0 ? &j->test : NULL, j->inputs, j->n_inputs,
                               &o, &unnamed, j->s.tmp, &j->counts, err);
    phase_bar_end(&j->bar);
    if (status != GO_OK || !j->s.test)
        return status;
    o = playable_to_test(&o);
    status = nn_store_read(&j->test, NULL, &j->s.test, 1, &o, &unnamed, j->s.tmp, &j->test_counts,
                           err);
    phase_bar_end(&j->bar);
    return status;
}

go_status training_read_games(net_train_job *j, go_error *err)
{
    dedupe *learned = j->s.test ? dedupe_create(DEDUPE_MOVES) : NULL;
    if (j->s.test && !learned)
        return go_fail(err, GO_ENOMEM, "out of memory for the games");
    go_status status = read_collections(j, learned, err);
    dedupe_destroy(learned);
    return status;
}

go_status training_share_games(net_train_job *j, go_error *err)
{
    GO_TRY(comm_agree(j->ranks, j->leads ? training_read_games(j, err) : GO_OK, err));
    return nn_store_share(&j->train, j->s.tmp, j->ranks, err);
}

go_status training_network(net_train_job *j, go_error *err)
{
    return comm_agree(j->ranks, j->s.from ? old_network(j, err) : new_network(j, err), err);
}
