/* Single games between programs that behave and programs that do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include "board/coord.h"
#include "match/game/play.h"
#include "tests/support/assert_close.h"
#include "tests/support/fake_player.h"

/* 5x5, area scoring, no superko surprises; komi 0.5. */
static match_conditions conditions(void)
{
    match_conditions c = {.size = 5, .komi = 0.5, .rules_name = "chinese-ogs", .lag = 0.1,
                          .hang_timeout = 60};
    assert_true(rules_by_name("chinese-ogs", &c.rules));
    return c;
}

/* Black and white by their commands; the note and the SGF stay until the next. */
static match_game play_with(const match_conditions *c, const char *black, const char *white,
                            const opening *start)
{
    static match_game m;
    player players[2] = {{.spec = black, .name = "Black"}, {.spec = white, .name = "White"}};
    snprintf(players[0].command, sizeof players[0].command, "%s", black);
    snprintf(players[1].command, sizeof players[1].command, "%s", white);
    opening none = {0};
    go_error err;
    match_game_free(&m);
    m = (match_game){.side = {{0}, {.player = 0, .seed = 11}, {.player = 1, .seed = 22}}};
    if (match_game_play(&m, c, players, start ? start : &none, &err) != GO_OK)
        fail_msg("%s", err.message);
    return m;
}

static match_game play(const char *black, const char *white)
{
    match_conditions c = conditions();
    return play_with(&c, black, white, NULL);
}

static void expect(match_game m, game_end end, colour winner, const char *result, const char *note)
{
    char text[SCORE_TEXT_MAX];
    if (m.end != end || m.winner != winner || strcmp(match_game_result(&m, text), result) != 0 ||
        !strstr(m.note, note))
        fail_msg("%s, winner %d, %s, '%s'", game_end_name(m.end), m.winner,
                 match_game_result(&m, text), m.note);
}

/* ---- counting ---- */

/* Black has a wall on column C, white one on D: 15 points and 10. */
#define BLACK_WALL "C1 C2 C3 C4 C5"
#define WHITE_WALL "D1 D2 D3 D4 D5"

static void two_passes_end_it_and_the_board_counts(void **state)
{
    (void)state;
    match_game m = play(FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL));
    expect(m, END_SCORE, BLACK, "B+4.5", "no player judges the end");
    assert_int_equal(m.n_moves, 12);
    assert_int_equal(m.side[BLACK].moves, 6);
    assert_true(m.side[WHITE].seconds > 0 && m.side[WHITE].slowest <= m.side[WHITE].seconds);
    assert_int_equal(m.side[WHITE].playouts, -1);
    assert_false(m.disagreed);
}

static void the_record_tells_all(void **state)
{
    (void)state;
    match_game m = play(FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL));
    assert_non_null(strstr(m.sgf, "SZ[5]KM[0.5]RU[Chinese-OGS]PB[Black]PW[White]RE[B+4.5]"));
    assert_non_null(strstr(m.sgf, "black: exec bash tests/support/fake_player.sh good C1"));
    assert_non_null(strstr(m.sgf, "(seed 11)"));
    assert_non_null(strstr(m.sgf, "ended by score"));
    assert_non_null(strstr(m.sgf, "\n;B[ce]C[0."));
    assert_non_null(strstr(m.sgf, "\n;W[]C[0."));
}

/* White has a dead stone at A1. */
static void dead_stones_come_off_as_both_say(void **state)
{
    (void)state;
    expect(play(FAKE("dead A1 " BLACK_WALL " A5"), FAKE("dead A1 " WHITE_WALL " A1")), END_SCORE,
           BLACK, "B+4.5", "");
    /* only one knows */
    expect(play(FAKE("good " BLACK_WALL " A5"), FAKE("dead A1 " WHITE_WALL " A1")), END_SCORE,
           BLACK, "B+4.5", "only white judges the end");
    /* nobody knows: A1 lives, and spoils the points it touches */
    expect(play(FAKE("good " BLACK_WALL " A5"), FAKE("good " WHITE_WALL " A1")), END_SCORE, WHITE,
           "W+5.5", "counted as it stands");
}

