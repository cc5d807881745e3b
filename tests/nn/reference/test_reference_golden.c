/* The readers and the reference backend against KataGo itself: golden positions
 * come with the planes that went in and the values that came out.            */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/reference/reference.h"
#include "nn/session.h"
#include "tests/support/assert_close.h"
#include "tests/support/needs.h"
#include "tests/support/unit.h"

#define NETS "../shared/nets/"

enum { SIZE = 19, POINTS = SIZE * SIZE, MOST_POLICIES = 4 };

typedef struct position {
    float planes[22 * POINTS], globals[19], mask[POINTS];
    int width, height;
} position;

typedef struct answer {
    float policy[MOST_POLICIES * POINTS], pass[MOST_POLICIES], value[3], score[6];
    float ownership[POINTS];
} answer;

/* ---- what went in ---- */

/* Rows of 0 and 1 from the top, with "/" between them, into the top left corner. */
static void read_plane(const char *rows, float *plane)
{
    int x = 0, y = 0;
    for (; *rows; rows++) {
        if (*rows == '/') {
            x = 0;
            y++;
        } else {
            plane[y * SIZE + x++] = *rows == '1';
        }
    }
}

static void read_position(json_t *from, position *p)
{
    memset(p, 0, sizeof *p);
    p->width = (int)json_integer_value(json_object_get(from, "xsize"));
    p->height = (int)json_integer_value(json_object_get(from, "ysize"));
    for (size_t c = 0; c < 22; c++)
        read_plane(json_string_value(json_array_get(json_object_get(from, "spatial"), c)),
                   p->planes + c * POINTS);
    for (size_t i = 0; i < 19; i++)
        p->globals[i] = (float)json_number_value(json_array_get(json_object_get(from, "global"),
                                                                i));
    memcpy(p->mask, p->planes, sizeof p->mask);
}

/* ---- what came out ---- */

static double number(json_t *eval, const char *key)
{
    return json_number_value(json_object_get(eval, key));
}

static double logit(const float *channel0, size_t stride, int channels, double optimism)
{
    double l0 = (double)channel0[0];
    return channels < 2 ? l0 : l0 + ((double)channel0[stride] - l0) * optimism;
}

/* Softmax over the moves that have a number in the file. */
static void compare_policy(const nn_model *m, const position *p, const answer *a, json_t *eval)
{
    json_t *policy = json_object_get(eval, "policy");
    double optimism = number(eval, "optimism"), sum = 0, e[POINTS + 1] = {0};
    int n = m->policy_channels, moves = p->width * p->height;
    for (int i = 0; i < moves; i++)
        if (json_is_number(json_array_get(policy, (size_t)i))) {
            const float *at = &a->policy[i / p->width * SIZE + i % p->width];
            sum += e[i] = exp(logit(at, POINTS, n, optimism));
        }
    sum += e[moves] = exp(logit(a->pass, 1, n, optimism));
    for (int i = 0; i < moves; i++)
        if (e[i] > 0)
            assert_close(e[i] / sum, json_number_value(json_array_get(policy, (size_t)i)), 1e-4);
    assert_close(e[moves] / sum, number(eval, "policyPass"), 1e-4);
}

static void compare_value(const nn_model *m, const answer *a, json_t *eval, bool white)
{
    double e[3], sum = 0, no_result = number(eval, "noResult");
    for (int i = 0; i < 3; i++)
        e[i] = i == 2 && no_result <= 0 ? 0 : exp((double)a->value[i]);
    sum = e[0] + e[1] + e[2];
    assert_close(e[white ? 0 : 1] / sum, number(eval, "whiteWin"), 1e-4);
    assert_close(e[white ? 1 : 0] / sum, number(eval, "whiteLoss"), 1e-4);
    double lead = (double)a->score[2] * (double)m->multipliers.lead * (1 - e[2] / sum);
    assert_close(white ? lead : -lead, number(eval, "whiteLead"), 1e-3);
}

