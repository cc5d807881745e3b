/* The reference backend layer by layer, against numbers worked out by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "nn/model/fold.h"
#include "nn/model/random_net.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "tests/support/assert_close.h"
#include "tests/support/tiny_net.h"
#include "tests/support/unit.h"

/* A network of at most four layers whose last result is its policy.  Tensor 0
 * are the planes, 1 the globals, 3 and on what the layers make.              */
typedef struct little {
    nn_tensor tensors[8];
    nn_layer layers[4];
    nn_model model;
} little;

static void little_start(little *l, int planes, int globals)
{
    memset(l, 0, sizeof *l);
    l->model = (nn_model){.planes = planes, .globals = globals, .tensors = l->tensors,
                          .n_tensors = NN_N_INPUTS, .layers = l->layers};
    l->tensors[NN_PLANES] = (nn_tensor){planes, true};
    l->tensors[NN_GLOBALS] = (nn_tensor){globals, false};
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        l->model.output[o] = NN_NONE;
}

static nn_layer blank(nn_layer_kind kind, int in)
{
    return (nn_layer){.kind = kind, .in = in, .in2 = NN_NONE, .in3 = NN_NONE,
                      .per_channel = NN_NONE, .add = NN_NONE, .kernel_y = 1, .kernel_x = 1,
                      .dilation_y = 1, .dilation_x = 1};
}

static nn_layer weighted(nn_layer_kind kind, int in, float *weights, size_t n)
{
    nn_layer layer = blank(kind, in);
    layer.weights = weights;
    layer.n_weights = n;
    return layer;
}

static int little_add(little *l, nn_layer layer, int channels, bool spatial)
{
    nn_model *m = &l->model;
    layer.out = m->n_tensors;
    m->layers[m->n_layers++] = layer;
    m->tensors[m->n_tensors] = (nn_tensor){channels, spatial};
    m->output[NN_POLICY] = m->n_tensors;
    return m->n_tensors++;
}

/* Evaluates one position of side `size`; the caller gives room for the result. */
static void compute(little *l, int size, const float *planes, const float *globals,
                    const float *mask, float *result)
{
    nn_session *e;
    go_error err;
    nn_settings settings = {.size = size, .max_batch = 1, .threads = 1};
    nn_batch batch = {.n = 1, .planes = planes, .globals = globals, .mask = mask,
                      .out = {[NN_POLICY] = result}};
    if (nn_session_create(&e, &l->model, &nn_reference, &settings, &err) != GO_OK ||
        nn_session_run(e, &batch, &err) != GO_OK) {
        fail_msg("%s", err.message);
        abort(); /* not reached; for readers and analysers that do not know fail_msg */
    }
    nn_session_destroy(e);
}

#define assert_floats(got, ...)                                                  \
    do {                                                                         \
        const double want_[] = {__VA_ARGS__};                                    \
        for (size_t i_ = 0; i_ < sizeof want_ / sizeof *want_; i_++)             \
            assert_close((double)(got)[i_], want_[i_], 1e-5);                    \
    } while (0)

/* ---- convolutions ---- */

static const float counting[] = {1, 2, 3,
                                 4, 5, 6,
                                 7, 8, 9};

/* A kernel with a one above the middle copies each point's upper neighbour. */
static void convolution_shifts(void **state)
{
    little l;
    float up[] = {0, 1, 0, 0, 0, 0, 0, 0, 0}, got[9];
    nn_layer conv = weighted(NN_CONV, NN_PLANES, up, 9);
    (void)state;
    conv.kernel_y = conv.kernel_x = 3;
    little_start(&l, 1, 0);
    little_add(&l, conv, 1, true);
    compute(&l, 3, counting, NULL, NULL, got);
    assert_floats(got, 0, 0, 0, 1, 2, 3, 4, 5, 6);
}

/* With dilation 2 the corner of the kernel is two lines away. */
static void convolution_dilates(void **state)
{
    little l;
    float corner[] = {1, 0, 0, 0, 0, 0, 0, 0, 10}, got[9];
    nn_layer conv = weighted(NN_CONV, NN_PLANES, corner, 9);
    (void)state;
    conv.kernel_y = conv.kernel_x = 3;
    conv.dilation_y = conv.dilation_x = 2;
    little_start(&l, 1, 0);
    little_add(&l, conv, 1, true);
    compute(&l, 3, counting, NULL, NULL, got);
    assert_floats(got, 90, 0, 0, 0, 0, 0, 0, 0, 1);
}

