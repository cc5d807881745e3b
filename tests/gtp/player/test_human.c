/* A human-style network beside that of the search: what both protocols tell of it is what it
 * answers for the profile.                                                    */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "gtp/player/human.h"
#include "tests/support/assert_close.h"
#include "tests/support/gtp_talk.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_net.h"

/* Files of a network with metadata and of one without. */
static struct {
    temp_dir dir;
    char human[400], plain[400];
} files;

static int make_files(void **state)
{
    size_t n;
    (void)state;
    files.dir = temp_dir_create();
    char *bytes = tiny_kata(15, &n);
    temp_dir_bytes(&files.dir, "human.txt", bytes, n, files.human);
    free(bytes);
    bytes = tiny_kata(14, &n);
    temp_dir_bytes(&files.dir, "plain.txt", bytes, n, files.plain);
    free(bytes);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    temp_dir_remove(&files.dir);
    return 0;
}

/* What the network says of C3, white to move, on 5x5. */
static nn_result answer_for(const char *profile)
{
    human_net *h;
    game *g;
    rules r;
    nn_result answer;
    assert_true(rules_by_name("tromp-taylor", &r));
    assert_int_equal(human_net_create(&h, files.human, "reference", NULL), GO_OK);
    assert_true(human_net_imitates(h));
    assert_int_equal(game_create(&g, 5, &r, NULL), GO_OK);
    assert_int_equal(game_play(g, BLACK, board_point_on(5, 2, 2), NULL), GO_OK);
    assert_int_equal(human_net_evaluate(h, g, WHITE, profile, 0, &answer, NULL), GO_OK);
    game_destroy(g);
    human_net_destroy(h);
    return answer;
}

static void each_profile_has_an_answer_of_its_own(void **state)
{
    (void)state;
    nn_result usual = answer_for(NULL), dan = answer_for("rank_9d");
    nn_result kyu = answer_for("rank_20k"), year = answer_for("proyear_1950");
    assert_true(usual.value == dan.value);
    assert_true(year.value != dan.value && year.value != kyu.value);
}

static void what_is_not_possible_is_refused(void **state)
{
    (void)state;
    human_net *h = NULL;
    go_error err;
    game *g;
    rules r;
    nn_result answer;
    assert_int_not_equal(human_net_create(&h, "/nowhere/x", NULL, &err), GO_OK);
    assert_int_equal(human_net_create(&h, files.human, "abacus", &err), GO_EINVAL);
    assert_int_equal(human_net_create(&h, files.human, "reference", &err), GO_OK);
    assert_true(rules_by_name("chinese", &r));
    assert_int_equal(game_create(&g, 9, &r, NULL), GO_OK);
    assert_int_equal(human_net_evaluate(h, g, BLACK, "rank_40k", 0, &answer, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "unknown profile 'rank_40k'"));
    assert_int_equal(human_net_evaluate(h, g, BLACK, "rank_5k", 0, &answer, &err), GO_OK);
    game_destroy(g);
    human_net_destroy(h);
}

/* ---- JSON ---- */

#define QUERY(id, settings)                                                                \
    "{\"id\":\"" id "\",\"moves\":[[\"B\",\"C3\"]],\"rules\":\"tromp-taylor\",\"komi\":7.5,"  \
    "\"boardXSize\":5,\"boardYSize\":5,\"maxVisits\":4,\"includePolicy\":true,"              \
    "\"overrideSettings\":{" settings "}}\n"

static json_t *line_of(char **rest)
{
    json_t *object = json_loads(strsep(rest, "\n"), JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_object(object));
    return object;
}

static void expect_policy(const json_t *object, const nn_result *answer)
{
    const json_t *policy = json_object_get(object, "humanPolicy");
    assert_int_equal(json_array_size(policy), 26);
    for (int i = 0; i < 26; i++)
        assert_close(json_number_value(json_array_get(policy, (size_t)i)),
                     i == 12 ? -1 : (double)answer->policy[i], 1e-6); /* C3 is taken */
    const json_t *root = json_object_get(object, "rootInfo");
    assert_close(json_number_value(json_object_get(root, "humanWinrate")),
                 0.5 + 0.5 * answer->value, 1e-7);
    assert_close(json_number_value(json_object_get(root, "humanScoreMean")), answer->score, 1e-5);
    assert_true(json_number_value(json_object_get(root, "humanScoreStdev")) > 0);
    assert_close(json_number_value(json_object_get(root, "humanStWrError")),
                 0.5 * answer->value_error, 1e-6);
    assert_close(json_number_value(json_object_get(root, "humanStScoreError")), answer->score_error,
                 1e-5);
}

