/* Memory that runs out while a network learns and is looked at: as test_out_of_memory.c. */
#include <stdlib.h>

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn/reference/reference.h"
#include "nn_train/reference/reference.h"
#include "nn_train/report/watch.h"
#include "tests/memory/each_fails.h"
#include "tests/support/stored_games.h"
#include "tests/support/temp_dir.h"

typedef struct learning_case {
    char *bytes; /* of the network at the start */
    size_t n_bytes;
    nn_store games;
    watch *w;
    double clock;
    go_status looked;
    go_error *err;
} learning_case;

static bool look_at_network(void *user, const nn_train_progress *real)
{
    learning_case *c = user;
    nn_train_progress p = *real;
    p.seconds = c->clock += 10;
    c->looked = watch_look(c->w, &p, c->err);
    return c->looked == GO_OK;
}

static go_status learn(void *user, go_error *err)
{
    learning_case *c = user;
    nn_model *m;
    const watch_options look = {.folder = group_dir.path, .train = &c->games, .test = &c->games,
                                .bytes = c->bytes, .n_bytes = c->n_bytes, .batch = 8,
                                .threads = 1, .seconds = 1, .backend = &nn_reference};
    nn_train_options o = {.gradient = &nn_gradient_reference, .lanes = 1, .rows = 8, .threads = 1,
                          .budget = 16, .seed = 1};
    nn_train_choices_default(&o.choices);
    c->w = NULL;
    c->clock = 0;
    c->looked = GO_OK;
    GO_TRY(nn_model_parse(&m, c->bytes, c->n_bytes, "net", err));
    c->err = err;
    go_status status = watch_create(&c->w, &look, err);
    if (status == GO_OK)
        status = nn_train(m, &c->games, &o, 8, look_at_network, c, err);
    if (c->looked != GO_OK)
        status = c->looked;
    if (status == GO_OK)
        status = watch_finish(c->w, m, true, err);
    if (status == GO_EIO) /* a file that cannot be written, because there is no memory for it */
        status = GO_ENOMEM;
    c->err = NULL;
    watch_destroy(c->w);
    nn_model_destroy(m);
    return status;
}

static void learning(void **state)
{
    const nn_random_shape small = {.blocks = 1, .channels = 4, .to_learn = true, .seed = 1};
    learning_case c = {.looked = GO_OK};
    const char *const sgf = "(;SZ[4]KM[0.5]RE[B+R];B[bb];W[cc];B[bc];W[cb])";
    (void)state;
    store_of(&c.games, "chinese", &sgf, 1);
    assert_int_equal(nn_random_bytes(&small, &c.bytes, &c.n_bytes, NULL), GO_OK);
    each_fails("a network that learns", learn, &c, 150);
    free(c.bytes);
    nn_store_free(&c.games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learning),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
