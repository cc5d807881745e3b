/* Analysis: its lines, read by the rules that Sabaki, Lizzie, q5Go and KaTrain
 * share, and its end whenever a line comes in.  The engine searches in its own
 * thread here, as it does in a program.                                      */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "board/coord.h"
#include "tests/support/gtp_talk.h"

/* ---- a reader of analysis lines ---- */

enum { MAX_MOVES = 90, MAX_PV = 64 };

typedef struct read_move {
    point at;
    long visits, order;
    double winrate, prior, lcb, lead;
    int n_pv, n_pv_visits, n_ownership;
    double ownership; /* of its own point, once it is played */
} read_move;

typedef struct read_line {
    int n;
    read_move move[MAX_MOVES];
    int n_ownership;
    double ownership[BOARD_MAX_AREA];
    bool has_root;
    double root_winrate;
    long root_visits;
} read_line;

typedef struct reader {
    char **word;
    int n, at;
    bool kata;
    int size;
} reader;

static const char *peek(const reader *r)
{
    return r->at < r->n ? r->word[r->at] : "";
}

static bool take(reader *r, const char *word)
{
    bool is = strcmp(peek(r), word) == 0;
    r->at += is;
    return is;
}

/* A number; kata's must have a point, lz's must not. */
static double number(reader *r, bool whole)
{
    char *end;
    const char *text = peek(r);
    double x = strtod(text, &end);
    if (end == text || *end)
        fail_msg("'%s' is not a number", text);
    if (!strchr(text, '.') != whole)
        fail_msg("'%s' should%s have a point", text, whole ? " not" : "");
    assert_true(isfinite(x));
    r->at++;
    return x;
}

/* A number from 0 to 1, in ten-thousandths for lz. */
static double share(reader *r)
{
    double x = r->kata ? number(r, false) : number(r, true) / 10000;
    assert_true(x >= 0 && x <= 1);
    return x;
}

static int vertices(reader *r)
{
    int n = 0;
    point p;
    while (coord_from_gtp(r->size, peek(r), &p)) {
        r->at++;
        n++;
    }
    return n;
}

static void read_fields(reader *r, read_move *m)
{
    while (!take(r, "pv")) {
        if (take(r, "visits"))
            m->visits = (long)number(r, true);
        else if (take(r, "winrate"))
            m->winrate = share(r);
        else if (take(r, "prior"))
            m->prior = share(r);
        else if (take(r, "lcb"))
            m->lcb = share(r);
        else if (take(r, "order"))
            m->order = (long)number(r, true);
        else if (r->kata && take(r, "scoreLead"))
            m->lead = number(r, false);
        else if (r->kata && (take(r, "scoreMean") || take(r, "scoreStdev") || take(r, "utility")))
            number(r, false);
        else
            fail_msg("an unknown key: '%s'", peek(r));
    }
}

static void read_one(reader *r, read_line *out)
{
    read_move *m = &out->move[out->n];
    *m = (read_move){.order = -1};
    assert_true(take(r, "move"));
    assert_true(coord_from_gtp(r->size, peek(r), &m->at));
    r->at++;
    read_fields(r, m);
    m->n_pv = vertices(r);
    if (take(r, "pvVisits"))
        while (isdigit((unsigned char)peek(r)[0])) {
            number(r, true);
            m->n_pv_visits++;
        }
    for (bool more = take(r, "movesOwnership"); more && m->n_ownership < r->size * r->size;) {
        int column = board_x_on(r->size, m->at), row = board_y_on(r->size, m->at);
        double x = number(r, false);
        if (m->n_ownership++ == row * r->size + column)
            m->ownership = x;
    }
    assert_true(m->n_pv >= 1); /* an empty pv makes Lizzie fail */
    assert_int_equal(m->order, out->n);
    out->n++;
}

