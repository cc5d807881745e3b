/* The engine at play: its moves, its clock, the end of the game. */
#include <ctype.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/rng.h"
#include "board/coord.h"
#include "tests/support/count_of.h"
#include "tests/support/drawn.h"
#include "tests/support/gtp_talk.h"
#include "tests/support/temp_dir.h"

/* "= D4" or "= pass": the point, or the test fails. */
static point vertex_of(const char *reply, int size)
{
    point p = PASS;
    char name[10] = "";
    assert_int_equal(sscanf(reply, "= %9s", name), 1);
    if (!coord_from_gtp(size, name, &p))
        fail_msg("'%s' is no vertex", reply);
    assert_true(p == PASS || isupper((unsigned char)name[0]));
    return p;
}

static void genmove_plays_and_reg_genmove_does_not(void **state)
{
    gtp_settings s = quick_settings();
    (void)state;
    char *got = transcript(&s, "reg_genmove b\n1 move_history\ngenmove b\n2 move_history\n");
    vertex_of(got, 9);
    assert_non_null(strstr(got, "=1\n\n"));
    char *played = strstr(strstr(got, "=1\n\n") + 4, "= ");
    point p = vertex_of(played, 9);
    char expected[50], name[COORD_MAX];
    snprintf(expected, sizeof expected, "=2 black %s\n\n", coord_to_gtp(9, p, name));
    assert_non_null(strstr(got, expected));
    free(got);
}

/* Two engines would say the same: a whole game, its moves checked by the board. */
static void a_game_against_itself_is_legal_and_ends(void **state)
{
    gtp_settings settings = quick_settings();
    settings.search.limits.playouts = 30;
    session *s = session_start(&settings);
    board b;
    (void)state;
    board_init(&b, 5);
    session_send(s, "boardsize 5\nkomi 0\n");
    session_reply(s);
    session_reply(s);
    int passes = 0, moves = 0;
    for (; passes < 2 && moves < 300; moves++) {
        colour c = moves & 1 ? WHITE : BLACK;
        session_send(s, c == BLACK ? "genmove b\n" : "genmove w\n");
        point p = vertex_of(session_reply(s), 5);
        assert_int_equal(board_play(&b, c, p), MOVE_OK);
        passes = p == PASS ? passes + 1 : 0;
    }
    assert_int_equal(passes, 2);
    session_send(s, "final_score\n");
    const char *score = session_reply(s);
    assert_true(score[2] == 'B' || score[2] == 'W' || score[2] == '0');
    assert_int_equal(session_end(s), GO_OK);
}

static void it_gives_up_when_told_to(void **state)
{
    gtp_settings s = quick_settings();
    (void)state;
    s.search.choice.resign = true;
    s.search.limits.playouts = 300; /* enough to know */
    s.search.choice.resign_moves = 1;
    s.search.choice.resign_threshold = 0.4;
    char *got = transcript(&s, "boardsize 5\nkomi -100\ngogui-play_sequence b c3 w c4 b b4 w d3 b "
                                "c2 w d2 b b5\ngenmove w\nmove_history\n");
    assert_non_null(strstr(got, "= resign\n\n= black B5\n")); /* no move was played */
    free(got);
}

/* ---- the clock ---- */

static double seconds_of(const gtp_settings *s, const char *input)
{
    double begin = clock_now();
    free(transcript(s, input));
    return clock_now() - begin;
}

/* What is told of the clock beats the settings, under which each of these moves
 * would take a minute and more.                                              */
static void the_clock_is_kept(void **state)
{
    gtp_settings s = quick_settings();
    (void)state;
    s.search.limits.playouts = 0;
    s.search.limits.lag = 0.05;
    s.search.limits.early_stop = false;
    double t = seconds_of(&s, "time_settings 0 1 1\ngenmove b\n");
    assert_true(t > 0.4 && t < 4);
    t = seconds_of(&s, "time_settings 9000 0 0\ntime_left b 0.5 0\ngenmove b\n");
    assert_true(t < 4);
    t = seconds_of(&s, "kgs-time_settings byoyomi 9000 90 3\ntime_left b 0.5 1\ngenmove b\n");
    assert_true(t < 4);
    t = seconds_of(&s, "kata-time_settings absolute 0\ngenmove b\n");
    assert_true(t < 4);
    t = seconds_of(&s, "time_settings 0 0 0\ntime_left b 0.5 0\ngenmove b\n");
    assert_true(t < 4);
    t = seconds_of(&s, "kata-set-param move-time 0.3\ngenmove b\n");
    assert_true(t > 0.25 && t < 4);
    s.search.limits.move_time = 0.1; /* bounds what the clock would allow */
    t = seconds_of(&s, "time_settings 9000 0 0\ngenmove b\n");
    assert_true(t < 4);
}