/* 15 to 10 as it stands; if white says that black's wall is dead, white wins all. */
static void a_liar_is_found_out_and_counted(void **state)
{
    (void)state;
    match_game m = play(FAKE("dead , " BLACK_WALL), FAKE("dead C1,C2,C3,C4,C5 " WHITE_WALL));
    expect(m, END_SCORE, BLACK, "B+4.5", "black counts B+4.5, white counts W+25.5");
    assert_true(m.disagreed);
    /* of the same opinion on the winner, not on the margin: no disagreement */
    m = play(FAKE("score B+4.5 " BLACK_WALL), FAKE("score B+24.5 " WHITE_WALL));
    expect(m, END_SCORE, BLACK, "B+4.5", "white counts B+24.5");
    assert_false(m.disagreed);
}

static void points_that_are_no_stones_are_ignored(void **state)
{
    (void)state;
    expect(play(FAKE("dead A1 " BLACK_WALL), FAKE("score nonsense " WHITE_WALL)), END_SCORE, BLACK,
           "B+4.5", "no player judges");
}

/* Komi is 0.5, so nobody can win by more than 25.5, or 26 with the button. */
static void impossible_scores_are_no_opinion(void **state)
{
    (void)state;
    match_game m = play(FAKE("score B+26 " BLACK_WALL), FAKE("score W+99 " WHITE_WALL));
    expect(m, END_SCORE, BLACK, "B+26", "only black judges the end (answered 'final_score' with "
           "'W+99', more than there is on the board)");
    assert_false(m.disagreed);
    expect(play(FAKE("score B+27 " BLACK_WALL), FAKE("score W+1e9 " WHITE_WALL)), END_SCORE, BLACK,
           "B+4.5", "no player judges the end");
    /* under territory scoring prisoners count, too */
    match_conditions c = conditions();
    c.rules.scoring = SCORING_TERRITORY;
    expect(play_with(&c, FAKE("score B+27 " BLACK_WALL), FAKE("good " WHITE_WALL), NULL),
           END_SCORE, BLACK, "B+27", "");
}

static void other_referees(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.referee = REFEREE_ALIVE;
    expect(play_with(&c, FAKE("dead C1,C2,C3,C4,C5 " BLACK_WALL),
                     FAKE("dead C1,C2,C3,C4,C5 " WHITE_WALL), NULL), END_SCORE, BLACK, "B+4.5", "");
    c.referee = REFEREE_PROGRAM;
    c.referee_command = FAKE("dead C1,C2,C3,C4,C5");
    expect(play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL), END_SCORE,
           WHITE, "W+25.5", "");
    c.referee_command = "/no/such/referee";
    expect(play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL), END_SCORE,
           BLACK, "B+4.5", "the referee ended at 'boardsize 5' (the command was not");
    c.referee_command = FAKE("score B+99");
    match_game m = play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL);
    expect(m, END_SCORE, BLACK, "B+4.5", "more than there is on the board: counted as it stands");
    assert_true(m.unjudged);
    c.referee_command = FAKE("score B+9");
    assert_false(play_with(&c, FAKE("good"), FAKE("good"), NULL).unjudged);
}

/* It says how it was told the game: as its score, when the rules are there. */
static void a_referee_is_told_the_rules(void **state)
{
    (void)state;
    match_conditions c = conditions();
    assert_true(rules_by_name("japanese", &c.rules));
    c.referee = REFEREE_PROGRAM;
    c.referee_command =
        "while read -r a b; do case $a in list_commands) printf '= kata-set-rules\\n\\n';; "
        "kata-set-rules) told=$b; printf '=\\n\\n';; final_status_list) printf '? no\\n\\n';; "
        "final_score) case $told in japanese) printf '= B+3\\n\\n';; "
        "koSIMPLEscoreTERRITORYtaxSEKIsui1fpok1) printf '= B+5\\n\\n';; *) printf '= W+3\\n\\n';; "
        "esac;; *) printf '=\\n\\n';; esac; done";
    expect(play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL), END_SCORE,
           BLACK, "B+3", "");
    c.rules.suicide = true; /* which has no name */
    expect(play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL), END_SCORE,
           BLACK, "B+5", "");
}

/* Black has all of columns A and B except its wall, 9 points, white column E, and C3 is dame:
 * it does not make the two sides a seki.                                       */