static void queries_name_whom_it_imitates(void **state)
{
    (void)state;
    json_defaults d = quick_defaults();
    nn_result kyu = answer_for("rank_20k"), year = answer_for("proyear_1950");
    d.human_model = files.human;
    d.settings.evaluate.net.backend = "reference";
    char *text = analysis_transcript(&d, QUERY("a", "\"humanSLProfile\":\"rank_20k\"")
                                         QUERY("b", "\"humanSLProfile\":\"proyear_1950\"")
                                         QUERY("c", "")
                                         QUERY("d", "\"humanSLProfile\":\"rank_40k\"")
                                         "{\"id\":\"e\",\"action\":\"query_models\"}\n", NULL);
    char *rest = text;
    const nn_result *wanted[] = {&kyu, &year};
    json_t *answer[5] = {NULL}; /* "a" to "e", which come as they are ready */
    for (int i = 0; i < 5; i++) {
        json_t *line = line_of(&rest);
        const int id = json_string_value(json_object_get(line, "id"))[0] - 'a';
        assert_true(id >= 0 && id < 5 && !answer[id]);
        answer[id] = line;
    }
    for (int i = 0; i < 2; i++) {
        expect_policy(answer[i], wanted[i]);
        const json_t *move = json_array_get(json_object_get(answer[i], "moveInfos"), 0);
        assert_true(json_number_value(json_object_get(move, "humanPrior")) > 0);
    }
    assert_null(json_object_get(answer[2], "humanPolicy"));
    assert_non_null(json_object_get(answer[2], "policy"));
    assert_non_null(strstr(json_string_value(json_object_get(answer[3], "error")), "rank_40k"));
    const json_t *model = json_array_get(json_object_get(answer[4], "models"), 0);
    assert_true(json_is_true(json_object_get(model, "usesHumanSLProfile")));
    for (int i = 0; i < 5; i++)
        json_decref(answer[i]);
    free(text);
}

static void without_such_a_network_there_is_a_warning(void **state)
{
    (void)state;
    json_defaults d = quick_defaults();
    char *text = analysis_transcript(&d, QUERY("a", "\"humanSLProfile\":\"rank_20k\""), NULL);
    char *rest = text;
    json_t *warning = line_of(&rest), *a = line_of(&rest);
    assert_non_null(strstr(json_string_value(json_object_get(warning, "warning")), "-human-model"));
    assert_null(json_object_get(a, "humanPolicy"));
    json_decref(warning);
    json_decref(a);
    free(text);
}

/* The only network of {"models":[...]}. */
static const json_t *only_model(const json_t *answer)
{
    const json_t *models = json_object_get(answer, "models");
    assert_int_equal(json_array_size(models), 1);
    return json_array_get(models, 0);
}

/* What the network of the search says of the position, as the answer to a query has it. */
static void expect_root(char **rest, const nn_result *answer)
{
    json_t *a = line_of(rest);
    const json_t *root = json_object_get(a, "rootInfo");
    assert_close(json_number_value(json_object_get(root, "rawWinrate")), 0.5 + 0.5 * answer->value,
                 1e-6);
    json_decref(a);
}

static void a_human_style_network_of_the_search_imitates_them(void **state)
{
    (void)state;
    json_defaults d = quick_defaults();
    nn_result kyu = answer_for("rank_20k"), year = answer_for("proyear_1950"),
              usual = answer_for(NULL);
    d.settings.evaluate.net.file = files.human;
    d.settings.evaluate.net.backend = "reference";
    d.settings.evaluate.evaluator = EVALUATOR_NETWORK;
    d.settings.evaluate.prior = PRIOR_NETWORK;
    d.settings.evaluate.net.symmetry = SYMMETRY_NONE;
    char *text = analysis_transcript(&d, QUERY("a", "\"humanSLProfile\":\"rank_20k\"")
                                         QUERY("b", "\"humanSLProfile\":\"proyear_1950\"")
                                         QUERY("c", "")
                                         QUERY("d", "\"humanSLProfile\":\"proyear_1950\""), NULL);
    char *rest = text;
    expect_root(&rest, &kyu);
    expect_root(&rest, &year);
    expect_root(&rest, &usual);
    expect_root(&rest, &year);
    free(text);
}