/* Gammas that take almost a second to read: a pipe that is filled late. */
static void *fill_late(void *pipe)
{
    static char bytes[1 << 20];
    FILE *from = fopen("data/fast-9x9.gammas.zst", "rb");
    size_t n = from ? fread(bytes, 1, sizeof bytes, from) : 0;
    usleep(900000);
    FILE *to = fopen(pipe, "wb");
    bool written = to && fwrite(bytes, 1, n, to) == n;
    if (from)
        fclose(from);
    if (to)
        fclose(to);
    return written ? pipe : NULL;
}

typedef struct late_gammas {
    temp_dir dir;
    char path[400];
    pthread_t writer;
} late_gammas;

/* Settings of an engine that reads them and searches for as long as the clock allows. */
static gtp_settings late_settings(late_gammas *late)
{
    gtp_settings s = quick_settings();
    late->dir = temp_dir_create();
    assert_int_equal(mkfifo(temp_dir_path(&late->dir, "gammas", late->path), 0600), 0);
    assert_int_equal(pthread_create(&late->writer, NULL, fill_late, late->path), 0);
    s.search.evaluate.prior = PRIOR_GAMMAS;
    s.search.evaluate.gammas = late->path;
    s.search.limits.playouts = 0;
    s.search.limits.lag = 0.001;
    s.search.limits.early_stop = false;
    return s;
}

static void end_late_gammas(late_gammas *late)
{
    void *written;
    assert_int_equal(pthread_join(late->writer, &written), 0);
    assert_non_null(written);
    temp_dir_remove(&late->dir);
}

/* The seconds of a search, as katachi-counts tells them. */
static double seconds_in(const char *counts)
{
    const char *at = strstr(counts, " seconds ");
    assert_non_null(at);
    return strtod(at + 9, NULL);
}

/* The first move of a game of 0.4 s a move has to wait for them, the second not. */
static void time_for_reading_is_not_held_back_from_later_moves(void **state)
{
    late_gammas late;
    gtp_settings s = late_settings(&late);
    (void)state;
    char *got = transcript(&s, "time_settings 0 4 10\ngenmove b\ngenmove w\nkatachi-counts\n");
    assert_true(seconds_in(got) > 0.1);
    free(got);
    end_late_gammas(&late);
}

/* No time_left says that the clock stands at 0, and the next move has a period. */
static void a_move_that_came_too_late_does_not_spoil_the_others(void **state)
{
    late_gammas late;
    gtp_settings s = late_settings(&late);
    (void)state;
    char *got = transcript(&s, "kgs-time_settings byoyomi 0 0.4 1\ngenmove b\ngenmove b\n"
                               "katachi-counts\n");
    assert_true(seconds_in(got) > 0.1);
    free(got);
    end_late_gammas(&late);
}

/* It arrives while the engine uses a pause to read. */
static void the_time_of_a_move_begins_when_it_is_asked_for(void **state)
{
    late_gammas late;
    gtp_settings settings = late_settings(&late);
    session *s = session_start(&settings);
    (void)state;
    session_send(s, "time_settings 0 1.5 1\n");
    session_reply(s);
    usleep(150000);
    session_send(s, "genmove b\nkatachi-counts\n");
    vertex_of(session_reply(s), 9);
    assert_true(seconds_in(session_reply(s)) < 1.45);
    assert_int_equal(session_end(s), GO_OK);
    end_late_gammas(&late);
}

/* ---- the end ---- */

/* Black's left side, white's right; a white stone is dead at B2. */
static const char finished[] =
    "boardsize 5\nkomi 0.5\n"
    "gogui-setup b c1 b c2 b c3 b c4 b c5 w d1 w d2 w d3 w d4 w d5 w b2\n";