static void an_open_dame_leaves_territory_alone(void **state)
{
    (void)state;
    match_conditions c = conditions();
    assert_true(rules_by_name("japanese", &c.rules));
    expect(play_with(&c, FAKE("good C1 C2 B3 C4 C5"), FAKE("good " WHITE_WALL), NULL), END_SCORE,
           BLACK, "B+3.5", "counted as it stands");
    /* the dead stone is a prisoner, for the point that black plays */
    expect(play_with(&c, FAKE("dead A1 C1 C2 B3 C4 C5 A5"), FAKE("dead A1 " WHITE_WALL " A1"),
                     NULL), END_SCORE, BLACK, "B+3.5", "");
    /* E4 and E5 are too few for two eyes, so white is in seki: 6 points and none */
    expect(play_with(&c, FAKE("good C1 C2 B3 C4 C5 B1 B2 B4"),
                     FAKE("good " WHITE_WALL " E1 E2 E3"), NULL), END_SCORE, BLACK, "B+5.5",
           "counted as it stands");
}

static void draws_are_draws(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.komi = 5;
    expect(play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL), END_SCORE,
           EMPTY, "0", "");
}

/* ---- other ends ---- */

static void resigning_loses(void **state)
{
    (void)state;
    expect(play(FAKE("good C3 resign"), FAKE("good B2")), END_RESIGN, WHITE, "W+R",
           "Black resigned at move 3");
}

/* The search before resigning took time, too, and counts among the moves. */
static void playouts_are_counted(void **state)
{
    (void)state;
    match_game m = play(FAKE("counts 7 C3 resign"), FAKE("good B2"));
    expect(m, END_RESIGN, WHITE, "W+R", "");
    assert_int_equal(m.side[BLACK].moves, 2);
    assert_int_equal(m.side[BLACK].playouts, 14);
    assert_int_equal(m.side[WHITE].playouts, -1);
    assert_non_null(strstr(m.sgf, "s, 7 playouts]"));
    match_game lie = play(FAKE("counts 9223372036854775807 C3 resign"), FAKE("good B2"));
    assert_int_equal(lie.side[BLACK].playouts, -1); /* their sum would overflow */
}

static void illegal_moves_lose(void **state)
{
    (void)state;
    expect(play(FAKE("good C3"), FAKE("good C3")), END_ILLEGAL, BLACK, "B+F",
           "White played C3 at move 2, which is illegal");
    expect(play(FAKE("good C3"), FAKE("good Z9")), END_NONSENSE, BLACK, "B+F",
           "White answered 'genmove w' with 'Z9'");
    expect(play(FAKE("good F1"), FAKE("good")), END_NONSENSE, WHITE, "W+F", "'F1'");
    match_game m = play(FAKE("good C3"), FAKE("bytes 1")); /* quoted as text */
    expect(m, END_NONSENSE, BLACK, "B+F", "'??move'");
    assert_non_null(strstr(m.sgf, "'??move'"));
}

/* Black may not take the ko back at once:  . X O .
 *                                          X O . O    positional superko forbids it too */
static void the_ko_rule_is_ours(void **state)
{
    (void)state;
    expect(play(FAKE("good B5 A4 B3 E1 C4"), FAKE("good C5 D4 C3 B4 B4")), END_ILLEGAL, BLACK,
           "B+F", "ko");
}

static void failures_lose_and_are_told_apart(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.hang_timeout = 2;
    expect(play(FAKE("crash 2 C3 C4"), FAKE("good B2")), END_CRASH, WHITE, "W+F",
           "Black ended at 'genmove b' (signal 11");
    expect(play_with(&c, FAKE("good C3"), FAKE("hang 1"), NULL), END_HANG, BLACK, "B+F",
           "White did not answer 'genmove w' within 2 s");
    expect(play(FAKE("good C3"), FAKE("nonsense 1")), END_NONSENSE, BLACK, "B+F",
           "White answered 'genmove w' with 'I think");
    expect(play(FAKE("error 1"), FAKE("good B2")), END_REFUSED, WHITE, "W+F",
           "Black answered 'genmove b' with an error: no idea");
    expect(play(FAKE("good C3"), FAKE("refuse")), END_REFUSED, BLACK, "B+F",
           "White answered 'play b C3' with an error: illegal move");
    expect(play(FAKE("nostart"), FAKE("good")), END_START, WHITE, "W+F", "cannot find my network");
    expect(play("/no/such/program", FAKE("good")), END_START, WHITE, "W+F", "was not found");
}