/* Two planes to two channels, a bias, a vector, something added, ReLU, a mask. */
static void everything_that_ends_a_layer(void **state)
{
    little l;
    float weights[] = {1, 10, -1, 0}; /* [out][in] */
    float bias[] = {100, 0}, pair[] = {2, 4}, got[8];
    const float planes[] = {1, 2, 3, 0, 4, 5, 6, 0}, mask[] = {1, 1, 1, 0};
    const float globals[] = {0.5f};
    nn_layer dense = weighted(NN_DENSE, NN_GLOBALS, pair, 2);
    nn_layer conv = weighted(NN_CONV, NN_PLANES, weights, 4);
    (void)state;
    little_start(&l, 2, 1);
    conv.per_channel = little_add(&l, dense, 2, false); /* 1, 2 */
    conv.bias = bias;
    conv.add = NN_PLANES;
    conv.activation = NN_RELU;
    little_add(&l, conv, 2, true);
    compute(&l, 2, planes, globals, mask, got);
    /* channel 0: x0 + 10 x1 + 100 + 1 + x0; channel 1: -x0 + 2 + x1 */
    assert_floats(got, 143, 155, 167, 0, 5, 5, 5, 0);
}

static void activations(void **state)
{
    static const double want[NN_N_ACTIVATIONS][3] = {
        {-1, 0, 2},
        {0, 0, 2},
        {-0.30340146, 0, 1.94395896}, /* x tanh(log(1 + e^x)) */
        {-0.26894142, 0, 1.76159416}}; /* x / (1 + e^-x) */
    const float x[] = {-1, 0, 2, 30};
    float one[] = {1}, got[4];
    (void)state;
    for (int a = 0; a < NN_N_ACTIVATIONS; a++) {
        little l;
        nn_layer norm = weighted(NN_NORM, NN_PLANES, one, 1);
        norm.activation = (nn_activation)a;
        little_start(&l, 1, 0);
        little_add(&l, norm, 1, true);
        compute(&l, 2, x, NULL, NULL, got);
        assert_floats(got, want[a][0], want[a][1], want[a][2], 30);
    }
}

/* ---- norms and pools ---- */

static void rms_norm_of_points_and_boards(void **state)
{
    /* two channels on a board of three points in a buffer of four */
    const float planes[] = {3, 0, 1, 0, 4, 2, 1, 0}, mask[] = {1, 1, 1, 0};
    float scale[] = {1, 10}, bias[] = {0, 1}, got[8];
    little l;
    nn_layer norm = weighted(NN_RMS_NORM, NN_PLANES, scale, 2);
    (void)state;
    norm.bias = bias;
    norm.epsilon = 0.5f;
    little_start(&l, 2, 0);
    little_add(&l, norm, 2, true);
    compute(&l, 2, planes, NULL, mask, got);
    /* means of squares: (9 + 16) / 2, (0 + 4) / 2, 1 */
    assert_floats(got, 3 / sqrt(13), 0, 1 / sqrt(1.5), 0, 40 / sqrt(13) + 1, 20 / sqrt(2.5) + 1,
                  10 / sqrt(1.5) + 1, 0);
    l.layers[0].whole_board = true; /* 31 / 6 */
    compute(&l, 2, planes, NULL, mask, got);
    double rms = sqrt(31.0 / 6 + 0.5);
    assert_floats(got, 3 / rms, 0, 1 / rms, 0, 40 / rms + 1, 20 / rms + 1, 10 / rms + 1, 0);
}

static void pooling(void **state)
{
    const float planes[] = {-3, -1, -2, 0}, mask[] = {1, 1, 1, 0};
    float got[3];
    little l;
    nn_layer pool = blank(NN_POOL, NN_PLANES);
    double wide = sqrt(3) - 14;
    (void)state;
    little_start(&l, 1, 0);
    little_add(&l, pool, 3, false);
    compute(&l, 2, planes, NULL, mask, got);
    assert_floats(got, -2, -2 * wide / 10, -1); /* the 0 off the board is not the largest */
    l.layers[0].pool = NN_POOL_QUADRATIC;
    compute(&l, 2, planes, NULL, mask, got);
    assert_floats(got, -2, -2 * wide / 10, -2 * (wide * wide / 100 - 0.1));
}