static void expect_reply(const char *position, const char *command, const char *expected)
{
    gtp_settings s = quick_settings();
    char input[1000];
    snprintf(input, sizeof input, "%s7 %s\n", position, command);
    char *got = transcript(&s, input), *reply = strstr(got, "=7");
    if (!reply || strcmp(reply + 2, expected) != 0)
        fail_msg("%s:\n%s\nexpected:\n%s", command, got, expected);
    free(got);
}

/* On CGOS the dead stone counts as living until it is taken: a pass would lose a won game. */
static void on_cgos_the_board_counts_as_it_stands(void **state)
{
    (void)state;
    gtp_settings s = quick_settings();
    char input[1000];
    s.rules = "cgos";
    for (int passed = 0; passed < 2; passed++) {
        snprintf(input, sizeof input, "%s%sfinal_score\ngenmove b\nkata-set-rules chinese\n"
                 "final_score\nkata-get-rules\nkata-set-rules CGOS\nkata-get-rules\n", finished,
                 passed ? "play w pass\n" : "");
        char *got = transcript(&s, input);
        assert_non_null(strstr(got, "= W+6.5\n\n= ")); /* as it stands, and */
        assert_null(strstr(got, "= pass"));            /* so black goes on   */
        assert_non_null(strstr(got, "= B+4.5\n\n"));
        assert_non_null(strstr(got, "{\"friendlyPassOk\":false,\"hasButton\":false,"
                                    "\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"suicide\":false,"
                                    "\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}"));
        free(got);
    }
}

static void score_and_dead_stones(void **state)
{
    (void)state;
    expect_reply(finished, "final_score", " B+4.5\n\n");
    expect_reply(finished, "final_status_list dead", " B2\n\n");
    expect_reply(finished, "final_status_list alive",
                 " C5 C1 C2 C3 C4\nD5 D1 D2 D3 D4\n\n");
    expect_reply(finished, "final_status_list seki", "\n\n");
    expect_reply(finished, "final_status_list dame", "\n\n");
    expect_reply(finished, "final_status_list white_territory", " E5 E4 E3 E2 E1\n\n");
    expect_reply(finished, "final_status_list black_territory",
                 " A5 B5 A4 B4 A3 B3 A2 B2 A1 B1\n\n");
    expect_reply(finished, "final_status b2", " dead\n\n");
    expect_reply(finished, "final_status a1", " black_territory\n\n");
    expect_reply(finished, "final_status c3", " alive\n\n");
}

/* Territory, a prisoner on the board: 9 + 2 - 5 - 0.5. */
static void japanese_score(void **state)
{
    char position[500];
    (void)state;
    snprintf(position, sizeof position, "kata-set-rules japanese\n%s", finished);
    expect_reply(position, "final_score", " B+5.5\n\n");
}

static void unknown_lists_are_refused(void **state)
{
    (void)state;
    expect_transcript("final_status_list ghosts",
                      "? syntax error: expected alive, seki, dead, black_territory, "
                      "white_territory or dame, not 'ghosts'\n\n");
    expect_transcript("final_status pass",
                      "? syntax error: expected a vertex of this board, not 'pass'\n\n");
}

/* kgs-genmove_cleanup takes the dead stone off before it passes. */
static void cleanup_captures_what_is_dead(void **state)
{
    gtp_settings settings = quick_settings();
    session *s = session_start(&settings);
    (void)state;
    session_send(s, finished);
    for (int i = 0; i < 3; i++)
        session_reply(s);
    point p = (point)~0;
    int moves = 0;
    for (; p != PASS && moves < 12; moves++) {
        session_send(s, "kgs-genmove_cleanup b\n");
        p = vertex_of(session_reply(s), 5);
        session_send(s, "play w pass\n");
        session_reply(s);
    }
    assert_int_equal(p, PASS);
    session_send(s, "captures b\n");
    assert_string_equal(session_reply(s), "= 1");
    session_end(s);
}

/* ---- what is missing ---- */

static void without_gammas_everything_but_moves_works(void **state)
{
    gtp_settings s = quick_settings();
    (void)state;
    s.search.evaluate.prior = PRIOR_GAMMAS;
    s.search.evaluate.gammas = "/nonexistent/large.gammas";
    char *got = transcript(&s, "list_commands\nplay b c3\n1 genmove w\n2 kata-analyze w 10\n"
                               "3 lz-genmove_analyze w\n4 move_history\n");
    static const char *const refused[] = {"\n?1 ", "\n?2 ", "\n?3 "};
    for (int i = 0; i < 3; i++) {
        char *reply = strstr(got, refused[i]);
        assert_non_null(reply);
        assert_non_null(strstr(reply, "/nonexistent/large.gammas"));
    }
    assert_non_null(strstr(got, "=4 black C3\n\n"));
    free(got);
}

