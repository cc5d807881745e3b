/* The analysis protocol: queries as other programs send them, what the answers
 * hold and from whose view, and that nothing that comes in is left without an
 * answer.                                                                     */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "board/coord.h"
#include "gtp/json/analysis.h"
#include "gtp/json/defaults.h"
#include "tests/support/assert_close.h"
#include "tests/support/gtp_talk.h"
#include "tests/support/small_nets.h"

/* ---- whole conversations ---- */

enum { MOST_LINES = 40 };

typedef struct answers {
    int n;
    json_t *line[MOST_LINES];
} answers;

/* All that is answered to `input`, line by line. */
static answers answers_of(const json_defaults *d, const char *input)
{
    answers a = {0};
    char *text = analysis_transcript(d, input, NULL);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        assert_true(a.n < MOST_LINES);
        a.line[a.n] = json_loads(line, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
        assert_true(json_is_object(a.line[a.n]));
        a.n++;
    }
    free(text);
    return a;
}

static answers answers_to(const char *input)
{
    const json_defaults d = quick_defaults();
    return answers_of(&d, input);
}

static void release(answers *a)
{
    for (int i = 0; i < a->n; i++)
        json_decref(a->line[i]);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("'%s' is not a number", key);
    return json_number_value(value);
}

/* The only answer to one query. */
static json_t *answer_to(const char *input)
{
    answers a = answers_to(input);
    assert_int_equal(a.n, 1);
    return a.line[0];
}

#define GAME "\"rules\":\"tromp-taylor\",\"boardXSize\":5,\"boardYSize\":5"

/* ---- answers ---- */

static void check_moves(const json_t *moves)
{
    double visits = INFINITY;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *m = json_array_get(moves, i);
        assert_int_equal(number_of(m, "order"), i);
        assert_true(number_of(m, "winrate") >= 0 && number_of(m, "winrate") <= 1);
        assert_true(number_of(m, "prior") >= 0 && number_of(m, "prior") <= 1);
        assert_true(number_of(m, "visits") <= visits || i == 1); /* the best is by its bound */
        assert_close(number_of(m, "scoreMean"), number_of(m, "scoreLead"), 1e-9);
        const json_t *pv = json_object_get(m, "pv");
        assert_true(json_array_size(pv) >= 1);
        assert_string_equal(json_string_value(json_array_get(pv, 0)), text_of(m, "move"));
        visits = i ? number_of(m, "visits") : INFINITY;
    }
}

static void a_query_is_answered_with_moves_and_root(void **state)
{
    (void)state;
    json_t *a = answer_to("{\"id\":\"q#1\",\"moves\":[[\"B\",\"C3\"]]," GAME "}\n");
    assert_string_equal(text_of(a, "id"), "q#1"); /* # begins no comment here */
    assert_int_equal(number_of(a, "turnNumber"), 1);
    assert_true(json_is_false(json_object_get(a, "isDuringSearch")));
    const json_t *root = json_object_get(a, "rootInfo");
    assert_int_equal(number_of(root, "visits"), 40);
    assert_string_equal(text_of(root, "currentPlayer"), "W");
    assert_int_equal(strlen(text_of(root, "thisHash")), 32);
    assert_true(json_array_size(json_object_get(a, "moveInfos")) > 1);
    check_moves(json_object_get(a, "moveInfos"));
    assert_null(json_object_get(a, "ownership"));
    json_decref(a);
}

/* The ownership of point p behind the moves, weighted by their visits. */
static double mean_of_moves(const json_t *moves, size_t p)
{
    double sum = 0, visits = 0;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i), *own = json_object_get(move, "ownership");
        assert_int_equal(json_array_size(own), 25);
        visits += number_of(move, "visits");
        sum += number_of(move, "visits") * json_number_value(json_array_get(own, p));
    }
    return sum / visits;
}