/* ---- attention ---- */

/* Two points on the board, one key channel.  Scores q.k: point 0 (q 1) sees keys
 * 0 and ln 3, so weights 1/4 and 3/4; point 1 (q 0) sees both alike.         */
static void attention_by_hand(void **state)
{
    const float mask[] = {1, 1, 0, 0};
    const float planes[] = {1, 0, 0, 0,                   /* queries */
                            0, 1.0986123f, 0, 0,          /* keys */
                            4, 8, 0, 0, 100, 200, 0, 0};  /* values */
    float pick[3][8] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0, 0, 0, 0, 1}}, got[8];
    little l;
    nn_layer attention = blank(NN_ATTENTION, 3);
    (void)state;
    little_start(&l, 4, 0);
    for (int i = 0; i < 3; i++) { /* 1x1 convolutions that take the planes apart */
        nn_layer conv = weighted(NN_CONV, NN_PLANES, pick[i], i == 2 ? 8 : 4);
        little_add(&l, conv, i == 2 ? 2 : 1, true);
    }
    attention.in2 = 4;
    attention.in3 = 5;
    attention.heads = attention.kv_heads = attention.key_dim = 1;
    attention.value_dim = 2;
    little_add(&l, attention, 2, true);
    compute(&l, 2, planes, NULL, mask, got);
    assert_floats(got, 7, 6, 0, 0, 175, 150, 0, 0);
}

/* Two heads share a key head; the pair (a, b) of a query at column 1 turns by a
 * right angle, so that only there a query (1, 0) meets a key (0, 1).         */
static void rotary_positions_turn(void **state)
{
    const float planes[] = {1, 1, 0, 0,  0, 0, 0, 0,   /* query of head 0: (1, 0) */
                            0, 0, 0, 0,  0, 0, 0, 0,   /* query of head 1: 0 */
                            1, 0, 0, 0,  0, 0, 0, 0,   /* key (1, 0) at point 0 only */
                            1, 3, 5, 7};               /* value */
    float half_turn[] = {3.14159265f, 0}, got[8];
    little l;
    nn_layer attention = blank(NN_ATTENTION, 3);
    float pick[3][28] = {{0}};
    (void)state;
    little_start(&l, 7, 0);
    for (int c = 0; c < 4; c++)
        pick[0][c * 7 + c] = 3;
    for (int c = 0; c < 2; c++)
        pick[1][c * 7 + 4 + c] = 1;
    pick[2][6] = 1;
    for (int i = 0; i < 3; i++) {
        static const int made[] = {4, 2, 1};
        nn_layer conv = weighted(NN_CONV, NN_PLANES, pick[i], (size_t)made[i] * 7);
        little_add(&l, conv, made[i], true);
    }
    attention.in2 = 4;
    attention.in3 = 5;
    attention.heads = 2;
    attention.kv_heads = 1;
    attention.key_dim = 2;
    attention.value_dim = 1;
    attention.weights = half_turn;
    attention.n_weights = 2;
    little_add(&l, attention, 2, true);
    compute(&l, 2, planes, NULL, NULL, got);
    double e = exp(3 / sqrt(2)), against = exp(-3 / sqrt(2));
    assert_floats(got, (e * 1 + 3 + 5 + 7) / (e + 3),     /* column 0: not turned */
                  (against * 1 + 15) / (against + 3),     /* column 1: turned around */
                  4, 4, 4, 4, 4, 4);                      /* no query: the mean */
}

/* ---- whole networks ---- */

typedef struct outputs {
    float policy[4 * 81], pass[4], value[3], score[6], ownership[81];
} outputs;