static void impossible_settings_are_told(void **state)
{
    gtp_engine *e;
    go_error err;
    gtp_settings s = quick_settings();
    (void)state;
    s.rules = "martian";
    assert_int_equal(gtp_engine_create(&e, &s, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "martian"));
    s = quick_settings();
    s.komi = "much";
    assert_int_equal(gtp_engine_create(&e, &s, &err), GO_EINVAL);
    s.komi = "1e300"; /* as the command komi has it */
    assert_int_equal(gtp_engine_create(&e, &s, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "from -10000 to 10000"));
    s = quick_settings();
    s.time = "sundial";
    assert_int_equal(gtp_engine_create(&e, &s, &err), GO_EINVAL);
    s = quick_settings();
    s.log = "/dev/null/log";
    assert_int_equal(gtp_engine_create(&e, &s, &err), GO_EIO);
}

static void a_log_that_cannot_be_written_is_told_once(void **state)
{
    gtp_settings s = quick_settings();
    char *talk;
    (void)state;
    s.quiet = false;
    s.log = "/dev/full";
    char *got = transcript_and_talk(&s, "name\nname\nname\n", &talk);
    assert_string_equal(got, "= Katachi\n\n= Katachi\n\n= Katachi\n\n");
    assert_int_equal(count_of(talk, "cannot write to the log /dev/full any more"), 1);
    free(got);
    free(talk);
}

/* ---- pondering ---- */

static void pondering_yields_to_every_line(void **state)
{
    gtp_settings settings = quick_settings();
    (void)state;
    settings.search.limits.ponder = true;
    session *s = session_start(&settings);
    session_send(s, "genmove b\n");
    vertex_of(session_reply(s), 9);
    for (int i = 0; i < 5; i++) {
        usleep(80000); /* it has begun to ponder */
        double begin = clock_now();
        session_send(s, "name\n");
        assert_string_equal(session_reply(s), "= Katachi");
        assert_true(clock_now() - begin < 5);
    }
    session_send(s, "play w a1\ngenmove b\n");
    assert_string_equal(session_reply(s), "=");
    vertex_of(session_reply(s), 9);
    assert_int_equal(session_end(s), GO_OK);
}

/* The playouts of the last search, after a while of pondering in which there may be more than `most`. */
static long long playouts_after_a_while(session *s, long long most, int tenths)
{
    static const char begin[] = "= playouts ";
    long long playouts = 0;
    for (int i = 0; i < tenths && playouts <= most; i++) {
        usleep(100000);
        session_send(s, "katachi-counts\n");
        const char *reply = session_reply(s);
        assert_memory_equal(reply, begin, strlen(begin));
        playouts = strtoll(reply + strlen(begin), NULL, 10);
    }
    return playouts;
}

/* A search that could not keep the tree is not prepared by one. */
static void nobody_ponders_in_vain(void **state)
{
    static const char *const vain[] = {"candidates 3", "root gumbel", "noise 0.25", "reuse no",
                                       "root-temperature 1.5", "rank 15k"};
    (void)state;
    for (size_t i = 0; i <= sizeof vain / sizeof vain[0]; i++) {
        const bool ponders = i == sizeof vain / sizeof vain[0]; /* without any of them */
        gtp_settings settings = quick_settings();
        char command[60];
        settings.search.limits.ponder = true;
        session *s = session_start(&settings);
        snprintf(command, sizeof command, "kata-set-param %s\n", ponders ? "ponder yes" : vain[i]);
        session_send(s, command);
        assert_string_equal(session_reply(s), "=");
        session_send(s, "genmove b\n");
        vertex_of(session_reply(s), 9);
        assert_int_equal(playouts_after_a_while(s, 60, ponders ? 100 : 3) > 60, ponders);
        assert_int_equal(session_end(s), GO_OK);
    }
}