static void read_tail(reader *r, read_line *out)
{
    if (take(r, "rootInfo")) {
        out->has_root = true;
        while (r->at < r->n && strcmp(peek(r), "ownership") != 0) {
            bool visits = take(r, "visits"), winrate = !visits && take(r, "winrate");
            r->at += !visits && !winrate;
            double x = number(r, visits);
            if (visits)
                out->root_visits = (long)x;
            else if (winrate)
                out->root_winrate = x;
        }
    }
    if (take(r, "ownership"))
        while (r->at < r->n)
            out->ownership[out->n_ownership++] = number(r, false);
}

static void read_analysis(const char *text, int size, bool kata, read_line *out)
{
    char *copy = strdup(text), *words[8000];
    reader r = {.word = words, .kata = kata, .size = size};
    memset(out, 0, sizeof *out);
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
        words[r.n++] = w;
    while (take(&r, "info"))
        read_one(&r, out);
    assert_true(out->n >= 1);
    read_tail(&r, out);
    if (r.at != r.n)
        fail_msg("'%s' is left over", peek(&r));
    free(copy);
}

/* ---- what the lines say ---- */

static gtp_settings analysing(void)
{
    gtp_settings s = quick_settings();
    s.search.limits.playouts = 0; /* until a line comes */
    return s;
}

/* Sends an analysis, reads `lines` lines, stops it by the next command. */
static void analyse(const char *setup, const char *command, bool kata, int lines,
                    read_line *out)
{
    gtp_settings settings = analysing();
    session *s = session_start(&settings);
    session_send(s, setup);
    for (const char *c = setup; (c = strchr(c, '\n')); c++)
        session_reply(s);
    session_send(s, command);
    assert_string_equal(session_line(s), "=9");
    for (int i = 0; i < lines; i++)
        read_analysis(session_line(s), 9, kata, out);
    session_send(s, "10 name\n");
    const char *line;
    while (*(line = session_line(s)))
        read_analysis(line, 9, kata, out);
    assert_string_equal(session_reply(s), "=10 Katachi");
    assert_int_equal(session_end(s), GO_OK);
}

static void lz_lines_are_right(void **state)
{
    read_line got;
    (void)state;
    analyse("play b e5\n", "9 lz-analyze w 10\n", false, 3, &got);
    assert_true(got.n >= 5);
    assert_false(got.has_root);
    assert_int_equal(got.n_ownership, 0);
    assert_true(got.move[0].visits > 0);
}

static void kata_lines_are_right(void **state)
{
    read_line got;
    (void)state;
    analyse("play b e5\n", "9 kata-analyze w 10\n", true, 3, &got);
    assert_true(got.n >= 5);
    assert_false(got.has_root);
    assert_int_equal(got.n_ownership, 0);
    assert_int_equal(got.move[0].n_pv_visits, 0);
}

static void everything_that_can_be_asked_for_comes(void **state)
{
    read_line got;
    (void)state;
    analyse("", "9 kata-analyze b interval 10 ownership true rootInfo true pvVisits true "
                "movesOwnership true maxmoves 7 minmoves 2\n", true, 2, &got);
    assert_int_equal(got.n, 7);
    assert_true(got.has_root);
    assert_true(got.root_visits > 0);
    assert_true(got.root_winrate > 0 && got.root_winrate < 1);
    assert_int_equal(got.n_ownership, 81);
    for (int i = 0; i < got.n; i++) {
        assert_int_equal(got.move[i].n_pv_visits, got.move[i].n_pv);
        assert_int_equal(got.move[i].n_ownership, 81);
    }
}

/* Black has nearly everything; the view is that of the side that is asked for,
 * whoever moved last.                                                        */
static void all_is_reported_for_the_side_to_move(void **state)
{
    static const char won[] = "kata-set-rule suicide false\nkomi 0.5\n"
                              "gogui-setup b a4 b b4 b c4 b d4 b e4 b f4 b g4 b h4 b j4 "
                              "b a6 b b6 b c6 b d6 b e6 b f6 b g6 b h6 b j6 w a1 w a9\n";
    read_line black, white;
    (void)state;
    analyse(won, "9 kata-analyze b 10 ownership true movesOwnership true allow b e5 1\n", true, 2,
            &black);
    analyse(won, "9 kata-analyze w 10 ownership true\n", true, 2, &white);
    assert_true(black.move[0].winrate > 0.6);
    assert_true(white.move[0].winrate < 0.4);
    assert_true(black.move[0].lead > 0);
    assert_true(white.move[0].lead < 0);
    int e5 = 4 * 9 + 4; /* between the walls */
    assert_true(black.ownership[e5] > 0.5);
    assert_true(white.ownership[e5] < -0.5);
    assert_true(black.move[0].ownership > 0.5); /* of E5, once it is played */
}