static void compare_ownership(const position *p, const answer *a, json_t *eval, bool white)
{
    json_t *ownership = json_object_get(eval, "whiteOwnership");
    for (int i = 0; i < p->width * p->height; i++) {
        double own = tanh((double)a->ownership[i / p->width * SIZE + i % p->width]);
        assert_close(white ? own : -own, json_number_value(json_array_get(ownership, (size_t)i)),
                     1e-4);
    }
}

/* ---- the network on a position ---- */

static void evaluate_position(nn_session *e, const position *p, answer *a)
{
    go_error err;
    nn_batch batch = {.n = 1, .planes = p->planes, .globals = p->globals, .mask = p->mask,
                      .out = {a->policy, a->pass, a->value, a->score, a->ownership}};
    if (nn_session_run(e, &batch, &err) != GO_OK)
        fail_msg("%s", err.message);
}

static void compare_position(nn_session *e, const nn_model *m, json_t *from)
{
    static position p;
    static answer a;
    size_t i;
    json_t *eval;
    bool white = json_string_value(json_object_get(from, "next"))[0] == 'W';
    read_position(from, &p);
    evaluate_position(e, &p, &a);
    json_array_foreach(json_object_get(from, "eval"), i, eval) {
        if (json_integer_value(json_object_get(eval, "symmetry")) != 0)
            continue;
        compare_policy(m, &p, &a, eval);
        compare_value(m, &a, eval, white);
        compare_ownership(&p, &a, eval, white);
    }
}

static nn_model *read_model(const char *name)
{
    char path[300];
    nn_model *m;
    go_error err;
    snprintf(path, sizeof path, NETS "%s", name);
    if (nn_model_read(&m, path, &err) != GO_OK)
        fail_msg("%s", err.message);
    return m;
}

static void compare_file(const char *golden)
{
    char path[300];
    size_t i, most = slow_tests() ? 1000 : 4;
    json_t *each;
    nn_session *e;
    go_error err;
    snprintf(path, sizeof path, NETS "golden/%s.json", golden);
    need_file(path);
    json_t *root = json_load_file(path, 0, NULL);
    nn_model *m = read_model(json_string_value(json_object_get(root, "net")));
    nn_settings settings = {.size = SIZE, .max_batch = 1, .threads = 1};
    if (nn_session_create(&e, m, &nn_reference, &settings, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_true(json_array_size(json_object_get(root, "positions")) > 0);
    json_array_foreach(json_object_get(root, "positions"), i, each)
        if (i < most)
            compare_position(e, m, each);
    nn_session_destroy(e);
    nn_model_destroy(m);
    json_decref(root);
}

#define GOLDEN(test, file)              \
    static void test(void **state)      \
    {                                   \
        (void)state;                    \
        compare_file(file);             \
    }
GOLDEN(version_8, "kata-synthetic-v8-b3c24")
GOLDEN(version_10, "kata-synthetic-v10-b3c24")
GOLDEN(version_11_mish, "kata-synthetic-v11-b3c24-mish")
GOLDEN(version_14_nested, "kata-synthetic-v14-b2c32nbt-mish")
GOLDEN(version_15_nested, "kata-synthetic-v15-b2c32nbt-mish")
GOLDEN(version_16_nested, "kata-synthetic-v16-b2c32nbt-mish")
GOLDEN(version_17_attention_in_bottlenecks, "kata-synthetic-v17-b2c32nbtf-silu-rms")
GOLDEN(trained_6_blocks, "kata-g170-b6c96-s175395328-d26788732")
GOLDEN(trained_transformer, "kata-b7c96h3tfrs-test5-cnorm")
GOLDEN(trained_grouped_queries, "kata-b7c96h6kv3qk32v16tflrs-fson-bnh")

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_8),
        cmocka_unit_test(version_10),
        cmocka_unit_test(version_11_mish),
        cmocka_unit_test(version_14_nested),
        cmocka_unit_test(version_15_nested),
        cmocka_unit_test(version_16_nested),
        cmocka_unit_test(version_17_attention_in_bottlenecks),
        cmocka_unit_test(trained_6_blocks),
        cmocka_unit_test(trained_transformer),
        cmocka_unit_test(trained_grouped_queries),
    };
    return cmocka_run_group_tests_name("reference against golden", tests, NULL, NULL);
}