/* The engine's own moves need not be played by genmove. */
static void pondering_follows_a_search_whose_move_is_played(void **state)
{
    static const struct {
        const char *asked, *played;
        bool ponders;
    } cases[] = {{"kata-search b\n", "play b c3\n", true},
                 {"kata-search b\n", "play w c3\n", false}, /* another's move */
                 {"kata-search b\nundo\n", "play b c3\n", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gtp_settings settings = quick_settings();
        settings.search.limits.ponder = true;
        session *s = session_start(&settings);
        session_send(s, "play b e5\n");
        assert_string_equal(session_reply(s), "=");
        session_send(s, cases[i].asked);
        vertex_of(session_reply(s), 9);
        if (strstr(cases[i].asked, "undo"))
            assert_string_equal(session_reply(s), "=");
        session_send(s, cases[i].played);
        assert_string_equal(session_reply(s), "=");
        const bool ponders = cases[i].ponders;
        assert_int_equal(playouts_after_a_while(s, 60, ponders ? 100 : 3) > 60, ponders);
        assert_int_equal(session_end(s), GO_OK);
    }
}

/* ---- a long life ---- */

static long resident_kb(void)
{
    char line[100] = "", *resident = line;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fgets(line, sizeof line, f))
        strtol(line, &resident, 10); /* the first number is the address space */
    if (f)
        fclose(f);
    return strtol(resident, NULL, 10) * (sysconf(_SC_PAGESIZE) / 1024);
}

/* The sanitizers keep what was freed for a while. */
static bool memory_tells(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return false;
#endif
#endif
    return true;
}

static void send_round(session *s, rng *r, int lines)
{
    static const char *const commands[] = {
        "play b pass\n", "undo\n", "genmove w\n", "showboard\n", "list_commands\n",
        "lz-genmove_analyze b 1\n", "clear_board\n", "kata-get-rules\n", "boardsize 5\n",
        "time_left b 30 0\n", "nonsense\n", "komi 3.5\n", "fixed_handicap 2\n",
        "kata-set-param playouts 5\n", "kata-set-param gammas /x\n", "printsgf\n",
        "gogui-setup b a1 w b2\n", "kata-analyze b 1\n"};
    for (int i = 0; i < lines; i++) {
        session_send(s, commands[rng_below(r, sizeof commands / sizeof commands[0])]);
        if (i % 50 == 49) { /* a known end of what was answered */
            session_send(s, "final_score\nkatachi-policy\n4242 name\n");
            while (strcmp(session_reply(s), "=4242 Katachi") != 0)
                ;
        }
    }
}

static void ten_thousand_commands_need_no_more_memory(void **state)
{
    gtp_settings settings = quick_settings();
    settings.size = 5;
    settings.search.limits.playouts = 5;
    settings.search.tree.memory = 1 << 20;
    rng r = rng_seed(3);
    (void)state;
    session *s = session_start(&settings);
    send_round(s, &r, 2000);
    long before = resident_kb();
    send_round(s, &r, 8000);
    long after = resident_kb();
    assert_true(after - before < 2000 || !memory_tells());
    assert_int_equal(session_end(s), GO_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genmove_plays_and_reg_genmove_does_not),
        cmocka_unit_test(a_game_against_itself_is_legal_and_ends),
        cmocka_unit_test(it_gives_up_when_told_to),
        cmocka_unit_test(the_clock_is_kept),
        cmocka_unit_test(time_for_reading_is_not_held_back_from_later_moves),
        cmocka_unit_test(a_move_that_came_too_late_does_not_spoil_the_others),
        cmocka_unit_test(the_time_of_a_move_begins_when_it_is_asked_for),
        cmocka_unit_test(on_cgos_the_board_counts_as_it_stands),
        cmocka_unit_test(score_and_dead_stones),
        cmocka_unit_test(japanese_score),
        cmocka_unit_test(unknown_lists_are_refused),
        cmocka_unit_test(cleanup_captures_what_is_dead),
        cmocka_unit_test(without_gammas_everything_but_moves_works),
        cmocka_unit_test(impossible_settings_are_told),
        cmocka_unit_test(a_log_that_cannot_be_written_is_told_once),
        cmocka_unit_test(pondering_yields_to_every_line),
        cmocka_unit_test(nobody_ponders_in_vain),
        cmocka_unit_test(pondering_follows_a_search_whose_move_is_played),
        cmocka_unit_test(ten_thousand_commands_need_no_more_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