static void ownership_begins_at_the_top_left(void **state)
{
    read_line got;
    (void)state;
    analyse("gogui-setup b a7 b b7 b c7 b c8 b c9 w j3 w h3 w g3 w g2 w g1\n",
            "9 kata-analyze b 10 ownership true\n", true, 2, &got);
    assert_true(got.ownership[0] > 0.3);   /* A9: black's corner */
    assert_true(got.ownership[80] < -0.3); /* J1: white's */
}

static void moves_can_be_allowed_and_avoided(void **state)
{
    read_line got;
    point d4 = board_point_on(9, 3, 5), g7 = board_point_on(9, 6, 2);
    (void)state;
    analyse("", "9 lz-analyze b 10 allow b d4,G7 1\n", false, 2, &got);
    for (int i = 0; i < got.n; i++)
        assert_true(got.move[i].at == d4 || got.move[i].at == g7);
    analyse("", "9 lz-analyze b 10 avoid b d4,g7,pass 5 avoid w e5 2\n", false, 3, &got);
    for (int i = 0; i < got.n; i++)
        assert_true(got.move[i].at != d4 && got.move[i].at != g7 && got.move[i].at != PASS);
    analyse("", "9 lz-analyze b 10 allow b ,d4,,g7, 1\n", false, 2, &got);
    for (int i = 0; i < got.n; i++)
        assert_true(got.move[i].at == d4 || got.move[i].at == g7);
}

/* Leela Zero 0.17 takes colour, interval and keys as they come. */
static void arguments_come_in_any_order(void **state)
{
    static const char *const orders[] = {"9 kata-analyze 10 w allow w d4 1\n",
                                         "9 kata-analyze allow w d4 1 w 10\n",
                                         "9 kata-analyze interval 10 allow w d4 1 white\n"};
    read_line got;
    (void)state;
    for (int i = 0; i < 3; i++) { /* for White nothing else is allowed */
        analyse("", orders[i], true, 2, &got);
        assert_int_equal(got.n, 1);
        assert_int_equal(got.move[0].at, board_point_on(9, 3, 5));
    }
}

/* LizGoban's region: `allow` for either colour, of which each is obeyed. */
static void a_region_is_allowed_for_both_colours(void **state)
{
    read_line got;
    point at[] = {board_point_on(9, 3, 5), board_point_on(9, 6, 2), board_point_on(9, 2, 2)};
    (void)state;
    for (int white = 0; white < 2; white++) {
        analyse("", white ? "9 kata-analyze w 10 allow B d4,g7,c7 1 allow W d4,g7,c7 1\n"
                          : "9 kata-analyze b 10 allow B d4,g7,c7 1 allow W d4,g7,c7 1\n",
                true, 2, &got);
        assert_int_equal(got.n, 3);
        for (int i = 0; i < got.n; i++)
            assert_true(got.move[i].at == at[0] || got.move[i].at == at[1] ||
                        got.move[i].at == at[2]);
    }
}

/* Black lives with eyes at A1, C1 and E1, White with eyes at A5, C5 and E5. */
#define ALL_EYES "boardsize 5\nclear_board\ngogui-setup b a2 b b2 b c2 b d2 b e2 b b1 b d1 " \
                 "w a4 w b4 w c4 w d4 w e4 w b5 w d5\n"

