/* Golden files: the shared ones agree with the encoder and, for small networks,
 * with the reference backend; a broken file gets a message saying what is broken. */
#include <stdio.h>
#include <string.h>

#include "nn/formats/model_read.h"
#include "nn/golden/check.h"
#include "tests/support/needs.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

#define NETS "../shared/nets/"

/* ---- the shared files ---- */

static nn_golden *shared(const char *name)
{
    char path[300];
    nn_golden *g;
    go_error err;
    snprintf(path, sizeof path, NETS "golden/%s.json", name);
    need_file(path);
    if (nn_golden_open(&g, path, &err) != GO_OK)
        fail_msg("%s", err.message);
    return g;
}

/* Compares and prints what is off; `net` NULL: the inputs only. */
static void compare(const char *name, const char *net)
{
    nn_golden *g = shared(name);
    nn_model *m = NULL;
    nn_check_report report;
    nn_check_options options = {.backend = "reference", .threads = 1, .inputs_only = !net};
    char path[300];
    go_error err;
    snprintf(path, sizeof path, NETS "%s", net ? net : "");
    if (net && nn_model_read(&m, path, &err) != GO_OK)
        fail_msg("%s", err.message);
    if (nn_golden_check(g, m, &options, &report, &err) != GO_OK)
        fail_msg("%s", err.message);
    for (int i = 0; i < NN_N_CHECKS; i++)
        if (!(report.line[i].largest <= report.line[i].tolerance))
            fail_msg("%s: %s differ by %g at %s", name, report.line[i].name,
                     report.line[i].largest, report.line[i].where);
    assert_true(report.passed);
    assert_int_equal(report.positions, nn_golden_count(g));
    nn_model_destroy(m);
    nn_golden_close(g);
}

static void inputs_of_the_shared_positions(void **state)
{
    (void)state;
    compare("kata-g170-b6c96-s175395328-d26788732", NULL);
    compare("kata-b7c96h3tfrs-test5-cnorm", NULL);
    compare("kata-synthetic-v16-b2c32nbt-mish", NULL);
}

static void answers_of_small_networks(void **state)
{
    (void)state;
    compare("lz-d645af97-1x8", "lz-d645af97-1x8.txt.gz");
    compare("synthetic-lz1-2x16-9", "synthetic/synthetic-lz1-2x16-9.txt.gz");
    compare("synthetic-lz2-2x16-19", "synthetic/synthetic-lz2-2x16-19.txt.gz");
    compare("kata-synthetic-v8-b3c24", "synthetic/synthetic-v8-b3c24.bin.gz");
    compare("kata-synthetic-v10-b3c24", "synthetic/synthetic-v10-b3c24.bin.gz");
    compare("kata-synthetic-v16-b2c32nbt-mish", "synthetic/synthetic-v16-b2c32nbt-mish.bin.gz");
}

static void answers_of_larger_networks(void **state)
{
    (void)state;
    need_slow();
    compare("pyaq-9x9-6x96-lz1", "pyaq-9x9-6x96-lz1.txt.gz");
    compare("lz-test-1x32", "lz-test-1x32.txt.gz");
    compare("kata-synthetic-v11-b3c24-mish", "synthetic/synthetic-v11-b3c24-mish.bin.gz");
    compare("kata-synthetic-v14-b2c32nbt-mish", "synthetic/synthetic-v14-b2c32nbt-mish.bin.gz");
    compare("kata-synthetic-v15-b2c32nbt-mish", "synthetic/synthetic-v15-b2c32nbt-mish.bin.gz");
    compare("kata-synthetic-v17-b2c32nbtf-silu-rms",
            "synthetic/synthetic-v17-b2c32nbtf-silu-rms.bin.gz");
}

static void answers_of_another_network_fail(void **state)
{
    nn_golden *g = shared("lz-test-1x32");
    nn_model *m;
    nn_check_report report;
    nn_check_options options = {.backend = "reference", .threads = 1};
    go_error err;
    (void)state;
    assert_int_equal(nn_model_read(&m, NETS "lz-d645af97-1x8.txt.gz", &err), GO_OK);
    assert_int_equal(nn_golden_check(g, m, &options, &report, &err), GO_OK);
    assert_false(report.passed);
    assert_true(report.line[NN_CHECK_POLICY].largest > 1e-3);
    nn_model_destroy(m);
    nn_golden_close(g);
}

/* ---- files written here ---- */

/* A board of 3 by 2 after `moves`; the planes are those after black's B1. */
#define POSITION(moves, first_plane, more)                                                     \
    "{\"net\": \"x.bin.gz\", \"positions\": [{\"id\": \"one\", \"xsize\": 3, \"ysize\": 2, "    \
    "\"komi\": 0, \"rules\": \"tromp-taylor\", \"moves\": " moves ", \"next\": \"W\"" more ", "  \
    "\"spatial\": [\"" first_plane "\", " NONE ", " STONE ", " NONE ", " NONE ", " STONE ", "   \
    NONE3 ", " STONE ", " NONE3 ", " NONE3 ", " NONE ", " NONE ", " NONE ", \"111/111\", "     \
    NONE ", " NONE "], "                                                                       \
    "\"global\": [0,0,0,0,0, 0, 1,0.5, 1, 0, 0,0, 0,0, 0, 0,0, 0, 0]}]}"
#define NONE "\"000/000\""
#define NONE3 NONE ", " NONE ", " NONE
#define STONE "\"000/010\""

typedef struct outcome {
    go_status status;
    nn_check_report report;
    go_error err;
} outcome;