static void evaluate_random(const nn_model *m, int n, int threads, outputs *out)
{
    enum { MOST = 3 };
    static float planes[MOST * 22 * 81], globals[MOST * 19], meta[MOST * 192], mask[MOST * 81];
    static float policy[MOST * 4 * 81], pass[MOST * 4], value[MOST * 3], score[MOST * 6];
    static float ownership[MOST * 81];
    nn_session *e;
    go_error err;
    rng r = rng_seed(3);
    for (int i = 0; i < MOST * 81; i++)
        mask[i] = i % 9 < 7; /* a board of 7 columns */
    for (int i = 0; i < MOST * m->planes * 81; i++)
        planes[i] = mask[i % 81] > 0 && rng_below(&r, 2);
    for (int i = 0; i < MOST * 19; i++)
        globals[i] = (float)rng_double(&r);
    for (int i = 0; i < MOST * 192; i++)
        meta[i] = (float)rng_double(&r);
    nn_settings settings = {.size = 9, .max_batch = MOST, .threads = threads};
    nn_batch batch = {.n = n, .planes = planes, .globals = globals, .meta = meta, .mask = mask,
                      .out = {policy, pass, value, score, ownership}};
    if (nn_session_create(&e, m, &nn_reference, &settings, &err) != GO_OK ||
        nn_session_run(e, &batch, &err) != GO_OK)
        fail_msg("%s", err.message);
    nn_session_destroy(e);
    for (int i = 0; i < n; i++) {
        size_t p = (size_t)m->policy_channels, s = (size_t)m->score_channels, k = (size_t)i;
        memcpy(out[i].policy, policy + k * p * 81, p * 81 * sizeof(float));
        memcpy(out[i].pass, pass + k * p, p * sizeof(float));
        memcpy(out[i].value, value + k * 3, sizeof out[i].value);
        memcpy(out[i].score, score + k * s, s * sizeof(float));
        memcpy(out[i].ownership, ownership + k * 81, sizeof out[i].ownership);
    }
}

static void same(const float *a, const float *b, size_t n, double tolerance)
{
    for (size_t i = 0; i < n; i++)
        assert_close((double)a[i], (double)b[i], tolerance * (1 + fabs((double)a[i])));
}

static void same_outputs(const nn_model *m, const outputs *a, const outputs *b, double tolerance)
{
    same(a->policy, b->policy, (size_t)m->policy_channels * 81, tolerance);
    same(a->pass, b->pass, (size_t)m->policy_channels, tolerance);
    same(a->value, b->value, 3, tolerance);
    same(a->score, b->score, (size_t)m->score_channels, tolerance);
    same(a->ownership, b->ownership, 81, tolerance);
}

static int count_norms(const nn_model *m)
{
    int n = 0;
    for (int i = 0; i < m->n_layers; i++)
        n += m->layers[i].kind == NN_NORM;
    return n;
}

static void folding_changes_nothing(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version++) {
        outputs plain[1], folded[1];
        nn_model *m = tiny_model(version, 0);
        int layers = m->n_layers, norms = count_norms(m);
        evaluate_random(m, 1, 1, plain);
        assert_int_equal(nn_model_fold(m, NULL), GO_OK);
        evaluate_random(m, 1, 1, folded);
        same_outputs(m, plain, folded, 1e-5);
        assert_int_equal(layers - m->n_layers, norms - count_norms(m));
        assert_true(count_norms(m) < norms);
        nn_model_destroy(m);
    }
}

/* Positions of a batch do not see each other, whoever computes them. */
static void batches_and_threads(void **state)
{
    nn_model *m = tiny_model(17, 0);
    outputs one[1], three[3], threaded[3];
    (void)state;
    evaluate_random(m, 1, 1, one);
    evaluate_random(m, 3, 1, three);
    evaluate_random(m, 3, 2, threaded);
    same_outputs(m, &one[0], &three[0], 0);
    for (int i = 0; i < 3; i++)
        same_outputs(m, &three[i], &threaded[i], 0);
    assert_true(fabsf(three[0].policy[0] - three[1].policy[0]) > 0);
    nn_model_destroy(m);
}