static void what_is_asked_for_comes_besides(void **state)
{
    (void)state;
    json_t *a = answer_to("{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"]],\"includeOwnership\":true,"
                          "\"includePolicy\":true,\"includePVVisits\":true,"
                          "\"includeMovesOwnership\":true,"
                          "\"analysisPVLen\":1," GAME "}\n");
    const json_t *policy = json_object_get(a, "policy");
    double sum = 0;
    assert_int_equal(json_array_size(json_object_get(a, "ownership")), 25);
    assert_int_equal(json_array_size(policy), 26);
    assert_close(json_number_value(json_array_get(policy, 12)), -1, 1e-9); /* C3 is taken */
    for (size_t i = 0; i < 26; i++)
        if (i != 12)
            sum += json_number_value(json_array_get(policy, i));
    assert_close(sum, 1, 0.01);
    const json_t *best = json_array_get(json_object_get(a, "moveInfos"), 0);
    assert_int_equal(json_array_size(json_object_get(best, "pvVisits")),
                     json_array_size(json_object_get(best, "pv")));
    assert_true(json_array_size(json_object_get(best, "pv")) <= 2);
    for (size_t p = 0; p < 25; p++)
        assert_close(mean_of_moves(json_object_get(a, "moveInfos"), p),
                     json_number_value(json_array_get(json_object_get(a, "ownership"), p)), 1e-4);
    json_decref(a);
}

/* The same search, reported from three views; white is to move. */
static void win_rates_are_reported_from_the_view_asked_for(void **state)
{
    static const char *const view[] = {"SIDETOMOVE", "BLACK", "WHITE"};
    double winrate[3], lead[3], first[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        char query[400];
        snprintf(query, sizeof query, "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"]],"
                 "\"includeOwnership\":true,\"overrideSettings\":{\"reportAnalysisWinratesAs\":"
                 "\"%s\"}," GAME "}\n", view[i]);
        json_t *a = answer_to(query);
        const json_t *root = json_object_get(a, "rootInfo");
        winrate[i] = number_of(root, "winrate");
        lead[i] = number_of(root, "scoreLead");
        first[i] = json_number_value(json_array_get(json_object_get(a, "ownership"), 12));
        json_decref(a);
    }
    assert_close(winrate[2], winrate[0], 1e-6);
    assert_close(winrate[1], 1 - winrate[0], 1e-6);
    assert_close(lead[1], -lead[0], 1e-4);
    assert_close(first[1], -first[2], 1e-6);
    assert_close(first[2], first[0], 1e-6);
    assert_true(first[1] > 0); /* black has the middle */
}

static void turns_come_in_order_and_priorities_first(void **state)
{
    (void)state;
    answers a = answers_to(
        "{\"id\":\"low\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"C2\"]],\"analyzeTurns\":[2,0],"
        "\"maxVisits\":3," GAME "}\n"
        "{\"id\":\"high\",\"moves\":[],\"priority\":9,\"maxVisits\":3," GAME "}\n");
    static const char *const id[] = {"high", "low", "low"};
    assert_int_equal(a.n, 3);
    /* the first line may be at work before the second has come */
    bool early = strcmp(text_of(a.line[0], "id"), "low") == 0;
    for (int i = 0; i < 3 && !early; i++)
        assert_string_equal(text_of(a.line[i], "id"), id[i]);
    assert_int_equal(number_of(a.line[2], "turnNumber"), 2);
    release(&a);
}

static void the_same_query_gets_the_same_answer(void **state)
{
    (void)state;
    const char *query = "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"]]," GAME "}\n";
    char twice[400];
    snprintf(twice, sizeof twice, "%s{\"id\":\"b\",\"moves\":[]," GAME "}\n%s", query, query);
    answers a = answers_to(twice);
    assert_int_equal(a.n, 3);
    assert_true(json_equal(a.line[0], a.line[2]));
    assert_false(json_equal(a.line[0], a.line[1]));
    release(&a);
}