/* Where a person allows nothing but own eyes, these are what is to be searched. */
static void an_own_eye_can_be_the_only_move_allowed(void **state)
{
    static const char *const only[] = {
        "kata-genmove_analyze b 1000 allow b a1 1",
        "kata-genmove_analyze b 1000 avoid b pass,c1,e1,a3,b3,c3,d3,e3,a5,c5,e5 1"};
    gtp_settings s = quick_settings();
    (void)state;
    for (int i = 0; i < 2; i++) {
        char input[400];
        snprintf(input, sizeof input, ALL_EYES "%s\n", only[i]);
        char *got = transcript(&s, input), *last = strstr(got, "info move");
        assert_non_null(last);
        assert_non_null(strstr(last, "info move A1 "));
        assert_null(strstr(last + 1, "info move"));
        assert_non_null(strstr(last, "\nplay A1\n"));
        free(got);
    }
}

static void an_analysis_of_no_move_is_refused(void **state)
{
    (void)state;
    expect_transcript("boardsize 2\nclear_board\nkata-analyze b 10 avoid b a1,a2,b1,b2,pass 1\n"
                      "kata-genmove_analyze b 10 avoid b a1,a2,b1,b2,pass 1",
                      "=\n\n=\n\n"
                      "? illegal move: none of the allowed moves can be played\n\n"
                      "? illegal move: none of the allowed moves can be played\n\n");
}

static void bad_arguments_are_refused_before_anything_is_sent(void **state)
{
    static const char *const bad[] = {"lz-analyze b 10 avoid",
                                      "lz-analyze b 10 avoid b d4",
                                      "kata-analyze b fast",
                                      "kata-analyze b 10 ownership perhaps",
                                      "lz-analyze b 10 allow b z9 1",
                                      "lz-analyze b interval -4",
                                      "kata-analyze green",
                                      "lz-genmove_analyze b maxmoves x",
                                      "play w d4\nkata-analyze b allow b d4 1",
                                      "kata-analyze q 10",
                                      "lz-analyze b allow b a1,a2 1 avoid b a2,a1 1",
                                      "lz-analyze b allow b a1 1 allow b a2 2",
                                      "kata-analyze b avoid b a1 0",
                                      "kata-analyze b 10 allow b , 1"};
    gtp_settings s = quick_settings();
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *got = transcript(&s, bad[i]), *reply = strstr(got, "?");
        assert_non_null(reply);
        assert_ptr_equal(strstr(reply, "\n\n"), reply + strlen(reply) - 2);
        free(got);
    }
    expect_transcript("play w d4\nlz-analyze b allow b d4 1", "=\n\n? illegal move: none of the "
                      "allowed moves can be played\n\n");
    expect_transcript("kata-analyze b interval", "? syntax error: expected an interval in hundredths "
                      "of a second, but the command ends\n\n");
    expect_transcript("kata-analyze q 10", "? syntax error: expected b or w, centiseconds, "
                      "interval, avoid, allow, minmoves, maxmoves, ownership, movesOwnership, "
                      "pvVisits or rootInfo, not 'q'\n\n");
}

static void without_arguments_it_is_the_side_to_move(void **state)
{
    gtp_settings settings = analysing();
    session *s = session_start(&settings);
    read_line got;
    (void)state;
    session_send(s, "kata-analyze\n");
    assert_string_equal(session_line(s), "=");
    read_analysis(session_line(s), 9, true, &got);
    session_send(s, "\n"); /* the shortest line there is */
    session_reply(s);
    session_send(s, "kata-analyze 5\n");
    session_line(s);
    read_analysis(session_line(s), 9, true, &got);
    session_send(s, "# any comment\n");
    session_reply(s);
    session_send(s, "name\n");
    assert_string_equal(session_reply(s), "= Katachi");
    session_end(s);
}

/* ---- interruption ---- */