static void a_size_it_does_not_know_is_a_failed_start(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.size = 7;
    expect(play_with(&c, FAKE("good"), FAKE("good"), NULL), END_START, WHITE, "W+F",
           "Black answered 'boardsize 7' with an error: unacceptable size");
}

static void endless_games_are_cut(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.max_moves = 4;
    match_game m = play_with(&c, FAKE("good " BLACK_WALL), FAKE("good " WHITE_WALL), NULL);
    expect(m, END_LIMIT, WHITE, "W+0.5", ""); /* 2 stones each, the rest touches both */
    assert_int_equal(m.n_moves, 4);
}

/* ---- time ---- */

static void the_clock_is_ours(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.time = (time_settings){.system = TIME_ABSOLUTE, .main = 1};
    expect(play_with(&c, FAKE("slow 0.7 C3 C4"), FAKE("good B2"), NULL), END_TIME, WHITE, "W+T",
           "Black did not move within its ");
    c.time.main = 0.2; /* and a lag, which it is not told */
    expect(play_with(&c, FAKE("slow 0.7"), FAKE("good"), NULL), END_TIME, WHITE, "W+T",
           "Black did not move within its 0.200 s left");
    /* byo-yomi: two periods of 0.3 s, the second move takes both */
    c.time = (time_settings){.system = TIME_BYOYOMI, .period = 0.3, .periods = 2};
    expect(play_with(&c, FAKE("slow 0.9"), FAKE("good"), NULL), END_TIME, WHITE, "W+T", "Black");
}

static void the_lag_is_forgiven(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.time = (time_settings){.system = TIME_BYOYOMI, .period = 0.3, .periods = 1};
    c.lag = 5;
    match_game m = play_with(&c, FAKE("slow 0.5"), FAKE("good"), NULL);
    assert_int_equal(m.end, END_SCORE);
    assert_true(m.side[BLACK].slowest >= 0.5);
    assert_non_null(strstr(m.sgf, "BL["));
}

/* 0 0 0 would mean that there is no limit. */
static void short_times_are_told(void **state)
{
    (void)state;
    match_conditions c = conditions();
    c.lag = 5;
    c.time = (time_settings){.system = TIME_ABSOLUTE, .main = 0.4};
    expect(play_with(&c, FAKE("told 'time_settings 1 0 0' resign"), FAKE("good"), NULL), END_RESIGN,
           WHITE, "W+R", "");
    expect(play_with(&c, FAKE("fractions 'kata-time_settings absolute 0.4' resign"), FAKE("good"),
                     NULL), END_RESIGN, WHITE, "W+R", "");
    c.time = (time_settings){.system = TIME_FISCHER, .main = 0, .increment = 0.25};
    expect(play_with(&c, FAKE("told 'time_settings 1 0 0' resign"), FAKE("good"), NULL), END_RESIGN,
           WHITE, "W+R", "");
    c.time = (time_settings){.system = TIME_BYOYOMI, .period = 0.5, .periods = 3};
    expect(play_with(&c, FAKE("fractions 'time_left b 0.50 3' resign"), FAKE("good"), NULL),
           END_RESIGN, WHITE, "W+R", "");
    /* to one without byo-yomi, three would be stones to play in half a second */
    expect(play_with(&c, FAKE("told 'time_left b 0 1' resign"), FAKE("good"), NULL), END_RESIGN,
           WHITE, "W+R", "");
    c.time = (time_settings){.system = TIME_CANADIAN, .period = 0.5, .stones = 3};
    expect(play_with(&c, FAKE("told 'time_left b 0 3' resign"), FAKE("good"), NULL), END_RESIGN,
           WHITE, "W+R", "");
}

/* ---- openings and lines ---- */

static void an_opening_is_played_for_both(void **state)
{
    (void)state;
    match_conditions c = conditions();
    opening start = {.n = 3};
    assert_true(coord_from_gtp(5, "C3", &start.at[0]) && coord_from_gtp(5, "B2", &start.at[1]) &&
                coord_from_gtp(5, "D2", &start.at[2]));
    match_game m = play_with(&c, FAKE("good A1"), FAKE("good A5"), &start);
    assert_non_null(strstr(m.sgf, ";B[cc];W[bd];B[dd];W[aa]C["));
    assert_int_equal(m.side[BLACK].moves, 2);
    assert_int_equal(m.side[WHITE].moves, 2);
    assert_int_equal(m.n_moves, 7);
}