static void moves_can_be_allowed_and_avoided(void **state)
{
    (void)state;
    answers a = answers_to(
        "{\"id\":\"only\",\"moves\":[],\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"A1\"],"
        "\"untilDepth\":1}]," GAME "}\n"
        "{\"id\":\"not\",\"moves\":[],\"avoidMoves\":[{\"player\":\"B\",\"moves\":"
        "[\"C3\",\"pass\"],\"untilDepth\":1}]," GAME "}\n"
        "{\"id\":\"both\",\"moves\":[[\"B\",\"C3\"]],\"allowMoves\":[{\"player\":\"B\",\"moves\":"
        "[\"A1\"],\"untilDepth\":4},{\"player\":\"W\",\"moves\":[\"E5\",\"B2\"],\"untilDepth\":4}],"
        GAME "}\n");
    assert_int_equal(a.n, 3);
    const json_t *only = json_object_get(a.line[0], "moveInfos");
    assert_int_equal(json_array_size(only), 1);
    assert_string_equal(text_of(json_array_get(only, 0), "move"), "A1");
    const json_t *others = json_object_get(a.line[1], "moveInfos");
    assert_true(json_array_size(others) > 1);
    for (size_t i = 0; i < json_array_size(others); i++) {
        assert_string_not_equal(text_of(json_array_get(others, i), "move"), "C3");
        assert_string_not_equal(text_of(json_array_get(others, i), "move"), "pass");
    }
    const json_t *both = json_object_get(a.line[2], "moveInfos");
    assert_int_equal(json_array_size(both), 2);
    const json_t *pv = json_object_get(json_array_get(both, 0), "pv");
    assert_string_equal(json_string_value(json_array_get(pv, 1)), "A1"); /* black's only move */
    release(&a);
}

/* C3 is occupied, and the rest of the board with the pass is to be avoided. */
static void without_a_legal_move_the_answer_is_an_error(void **state)
{
    (void)state;
    answers a = answers_to(
        "{\"id\":\"only\",\"moves\":[[\"B\",\"C3\"]],\"allowMoves\":[{\"player\":\"W\",\"moves\":"
        "[\"C3\"],\"untilDepth\":1}]," GAME "}\n"
        "{\"id\":\"not\",\"moves\":[],\"avoidMoves\":[{\"player\":\"B\",\"moves\":[\"A1\",\"A2\","
        "\"B1\",\"B2\",\"pass\"],\"untilDepth\":1}],\"rules\":\"chinese\",\"boardXSize\":2,"
        "\"boardYSize\":2}\n");
    assert_int_equal(a.n, 4);
    for (int i = 0; i < 4; i += 2) {
        assert_string_equal(text_of(a.line[i], "error"),
                            "illegal move: none of the allowed moves can be played");
        assert_true(json_is_true(json_object_get(a.line[i + 1], "noResults")));
    }
    release(&a);
}

/* C3 is allowed before the first move only: the other turns fail, each by itself. */
static void each_position_has_one_last_answer(void **state)
{
    (void)state;
    answers a = answers_to(
        "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"D4\"]],\"analyzeTurns\":[0,1,2],"
        "\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"C3\"],\"untilDepth\":1}]," GAME "}\n");
    int last[3] = {0}, errors[3] = {0};
    for (int i = 0; i < a.n; i++) {
        const int turn = (int)number_of(a.line[i], "turnNumber");
        assert_true(turn >= 0 && turn <= 2);
        assert_string_equal(text_of(a.line[i], "id"), "a");
        last[turn] += json_is_false(json_object_get(a.line[i], "isDuringSearch"));
        errors[turn] += json_object_get(a.line[i], "error") != NULL;
    }
    for (int turn = 0; turn < 3; turn++) {
        assert_int_equal(last[turn], 1);
        assert_int_equal(errors[turn], turn == 2);
    }
    release(&a);
}

static void no_list_of_allowed_moves_restricts_nothing(void **state)
{
    (void)state;
    json_t *a = answer_to("{\"id\":\"a\",\"moves\":[],\"allowMoves\":[]," GAME "}\n");
    assert_true(json_array_size(json_object_get(a, "moveInfos")) > 1);
    json_decref(a);
}