/* A board of 7x7 is the same in a buffer of its size and in a larger one. */
static void the_buffer_does_not_matter(void **state)
{
    (void)state;
    for (int version = 8; version <= 17; version += 9) {
        nn_model *m = tiny_model(version, 0);
        float planes[22 * 49], wide[22 * 100] = {0}, mask[100] = {0}, globals[19] = {1, 0, 0.5f};
        float a[4 * 49], b[4 * 100];
        rng r = rng_seed(1);
        for (int c = 0; c < 22; c++)
            for (int i = 0; i < 49; i++)
                planes[c * 49 + i] = wide[c * 100 + i / 7 * 10 + i % 7] =
                    c == 0 || rng_below(&r, 2);
        for (int i = 0; i < 49; i++)
            mask[i / 7 * 10 + i % 7] = 1;
        little l = {.model = *m};
        compute(&l, 7, planes, globals, NULL, a);
        compute(&l, 10, wide, globals, mask, b);
        for (int i = 0; i < 49; i++)
            assert_close((double)a[i], (double)b[i / 7 * 10 + i % 7], 1e-4);
        assert_close((double)b[99], 0, 0);
        nn_model_destroy(m);
    }
}

/* Its numbers may be those of a network and its answers may not. */
static void answers_too_large(void **state)
{
    char file[] = "nets/huge.gz";
    little l;
    float huge[] = {3e38f}, got[4];
    const float planes[] = {1, 2, 3, 4};
    nn_session *e;
    go_error err;
    nn_settings settings = {.size = 2, .max_batch = 1, .threads = 1};
    nn_batch batch = {.n = 1, .planes = planes, .out = {[NN_POLICY] = got}};
    nn_layer norm = weighted(NN_NORM, NN_PLANES, huge, 1);
    (void)state;
    little_start(&l, 1, 0);
    little_add(&l, norm, 1, true);
    assert_int_equal(nn_session_create(&e, &l.model, &nn_reference, &settings, &err), GO_OK);
    assert_int_equal(nn_session_run(e, &batch, &err), GO_EFORMAT);
    assert_non_null(
        strstr(err.message, "are implausibly large (reference: 3e+38): its file is damaged"));
    l.model.file = file;
    assert_int_equal(nn_session_run(e, &batch, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "(reference: 3e+38): 'nets/huge.gz' is damaged"));
    huge[0] = NAN;
    assert_int_equal(nn_session_run(e, &batch, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "are not finite (reference): 'nets/huge.gz' is damaged"));
    huge[0] = 16376; /* times 4 is the most that an answer may be */
    assert_int_equal(nn_session_run(e, &batch, &err), GO_OK);
    huge[0] = -16377;
    assert_int_equal(nn_session_run(e, &batch, &err), GO_EFORMAT);
    assert_null(strstr(err.message, "backend")); /* another one would compute the same */
    nn_session_destroy(e);
}

static void misuse(void **state)
{
    nn_model *m = tiny_model(8, 0);
    nn_session *e;
    go_error err;
    nn_settings settings = {.size = 9, .max_batch = 2, .threads = 1};
    nn_batch batch = {.n = 3};
    (void)state;
    const nn_backend *backend;
    assert_int_equal(nn_backend_choose(&backend, "abacus", &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "unknown backend 'abacus'"));
    assert_int_equal(nn_backend_choose(&backend, NULL, &err), GO_OK);
    assert_int_equal(nn_session_create(&e, m, backend, &settings, &err), GO_OK);
    assert_int_equal(nn_session_run(e, &batch, &err), GO_EINVAL);
    nn_session_destroy(e);
    settings.max_batch = 0;
    assert_int_equal(nn_session_create(&e, m, backend, &settings, &err), GO_EINVAL);
    assert_null(e);
    settings = (nn_settings){.size = 26, .max_batch = 1};
    assert_int_equal(nn_session_create(&e, m, backend, &settings, &err), GO_EINVAL);
    nn_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convolution_shifts),
        cmocka_unit_test(convolution_dilates),
        cmocka_unit_test(everything_that_ends_a_layer),
        cmocka_unit_test(activations),
        cmocka_unit_test(rms_norm_of_points_and_boards),
        cmocka_unit_test(pooling),
        cmocka_unit_test(attention_by_hand),
        cmocka_unit_test(rotary_positions_turn),
        cmocka_unit_test(folding_changes_nothing),
        cmocka_unit_test(batches_and_threads),
        cmocka_unit_test(the_buffer_does_not_matter),
        cmocka_unit_test(answers_too_large),
        cmocka_unit_test(misuse),
    };
    return cmocka_run_group_tests_name("reference backend", tests, NULL, NULL);
}