/* Sabaki sends the next analysis without waiting for the end of the last. */
static void a_hundred_analyses_in_a_row(void **state)
{
    gtp_settings settings = analysing();
    session *s = session_start(&settings);
    char command[60];
    read_line got;
    (void)state;
    for (int i = 0; i < 100; i++) {
        snprintf(command, sizeof command, "%d lz-analyze %c 1\n", i, "bw"[i & 1]);
        session_send(s, command);
        if (i % 3 == 0)
            usleep(3000);
    }
    session_send(s, "1000 name\n");
    for (int i = 0; i < 100; i++) {
        snprintf(command, sizeof command, "=%d", i);
        const char *line = session_line(s);
        assert_string_equal(line, command);
        while (*(line = session_line(s)))
            read_analysis(line, 9, false, &got);
    }
    assert_string_equal(session_reply(s), "=1000 Katachi");
    session_end(s);
}

static void the_end_of_the_input_ends_an_analysis(void **state)
{
    gtp_settings settings = analysing();
    session *s = session_start(&settings);
    (void)state;
    session_send(s, "kata-analyze b 1\n");
    session_line(s);
    session_line(s);
    assert_int_equal(session_end(s), GO_OK);
}

static void an_interrupt_stops_a_long_move(void **state)
{
    gtp_settings settings = analysing();
    settings.search.limits.move_time = 15;
    session *s = session_start(&settings);
    (void)state;
    double begin = clock_now();
    session_send(s, "genmove b\n");
    usleep(50000);
    session_send(s, "# interrupt\n1 name\n");
    assert_memory_equal(session_reply(s), "= ", 2); /* the best move so far */
    assert_true(clock_now() - begin < 10);
    assert_string_equal(session_reply(s), "=1 Katachi");
    session_end(s);
}

/* Other lines do not: GUIs send them ahead. */
static void a_move_is_not_cut_short_by_the_next_command(void **state)
{
    gtp_settings settings = analysing();
    settings.search.limits.move_time = 0.3;
    settings.search.limits.early_stop = false;
    session *s = session_start(&settings);
    (void)state;
    double begin = clock_now();
    session_send(s, "genmove b\nname\n");
    session_reply(s);
    assert_true(clock_now() - begin > 0.25);
    session_end(s);
}

/* ---- moves with analysis ---- */

static void genmove_analyze_ends_in_a_move(void **state)
{
    static const char *const commands[] = {"9 lz-genmove_analyze b 1\n",
                                           "9 kata-genmove_analyze w 1 ownership true\n",
                                           "9 kata-genmove_analyze b\n",
                                           "9 kata-genmove_analyze b 2147483647\n"};
    gtp_settings settings = quick_settings();
    (void)state;
    for (int i = 0; i < 4; i++) {
        session *s = session_start(&settings);
        const char *line;
        int lines = 0;
        read_line got;
        point p = PASS;
        session_send(s, commands[i]);
        assert_string_equal(session_line(s), "=9");
        while (strncmp(line = session_line(s), "play ", 5) != 0) {
            read_analysis(line, 9, i > 0, &got);
            lines++;
        }
        assert_true(lines >= 1);
        assert_true(coord_from_gtp(9, line + 5, &p));
        assert_string_equal(session_line(s), "");
        session_send(s, "move_history\n");
        char expected[40], name[COORD_MAX];
        snprintf(expected, sizeof expected, "= %s %s", i == 1 ? "white" : "black",
                 coord_to_gtp(9, p, name));
        assert_string_equal(session_reply(s), expected);
        session_end(s);
    }
}

static void the_smallest_search_has_something_to_say(void **state)
{
    static const char *const commands[] = {"kata-genmove_analyze b\n", "kata-analyze b\n"};
    gtp_settings settings = quick_settings();
    (void)state;
    settings.search.limits.playouts = 1;
    for (int i = 0; i < 2; i++) {
        char *got = transcript(&settings, commands[i]), *end = strchr(got + 2, '\n');
        read_line read;
        assert_non_null(end);
        *end = '\0';
        read_analysis(got + 2, 9, true, &read);
        free(got);
    }
}

/* ---- GoGui's views ---- */