/* A ko at C3, taken by white with a stone at B3, or there without the capture; and mirrored. */
static void the_hash_knows_the_ko(void **state)
{
    static const char *const position[] = {
        "\"moves\":[[\"W\",\"B3\"]],\"initialStones\":[[\"B\",\"B2\"],[\"B\",\"B4\"],[\"B\","
        "\"A3\"],[\"W\",\"C2\"],[\"W\",\"C4\"],[\"W\",\"D3\"],[\"B\",\"C3\"]]",
        "\"moves\":[],\"initialPlayer\":\"B\",\"initialStones\":[[\"B\",\"B2\"],[\"B\",\"B4\"],"
        "[\"B\",\"A3\"],[\"W\",\"C2\"],[\"W\",\"C4\"],[\"W\",\"D3\"],[\"W\",\"B3\"]]",
        "\"moves\":[[\"W\",\"D3\"]],\"initialStones\":[[\"B\",\"D2\"],[\"B\",\"D4\"],[\"B\","
        "\"E3\"],[\"W\",\"C2\"],[\"W\",\"C4\"],[\"W\",\"B3\"],[\"B\",\"C3\"]]"};
    char hash[3][40], turned[3][40];
    (void)state;
    for (int i = 0; i < 3; i++) {
        char query[600];
        snprintf(query, sizeof query, "{\"id\":\"a\",\"maxVisits\":2,%s," GAME "}\n", position[i]);
        json_t *a = answer_to(query);
        const json_t *root = json_object_get(a, "rootInfo");
        assert_string_equal(text_of(root, "currentPlayer"), "B");
        snprintf(hash[i], sizeof hash[i], "%s", text_of(root, "thisHash"));
        snprintf(turned[i], sizeof turned[i], "%s", text_of(root, "symHash"));
        json_decref(a);
    }
    assert_string_not_equal(hash[0], hash[1]);
    assert_string_not_equal(turned[0], turned[1]);
    assert_string_not_equal(hash[0], hash[2]);
    assert_string_equal(turned[0], turned[2]);
}

/* KaTrain avoids all moves outside of a region. */
static void own_eyes_are_searched_where_nothing_else_is_left(void **state)
{
    (void)state;
    json_t *a = answer_to(
        "{\"id\":\"a\",\"moves\":[],\"initialPlayer\":\"B\",\"initialStones\":[[\"B\",\"A2\"],"
        "[\"B\",\"B2\"],[\"B\",\"C2\"],[\"B\",\"D2\"],[\"B\",\"E2\"],[\"B\",\"B1\"],[\"B\",\"D1\"]],"
        "\"avoidMoves\":[{\"player\":\"B\",\"moves\":[\"A3\",\"B3\",\"C3\",\"D3\",\"E3\",\"A4\","
        "\"B4\",\"C4\",\"D4\",\"E4\",\"A5\",\"B5\",\"C5\",\"D5\",\"E5\",\"pass\"],"
        "\"untilDepth\":1}]," GAME "}\n");
    const json_t *moves = json_object_get(a, "moveInfos");
    assert_int_equal(json_array_size(moves), 3); /* A1, C1, E1 */
    for (size_t i = 0; i < json_array_size(moves); i++)
        assert_string_equal(text_of(json_array_get(moves, i), "move") + 1, "1");
    json_decref(a);
}

/* Two black stones are a handicap: white moves first. */
static void stones_before_the_first_move(void **state)
{
    (void)state;
    json_t *a = answer_to("{\"id\":\"a\",\"moves\":[],\"initialStones\":[[\"B\",\"B2\"],"
                          "[\"B\",\"D4\"],[\"B\",\"(1,1)\"]],\"includePolicy\":true," GAME "}\n");
    assert_string_equal(text_of(json_object_get(a, "rootInfo"), "currentPlayer"), "W");
    const json_t *policy = json_object_get(a, "policy");
    assert_close(json_number_value(json_array_get(policy, 16)), -1, 1e-9); /* B2 */
    assert_close(json_number_value(json_array_get(policy, 8)), -1, 1e-9);  /* D4 */
    assert_close(json_number_value(json_array_get(policy, 6)), -1, 1e-9);  /* (1,1), B4 */
    json_decref(a);
}