/* Policies know only the simple ko, so a long drawn opening may repeat a position: such a match
 * could not go on.  Here C3 is occupied.                                       */
static void an_opening_ends_before_a_move_that_is_illegal(void **state)
{
    (void)state;
    match_conditions c = conditions();
    opening start = {.n = 3};
    assert_true(coord_from_gtp(5, "C3", &start.at[0]) && coord_from_gtp(5, "B2", &start.at[1]));
    start.at[2] = start.at[0];
    match_game m = play_with(&c, FAKE("good A1"), FAKE("good A5"), &start);
    assert_non_null(strstr(m.sgf, ";B[cc];W[bd];B[ae]C["));
}

static void a_line_brings_the_game_back(void **state)
{
    (void)state;
    player players[2] = {{.spec = "x", .name = "Black"}, {.spec = "y", .name = "White"}};
    match_game m = play(FAKE("crash 2 C3 C4"), FAKE("good B2")), back;
    go_error err;
    json_t *object = match_game_to_json(&m, players);
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_OK);
    assert_int_equal(back.end, END_CRASH);
    assert_int_equal(back.winner, WHITE);
    assert_int_equal(back.side[BLACK].seed, 11);
    assert_int_equal(back.side[WHITE].moves, m.side[WHITE].moves);
    assert_close(back.side[BLACK].seconds, m.side[BLACK].seconds, 1e-12);
    assert_string_equal(back.note, m.note);
    assert_int_equal(match_game_from_json(&back, object, 1, &err), GO_EFORMAT);
    json_object_set_new(object, "unjudged", json_true());
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_OK);
    assert_true(back.unjudged);
    assert_true(back.moves_hash && back.moves_hash == m.moves_hash);
    json_object_del(object, "unjudged"); /* as in older matches */
    json_object_del(object, "moves_hash");
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_OK);
    assert_false(back.unjudged || back.moves_hash);
    json_object_set_new(object, "winner", json_string("nobody")); /* which is no draw */
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "neither black nor white nor draw"));
    json_object_set_new(object, "winner", json_string("white"));
    json_object_set_new(json_object_get(object, "white"), "player", json_integer(0));
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_EFORMAT); /* against itself */
    json_object_set_new(json_object_get(object, "white"), "player", json_integer(1));
    json_object_set_new(json_object_get(object, "white"), "seconds", json_real(-1));
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_EFORMAT);
    json_object_del(object, "winner");
    assert_int_equal(match_game_from_json(&back, object, 2, &err), GO_EFORMAT);
    assert_non_null(strstr(err.message, "winner"));
    json_decref(object);
}

static int free_last(void **state)
{
    (void)state;
    match_game m = play(FAKE("good resign"), FAKE("good"));
    match_game_free(&m);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_passes_end_it_and_the_board_counts),
        cmocka_unit_test(the_record_tells_all),
        cmocka_unit_test(dead_stones_come_off_as_both_say),
        cmocka_unit_test(a_liar_is_found_out_and_counted),
        cmocka_unit_test(points_that_are_no_stones_are_ignored),
        cmocka_unit_test(impossible_scores_are_no_opinion),
        cmocka_unit_test(other_referees),
        cmocka_unit_test(a_referee_is_told_the_rules),
        cmocka_unit_test(an_open_dame_leaves_territory_alone),
        cmocka_unit_test(draws_are_draws),
        cmocka_unit_test(resigning_loses),
        cmocka_unit_test(playouts_are_counted),
        cmocka_unit_test(illegal_moves_lose),
        cmocka_unit_test(the_ko_rule_is_ours),
        cmocka_unit_test(failures_lose_and_are_told_apart),
        cmocka_unit_test(a_size_it_does_not_know_is_a_failed_start),
        cmocka_unit_test(endless_games_are_cut),
        cmocka_unit_test(the_clock_is_ours),
        cmocka_unit_test(the_lag_is_forgiven),
        cmocka_unit_test(short_times_are_told),
        cmocka_unit_test(an_opening_is_played_for_both),
        cmocka_unit_test(an_opening_ends_before_a_move_that_is_illegal),
        cmocka_unit_test(a_line_brings_the_game_back),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, free_last);
}