static void the_network_of_the_search_is_told(void **state)
{
    static const char question[] = "{\"id\":\"a\",\"action\":\"query_models\"}\n";
    (void)state;
    json_defaults d = quick_defaults();
    d.settings.evaluate.net.file = files.human;
    d.settings.evaluate.evaluator = EVALUATOR_NETWORK;
    d.settings.evaluate.net.backend = "reference";
    char *text = analysis_transcript(&d, question, NULL), *rest = text;
    json_t *a = line_of(&rest);
    const json_t *model = only_model(a);
    assert_string_equal(json_string_value(json_object_get(model, "name")), files.human);
    assert_int_equal(json_integer_value(json_object_get(model, "version")), 15);
    assert_true(json_is_true(json_object_get(model, "usesHumanSLProfile")));
    json_decref(a);
    free(text);
    d.settings.evaluate.net.file = "/nowhere/x"; /* which every query is told */
    text = analysis_transcript(&d, question, NULL);
    assert_non_null(strstr(text, "\"models\":[]"));
    free(text);
}

/* ---- GTP ---- */

/* The name of a file may be in Latin-1. */
static void networks_are_told_whatever_they_are_called(void **state)
{
    gtp_settings s = quick_settings();
    size_t n;
    char path[400], *bytes = tiny_kata(14, &n);
    (void)state;
    temp_dir_bytes(&files.dir, "caf\xe9.txt", bytes, n, path);
    free(bytes);
    s.search.evaluate.net.file = path;
    s.search.evaluate.evaluator = EVALUATOR_NETWORK;
    s.search.evaluate.net.backend = "reference";
    char *got = transcript(&s, "kata-get-models\n1 kata-get-params\n");
    const char *params = strstr(got, "=1 ");
    assert_non_null(strstr(got, "caf?.txt\",\"internalName\""));
    assert_non_null(params);
    assert_non_null(strstr(params, "caf?.txt\""));
    free(got);
}

static void gtp_tells_what_it_says(void **state)
{
    (void)state;
    gtp_settings s = quick_settings();
    nn_result kyu = answer_for("rank_20k");
    char number[40];
    s.human_model = files.human;
    s.search.evaluate.net.backend = "reference";
    s.rules = "tromp-taylor";
    s.size = 5;
    char *got = transcript(&s, "play b c3\nkata-raw-human-nn 0\nkata-set-param humanSLProfile rank_20k\n"
                               "kata-get-param humanSLProfile\n7 kata-raw-human-nn w 0\n"
                               "8 kata-set-param humanSLProfile x\nkata-set-param humanSLProfile\n"
                               "9 kata-get-models\n");
    assert_non_null(strstr(got, "? no profile to imitate; set humanSLProfile"));
    assert_non_null(strstr(got, "= rank_20k\n\n"));
    const char *raw = strstr(got, "=7 symmetry 0\n");
    assert_non_null(raw);
    snprintf(number, sizeof number, "\nwhiteWin %.6f\n", kyu.win);
    assert_non_null(strstr(raw, number));
    snprintf(number, sizeof number, "\nwhiteScore %.3f\n", kyu.score);
    assert_non_null(strstr(raw, number));
    snprintf(number, sizeof number, "policyPass %8.6f \n", (double)kyu.policy[25]);
    assert_non_null(strstr(raw, number));
    assert_non_null(strstr(got, "?8 unknown profile 'x'"));
    const char *models = strstr(got, "=9 [");
    assert_non_null(models);
    assert_non_null(strstr(models, "\"usesHumanSLProfile\":true"));
    free(got);
    got = transcript(&s, "kata-set-param profile rank_9k\nkata-get-param humanSLProfile\n"
                         "kata-set-param profile x\n7 kata-get-param profile\n");
    assert_non_null(strstr(got, "=\n\n= rank_9k\n\n? unknown profile 'x'"));
    assert_non_null(strstr(got, "=7 rank_9k\n"));
    free(got);
    s.human_model = files.plain; /* any network will do; this one imitates nobody */
    got = transcript(&s, "7 kata-raw-human-nn b all\n");
    assert_non_null(strstr(got, "\nsymmetry 7\n"));
    free(got);
    s.human_model = NULL;
    got = transcript(&s, "kata-raw-human-nn 0\nkata-set-param humanSLProfile rank_5k\n");
    assert_string_equal(got, "? no human-style network; start with -human-model FILE\n\n? no "
                             "human-style network; start with -human-model FILE\n\n");
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_profile_has_an_answer_of_its_own),
        cmocka_unit_test(what_is_not_possible_is_refused),
        cmocka_unit_test(queries_name_whom_it_imitates),
        cmocka_unit_test(without_such_a_network_there_is_a_warning),
        cmocka_unit_test(a_human_style_network_of_the_search_imitates_them),
        cmocka_unit_test(the_network_of_the_search_is_told),
        cmocka_unit_test(networks_are_told_whatever_they_are_called),
        cmocka_unit_test(gtp_tells_what_it_says),
    };
    return cmocka_run_group_tests_name("human", tests, make_files, remove_files);
}