static void gogui_shows_the_search(void **state)
{
    gtp_settings settings = quick_settings();
    char *got;
    (void)state;
    got = transcript(&settings, "boardsize 5\nplay b c3\n"
                                "1 katachi-ownership\n2 katachi-criticality");
    const char *at = strstr(got, "=1 ") + 3;
    for (int i = 0; i < 25; i++) {
        char *end;
        double x = strtod(at, &end);
        assert_true(end > at && x >= -1 && x <= 1);
        at = end;
    }
    assert_memory_equal(at, "\n\n=2 ", 5);
    free(got);
    got = transcript(&settings, "play b e5\n1 katachi-pv\n2 katachi-policy\n3 katachi-visits\n"
                                "4 katachi-gammas\n5 katachi-search_info\n"
                                "katachi-param playouts 50\n6 katachi-pv");
    assert_non_null(strstr(got, "=1 VAR w "));
    assert_non_null(strstr(got, "=2 COLOR #ff"));
    assert_non_null(strstr(got, "=3 INFLUENCE "));
    assert_non_null(strstr(got, "=4 COLOR #"));
    assert_non_null(strstr(got, "\nLABEL "));
    assert_non_null(strstr(got, "=5 win rate "));
    assert_non_null(strstr(got, "=6 VAR w ")); /* searched again with the new settings */
    free(got);
}

/* Black's only move would repeat the position after his first one. */
#define ONE_FORBIDDEN_MOVE                                                                         \
    "boardsize 2\nkata-set-rules tromp-taylor\n"                                                   \
    "gogui-play_sequence b b2 w a1 b a2 w b1 b b2 w a2\n"

static void a_move_that_superko_forbids_has_no_prior(void **state)
{
    (void)state;
    expect_last(ONE_FORBIDDEN_MOVE "all_legal b", "=\n\n");
    expect_last(ONE_FORBIDDEN_MOVE "katachi-policy", "= TEXT prior of the pass: 100.00 %\n\n");
    expect_last(ONE_FORBIDDEN_MOVE "katachi-gammas",
                "= TEXT hundreds of Elo above or below the average move\n\n");
}

static void live_graphics_go_to_people(void **state)
{
    gtp_settings settings = quick_settings();
    char *talk = NULL;
    (void)state;
    settings.live = true;
    settings.quiet = false;
    settings.search.limits.playouts = 0;
    settings.search.limits.move_time = 1.2;
    settings.search.limits.early_stop = false;
    char *reply = transcript_and_talk(&settings, "genmove b\n", &talk);
    assert_non_null(strstr(talk, "gogui-gfx:\nVAR b "));
    assert_non_null(strstr(talk, "\nINFLUENCE A9 "));
    assert_null(strstr(reply, "gogui-gfx"));
    free(talk);
    free(reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lz_lines_are_right),
        cmocka_unit_test(kata_lines_are_right),
        cmocka_unit_test(everything_that_can_be_asked_for_comes),
        cmocka_unit_test(all_is_reported_for_the_side_to_move),
        cmocka_unit_test(ownership_begins_at_the_top_left),
        cmocka_unit_test(moves_can_be_allowed_and_avoided),
        cmocka_unit_test(arguments_come_in_any_order),
        cmocka_unit_test(a_region_is_allowed_for_both_colours),
        cmocka_unit_test(an_own_eye_can_be_the_only_move_allowed),
        cmocka_unit_test(an_analysis_of_no_move_is_refused),
        cmocka_unit_test(bad_arguments_are_refused_before_anything_is_sent),
        cmocka_unit_test(without_arguments_it_is_the_side_to_move),
        cmocka_unit_test(a_hundred_analyses_in_a_row),
        cmocka_unit_test(the_end_of_the_input_ends_an_analysis),
        cmocka_unit_test(an_interrupt_stops_a_long_move),
        cmocka_unit_test(a_move_is_not_cut_short_by_the_next_command),
        cmocka_unit_test(genmove_analyze_ends_in_a_move),
        cmocka_unit_test(the_smallest_search_has_something_to_say),
        cmocka_unit_test(gogui_shows_the_search),
        cmocka_unit_test(a_move_that_superko_forbids_has_no_prior),
        cmocka_unit_test(live_graphics_go_to_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