/* As in KataGo: more than a board of 19x19 has points. */
static void komi_goes_up_to_400(void **state)
{
    (void)state;
    json_t *a = answer_to("{\"id\":\"a\",\"moves\":[],\"komi\":-400," GAME "}\n");
    assert_true(number_of(json_object_get(a, "rootInfo"), "scoreLead") > 300);
    json_decref(a);
}

/* KataGo takes it there; it stays what it is where the query has a komi of its own. */
static void komi_may_be_among_the_rules(void **state)
{
    static const char *const texts[] = {
        "{\"ko\":\"SIMPLE\",\"komi\":-200.5}", "\"{\\\"komi\\\":-200.5}\"",
        "\"koSIMPLEkomi-200.5scoreAREAtaxNONEsui0\"", "\"komi-200.5koSIMPLEscoreAREAtaxNONEsui0\""};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int own = 0; own < 2; own++) {
            char line[300];
            snprintf(
                line, sizeof line,
                "{\"id\":\"a\",\"moves\":[],\"rules\":%s,%s\"boardXSize\":5,\"boardYSize\":5}\n",
                texts[i], own ? "\"komi\":0.5," : "");
            json_t *a = answer_to(line);
            const double lead = number_of(json_object_get(a, "rootInfo"), "scoreLead");
            assert_true(own ? lead < 30 : lead > 170);
            json_decref(a);
        }
}

static void either_side_can_be_next_after_the_last_move(void **state)
{
    (void)state;
    answers a = answers_to("{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"B2\"]],\"nextPlayer\":\"W\","
                    "\"analyzeTurns\":[1,2]," GAME "}\n");
    for (size_t i = 0; i < 2; i++)
        assert_string_equal(text_of(json_object_get(a.line[i], "rootInfo"), "currentPlayer"), "W");
    release(&a);
}

/* Although the search lifts a pass after a pass; and the moves have the same probabilities. */
static void the_policy_adds_up_to_one(void **state)
{
    (void)state;
    json_t *p, *a = answer_to(
        "{\"id\":\"a\",\"moves\":[[\"B\",\"E8\"],[\"W\",\"F4\"],[\"B\",\"pass\"]],"
        "\"rules\":\"chinese\",\"boardXSize\":9,\"boardYSize\":9,\"maxVisits\":2,"
        "\"includePolicy\":true,\"overrideSettings\":{\"prior\":\"gammas\"}}\n");
    const json_t *best = json_array_get(json_object_get(a, "moveInfos"), 0);
    double sum = 0, nearest = 1;
    size_t i;
    json_array_foreach(json_object_get(a, "policy"), i, p) {
        sum += fmax(json_number_value(p), 0);
        nearest = fmin(nearest, fabs(json_number_value(p) - number_of(best, "prior")));
    }
    assert_close(sum, 1, 1e-4);
    assert_close(nearest, 0, 1e-6);
    json_decref(a);
}

/* A network is asked about one of symmetric moves.  Each move has the prior that the policy has. */
static void symmetric_moves_are_answered_as_copies(void **state)
{
    (void)state;
    size_t i;
    json_t *m;
    json_defaults d = quick_defaults();
    d.settings.evaluate.net.file = nets.net;
    d.settings.evaluate.net.backend = "reference";
    answers a = answers_of(&d, "{\"id\":\"a\",\"moves\":[],\"includePolicy\":true," GAME "}");
    assert_int_equal(a.n, 1);
    const json_t *moves = json_object_get(a.line[0], "moveInfos");
    const json_t *policy = json_object_get(a.line[0], "policy");
    const char *original = "";
    int copies = 0;
    check_moves(moves);
    json_array_foreach(moves, i, m) {
        point p;
        assert_true(coord_from_gtp(5, text_of(m, "move"), &p));
        const json_t *prior = json_array_get(policy, (size_t)board_index_on(5, p));
        assert_close(number_of(m, "prior"), json_number_value(prior), 1e-6);
        const bool is_copy = json_object_get(m, "isSymmetryOf") != NULL;
        if (is_copy)
            assert_string_equal(text_of(m, "isSymmetryOf"), original);
        else
            original = text_of(m, "move");
        copies += is_copy;
    }
    assert_true(copies >= 3);
    release(&a);
}