static outcome check_text(const char *text)
{
    temp_dir dir = temp_dir_create();
    char path[400];
    nn_golden *g;
    outcome o = {.status = GO_OK};
    nn_check_options options = {.inputs_only = true};
    o.status = nn_golden_open(&g, temp_dir_text(&dir, "g.json", text, path), &o.err);
    if (o.status == GO_OK)
        o.status = nn_golden_check(g, NULL, &options, &o.report, &o.err);
    nn_golden_close(g);
    temp_dir_remove(&dir);
    return o;
}

static void a_position_by_hand(void **state)
{
    outcome o = check_text(POSITION("[[\"B\", \"B1\"]]", "111/111", ""));
    (void)state;
    if (o.status != GO_OK)
        fail_msg("%s", o.err.message);
    for (int i = 0; i < 2; i++)
        if (o.report.line[i].largest > 0)
            fail_msg("%s at %s", o.report.line[i].name, o.report.line[i].where);
    assert_true(o.report.passed);
    o = check_text(POSITION("[[\"B\", \"B2\"]]", "111/111", ""));
    assert_int_equal(o.status, GO_OK);
    assert_false(o.report.passed);
}

/* Only the area planes: 18 is empty, 19 is full. */
static void areas_are_told_apart(void **state)
{
    char text[] = POSITION("[[\"B\", \"B1\"]]", "111/111", "");
    outcome o = check_text(text);
    (void)state;
    assert_false(o.report.areas_differ || o.report.others_differ);
    *strstr(text, "111/111\", " NONE ", " NONE "]") = '0';
    o = check_text(text);
    assert_false(o.report.passed);
    assert_true(o.report.areas_differ && !o.report.others_differ);
    *strstr(text, "111/111") = '0';
    o = check_text(text);
    assert_true(o.report.areas_differ && o.report.others_differ);
}

static void broken_files_are_told_where(void **state)
{
    static const struct { const char *text, *sentence;
    } cases[] = {
        {"{\"net\": 1}", "not a golden file"},
        {"[", "not JSON"},
        {"{\"net\": \"x\", \"positions\": [7]}", "position 1 is not an object"},
        {"{\"net\": \"x\", \"positions\": [{\"size\": 99}]}",
         "position 1 (?): its board size is not supported"},
        {POSITION("[[\"B\", \"D1\"]]", "111/111", ""), "position 1 (one): \"moves\" are not"},
        {POSITION("[[\"B\", \"B3\"]]", "111/111", ""), "\"moves\" are not"},
        {POSITION("[[\"B\", \"B1\"], [\"W\", \"B1\"]]", "111/111", ""), "illegal"},
        {POSITION("[[\"B\", \"B1\"]]", "111/11", ""), "\"spatial\""},
        {POSITION("[[\"B\", \"B1\"]]", "111/112", ""), "\"spatial\""},
        {POSITION("[[\"B\", \"B1\"]]", "1111/111", ""), "\"spatial\""},
        {POSITION("[]", "111/111", ", \"setup\": [\"clear_board\"]"), "\"setup\""},
        {POSITION("[]", "111/111", ", \"setup\": [\"fixed_handicap 4\"]"), "handicap"},
        {POSITION("[]", "111/111", ", \"params\": {\"speed\": 1}"), "\"params\""},
        {POSITION("[]", "111/111", ", \"params\": {\"conservativePass\": 1}"), "wrong type"},
        {POSITION("[]", "111/111", ", \"params\": 1"), "position 1 (one): \"params\" is not an"},
        {POSITION("[[\"B\", \"B1\"], [\"W\", \"B1\"]]", "111/111", ""),
         "position 1 (one): move 2 of \"moves\": illegal move: the point is occupied"},
        {POSITION("{}", "111/111", ""), "position 1 (one): \"moves\" is not a list"},
        {POSITION("[]", "111/111", ", \"eval\": {}"), "\"eval\" is not a list"},
        {POSITION("[]", "111/111", ", \"eval\": [7]"), "\"eval\" is not a list of objects"},
        {POSITION("[]", "111/111", ", \"preventEncore\": 1"), "is not true or false"},
        {POSITION("[]", "111/111", ", \"rules_json\": {\"suicide\": 1}"), "\"suicide\" is not"},
        {POSITION("[]", "111/111", ", \"eval\": [{\"whiteWin\": \"abc\"}]"),
         "position 1 (one): \"whiteWin\" is not a number"},
        {"{\"net\": \"x\", \"positions\": [{\"size\": \"9\"}]}", "\"size\" is not a whole number"},
        {"{\"net\": \"x\", \"positions\": [{\"id\": \"a\", \"size\": 9}]}",
         "position 1 (a): \"spatial\" is missing"},
        {"{\"net\": \"x.bin\", \"positions\": []}", "the file for x.bin has no positions"},
        {POSITION("[]", "111/111", ", \"rules_json\": {\"ko\": \"HEX\"}"), "rules"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        outcome o = check_text(cases[i].text);
        assert_int_equal(o.status, GO_EFORMAT);
        if (!strstr(o.err.message, cases[i].sentence))
            fail_msg("case %zu: %s", i, o.err.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_of_the_shared_positions),
        cmocka_unit_test(answers_of_small_networks),
        cmocka_unit_test(answers_of_larger_networks),
        cmocka_unit_test(answers_of_another_network_fail),
        cmocka_unit_test(a_position_by_hand),
        cmocka_unit_test(areas_are_told_apart),
        cmocka_unit_test(broken_files_are_told_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