/* ---- what is wrong ---- */

static void what_is_wrong_names_the_field(void **state)
{
    static const struct {
        const char *line, *field, *sentence;
    } wrong[] = {
        {"{\"id\":\"a\"}", "boardXSize", "Missing field"},
        {"{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"C3\"]]," GAME "}", "moves",
         "Illegal move 1: C3"},
        {"{\"id\":\"a\",\"moves\":[[\"B\",\"Z9\"]]," GAME "}", "moves", "element 0"},
        {"{\"id\":\"a\",\"moves\":[],\"komi\":7.3," GAME "}", "komi", "halves"},
        {"{\"id\":\"a\",\"moves\":[],\"rules\":{\"komi\":7.3},\"boardXSize\":5,\"boardYSize\":5}",
         "rules", "komi must be a number of points in halves"},
        {"{\"id\":\"a\",\"moves\":[],\"komi\":400.5," GAME "}", "komi", "from -400 to 400"},
        {"{\"id\":\"a\",\"moves\":[],\"analyzeTurns\":[1]," GAME "}", "analyzeTurns", "turn"},
        {"{\"id\":\"a\",\"moves\":[],\"maxVisits\":0," GAME "}", "maxVisits", "from 1"},
        {"{\"id\":\"a\",\"moves\":[],\"maxVisits\":100000000000000000000," GAME "}", "maxVisits",
         "to 2^50"},
        {"{\"id\":\"a\",\"moves\":[],\"priority\":-9000000000000000000," GAME "}", "priority",
         "from -1e15 to 1e15"},
        {"{\"id\":\"a\",\"moves\":[],\"initialStones\":[[\"B\",\"E5\"],"
         "[\"W\",\"(4,0)\"]]," GAME "}",
         "initialStones", "not E5 twice"},
        {"{\"id\":\"a\",\"moves\":[],\"avoidMoves\":[{\"player\":\"B\",\"moves\":[\"C3\"],"
         "\"untilDepth\":0}]," GAME "}",
         "avoidMoves", "untilDepth must be a whole number from 1"},
        {"{\"id\":\"a\",\"moves\":[],\"initialStones\":[[\"B\",\"A2\"],[\"W\",\"A1\"],"
         "[\"B\",\"B1\"]]," GAME "}",
         "initialStones", "liberties"},
        {"{\"id\":\"a\",\"moves\":[],\"rules\":\"tromp-taylor\",\"boardXSize\":5,\"boardYSize\":7}",
         "boardYSize", "square"},
        {"{\"id\":\"a\",\"moves\":[],\"overrideSettings\":{\"cpuctExploration\":300}," GAME "}",
         "overrideSettings", "cpuctExploration expects a number from 0 to 200, not '300'"},
        {"{\"id\":\"a\",\"moves\":[],\"rootFpuReductionMax\":3," GAME "}", "rootFpuReductionMax",
         "Must be a number from 0 to 2"},
        {"{\"id\":\"a\",\"action\":\"dance\"}", "action", "terminate"},
        {"{\"id\":\"a\",\"action\":\"terminate\",\"terminateId\":\"b\",\"turnNumbers\":[\"1\"]}",
         "turnNumbers", "whole numbers"}, /* and not turn 0 */
        {"{\"id\":\"a\",\"action\":\"terminate_all\",\"turnNumbers\":[0.5]}", "turnNumbers",
         "whole numbers"},
        {"{\"moves\":[]," GAME "}", "id", "string"},
        {"nonsense", "", "JSON"},
        {"[[[", "", "JSON"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        json_t *a = answer_to(wrong[i].line);
        assert_string_equal(text_of(a, "field"), wrong[i].field);
        if (!strstr(text_of(a, "error"), wrong[i].sentence))
            fail_msg("'%s' is answered by '%s'", wrong[i].line, text_of(a, "error"));
        json_decref(a);
    }
}

static void a_setting_is_named_once(void **state)
{
    static const char *const told[][2] = {
        {"\"noise\":3", "noise expects a number from 0 to 1, not '3'"},
        {"\"wideRootNoise\":9", "wideRootNoise: wide-root expects a number from 0 to 5, not '9'"},
        {"\"humanSLProfile\":5", "humanSLProfile must be a string"}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char line[200];
        snprintf(line, sizeof line,
                 "{\"id\":\"a\",\"moves\":[],\"overrideSettings\":{%s}," GAME "}\n", told[i][0]);
        json_t *a = answer_to(line);
        assert_string_equal(text_of(a, "error"), told[i][1]);
        json_decref(a);
    }
}

static void a_line_that_is_no_json_tells_its_id(void **state)
{
    static const struct {
        const char *line, *id; /* the id as JSON; NULL: it cannot be told */
    } lines[] = {{"{\"id\":\"a\",\"komi\":1e400," GAME "}", "\"a\""},
                 {"{\"x\":[{\"id\":\"b\"}],\"y\":\"\\\"id\\\":\",\"id\" :\t\"a\\\"\",",
                  "\"a\\\"\""},
                 {"{\"id\":\"a\\u0000b\"}", "\"a\\u0000b\""},
                 {"{\"id\":\"a\",\"x\":\"\\ud800\"}", "\"a\""},
                 {"{\"id\":\"\\ud800\"}", NULL},
                 {"{\"id\":7,\"x\":1e400}", NULL},
                 {"{\"id\":\"a", NULL},
                 {"{\"id\"", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        json_t *a = answer_to(lines[i].line), *id = NULL;
        if (lines[i].id)
            id = json_loads(lines[i].id, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        assert_non_null(strstr(text_of(a, "error"), "Could not parse"));
        if (id ? !json_equal(id, json_object_get(a, "id")) : json_object_get(a, "id") != NULL)
            fail_msg("'%s' is answered with another id", lines[i].line);
        json_decref(id);
        json_decref(a);
    }
}

static void what_is_not_known_is_warned_of(void **state)
{
    (void)state;
    answers a = answers_to("{\"id\":\"a\",\"moves\":[],\"maxVisits\":2,\"frills\":1,"
                           "\"overrideSettings\":{\"gammas\":\"x\",\"antiMirror\":true,"
                           "\"rank\":\"9k\"}," GAME "}\n\n");
    assert_int_equal(a.n, 4);
    assert_string_equal(text_of(a.line[0], "field"), "overrideSettings");
    assert_string_equal(text_of(a.line[1], "warning"), "rank: no effect on an analysis");
    assert_string_equal(text_of(a.line[2], "field"), "frills");
    assert_string_equal(text_of(a.line[2], "warning"), "Unexpected or unused field");
    assert_non_null(json_object_get(a.line[3], "moveInfos"));
    release(&a);
}

/* ---- during a search ---- */

typedef struct pipes {
    json_analysis *s;
    FILE *in, *out, *to, *from;
    char *line;
    size_t capacity;
} pipes;

static void *serve(void *user)
{
    pipes *p = user;
    json_analysis_run(p->s, p->in, p->out, NULL, NULL);
    fclose(p->out);
    return NULL;
}

static json_t *next_answer(pipes *p)
{
    assert_true(getline(&p->line, &p->capacity, p->from) > 0);
    return json_loads(p->line, 0, NULL);
}

static bool is_during(const json_t *a)
{
    return json_is_true(json_object_get(a, "isDuringSearch"));
}

/* An endless search reports again and again, then it and one that waits are
 * ended.  The server searches in its own thread, as a program of its own does. */
static void searches_can_be_ended(void **state)
{
    pipes p = {0};
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    pthread_t thread;
    json_defaults d = quick_defaults();
    (void)state;
    alarm(60);
    assert_true(pipe(in) == 0 && pipe(out) == 0);
    p.in = fdopen(in[0], "r"), p.to = fdopen(in[1], "w");
    p.out = fdopen(out[1], "w"), p.from = fdopen(out[0], "r");
    assert_int_equal(json_analysis_create(&p.s, &d, NULL), GO_OK);
    pthread_create(&thread, NULL, serve, &p);
    fputs("{\"id\":\"one\",\"moves\":[],\"maxVisits\":1e12,\"reportDuringSearchEvery\":0.02," GAME
          "}\n{\"id\":\"two\",\"moves\":[],\"maxVisits\":1e12," GAME "}\n", p.to);
    fflush(p.to);
    for (int i = 0; i < 2; i++) {
        json_t *a = next_answer(&p);
        assert_true(is_during(a));
        assert_string_equal(text_of(a, "id"), "one");
        json_decref(a);
    }
    fputs("{\"id\":\"v\",\"action\":\"query_version\"}\n"
          "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"two\"}\n"
          "{\"id\":\"u\",\"action\":\"terminate_all\"}\n", p.to);
    fflush(p.to);
    static const char *const id[] = {"v", "t", "two", "u", "one"};
    for (int i = 0; i < 5;) {
        json_t *a = next_answer(&p);
        if (!is_during(a))
            assert_string_equal(text_of(a, "id"), id[i++]);
        if (i == 3 && !is_during(a))
            assert_true(json_is_true(json_object_get(a, "noResults")));
        if (i == 5)
            assert_true(json_array_size(json_object_get(a, "moveInfos")) > 0);
        json_decref(a);
    }
    fclose(p.to);
    pthread_join(thread, NULL);
    json_analysis_destroy(p.s);
    fclose(p.in);
    fclose(p.from);
    free(p.line);
    alarm(0);
}

/* Without an interval, too, and then once. */
static void a_search_reports_once_after_a_time(void **state)
{
    (void)state;
    answers a = answers_to("{\"id\":\"a\",\"moves\":[],\"firstReportDuringSearchAfter\":0.01,"
                           "\"overrideSettings\":{\"maxTime\":0.3,\"maxVisits\":1e20}," GAME "}");
    assert_int_equal(a.n, 2);
    assert_true(is_during(a.line[0]));
    assert_false(is_during(a.line[1]));
    release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_is_answered_with_moves_and_root),
        cmocka_unit_test(what_is_asked_for_comes_besides),
        cmocka_unit_test(win_rates_are_reported_from_the_view_asked_for),
        cmocka_unit_test(turns_come_in_order_and_priorities_first),
        cmocka_unit_test(the_same_query_gets_the_same_answer),
        cmocka_unit_test(moves_can_be_allowed_and_avoided),
        cmocka_unit_test(without_a_legal_move_the_answer_is_an_error),
        cmocka_unit_test(each_position_has_one_last_answer),
        cmocka_unit_test(no_list_of_allowed_moves_restricts_nothing),
        cmocka_unit_test(the_hash_knows_the_ko),
        cmocka_unit_test(own_eyes_are_searched_where_nothing_else_is_left),
        cmocka_unit_test(stones_before_the_first_move),
        cmocka_unit_test(komi_goes_up_to_400),
        cmocka_unit_test(komi_may_be_among_the_rules),
        cmocka_unit_test(either_side_can_be_next_after_the_last_move),
        cmocka_unit_test(what_is_wrong_names_the_field),
        cmocka_unit_test(a_setting_is_named_once),
        cmocka_unit_test(a_line_that_is_no_json_tells_its_id),
        cmocka_unit_test(what_is_not_known_is_warned_of),
        cmocka_unit_test(the_policy_adds_up_to_one),
        cmocka_unit_test(symmetric_moves_are_answered_as_copies),
        cmocka_unit_test(searches_can_be_ended),
        cmocka_unit_test(a_search_reports_once_after_a_time),
    };
    return cmocka_run_group_tests(tests, small_nets_setup, small_nets_teardown);
}
