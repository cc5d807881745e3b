/* Time and playouts by move number, from the records of games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "match/store/pace.h"
#include "match/page/match_report.h"
#include "match/game/record.h"
#include "tests/support/assert_close.h"
#include "tests/support/saved_match.h"
#include "tests/support/temp_dir.h"

/* Two moves of an opening, then each thinks twice; black tells playouts. */
#define RECORD(number)                                                             \
    "(;FF[4]GM[1]PB[a]PW[b]C[game " number ", opening 1\n"                         \
    "black: katachi (seed 1)\n;B[aa\\]C[9 s\\], 7 playouts]\n"                       \
    ";B[ff];W[ee]\n"                                                               \
    ";B[gd]BL[9.90]C[0.100 s, 500 playouts]\n"                                     \
    ";W[ef]C[0.400 s]\n"                                                           \
    ";B[]C[0.300 s, 700 playouts]\n"                                               \
    ";W[]C[0.200 s]\n"                                                             \
    ")\n"

static void a_record_tells_time_and_playouts(void **state)
{
    static const double took[] = {-1, -1, 0.1, 0.4, 0.3, 0.2};
    static const int64_t playouts[] = {-1, -1, 500, -1, 700, -1};
    (void)state;
    const char *at = RECORD("12") "(;FF[4]C[a stranger];B[aa])" RECORD("3");
    noted_move m;
    int64_t number;
    assert_true(record_next(&at, &number));
    assert_int_equal(number, 11);
    for (int i = 0; i < 6; i++) {
        assert_true(record_move(&at, &m));
        assert_int_equal(m.colour, i % 2 ? WHITE : BLACK);
        assert_close(m.note.took, took[i], 1e-12);
        assert_int_equal(m.note.playouts, playouts[i]);
    }
    assert_false(record_move(&at, &m));
    assert_true(record_next(&at, &number));
    assert_int_equal(number, -1);
    assert_true(record_next(&at, &number)); /* the moves between are skipped */
    assert_int_equal(number, 2);
    assert_true(record_move(&at, &m));
    assert_false(record_next(&at, &number));
}

static void other_texts_have_no_notes(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "(", ";", "(;C[never closed", "(;FF[4])", "no game",
                                        "(;C[a\\"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *at = texts[i];
        noted_move m;
        int64_t number;
        record_next(&at, &number);
        assert_false(record_move(&at, &m));
    }
    const char *at = ";B[aa]C[-3 s];W[bb]C[nan s, 5 playouts];B[cc]C[1 s, x playouts]C[2";
    noted_move m;
    assert_true(record_move(&at, &m) && m.note.took < 0);
    assert_true(record_move(&at, &m) && m.note.took < 0 && m.note.playouts < 0);
    assert_true(record_move(&at, &m));
    assert_close(m.note.took, 1, 0);
    assert_int_equal(m.note.playouts, -1);
    assert_false(record_move(&at, &m));
}

static const char *const names[] = {"a", "b & <c>"}, *const specs[] = {"katachi", "gnugo"};

/* Two games with the colours changed; the second may be without its record. */
static const char *save(const char *folder, const char *first, const char *second, char path[400])
{
    const saved_game games[] = {{0, 1, BLACK, 3, {0.4, 0.6}, first},
                                {1, 0, BLACK, 3, {0.4, 0.6}, second}};
    const saved_match m = {names, specs, 2, 9, "none", games, 2};
    saved_match_write(&m, temp_dir_path(&group_dir, folder, path));
    return path;
}

typedef struct opened {
    player players[2];
    match_plan plan;
    openings *openings;
    json_t *settings;
    match_store *store;
} opened;

static void open_again(opened *o, const char *path)
{
    go_error err;
    *o = (opened){.plan.conditions = {.size = 9, .komi = 7.5, .rules_name = "chinese-ogs"}};
    for (int i = 0; i < 2; i++)
        snprintf(o->players[i].name, sizeof o->players[i].name, "%s", names[i]);
    openings_options options = {.size = 9};
    assert_int_equal(openings_create(&o->openings, &options, &err), GO_OK);
    o->plan.players = o->players;
    o->plan.n_players = 2;
    o->plan.openings = o->openings;
    o->settings = saved_match_settings(path);
    if (match_store_open(&o->store, path, o->settings, o->players, 2, &err) != GO_OK)
        fail_msg("%s", err.message);
}

static void close_again(opened *o)
{
    match_store_close(o->store);
    openings_destroy(o->openings);
    json_decref(o->settings);
}

/* Six moves make six points.  Player 0 thought 0.1 s for move 3 (black), 0.4 s
 * for move 4 of the second game (white), and so on.                            */
static void means_go_by_move_number(void **state)
{
    char path[400];
    opened o;
    player_pace pace[2];
    (void)state;
    open_again(&o, save("two", RECORD("1"), RECORD("2"), path));
    assert_int_equal(match_pace_read(o.store, 2, pace, NULL), GO_OK);
    const pace_line *l = &pace[0].seconds;
    assert_int_equal(l->n, 4);
    assert_close(l->move[0], 3, 0);
    assert_close(l->move[3], 6, 0);
    assert_close(l->mean[0], 0.1, 1e-12);
    assert_close(l->mean[1], 0.4, 1e-12);
    assert_close(pace[1].seconds.mean[2], 0.3, 1e-12);
    assert_int_equal(pace[0].playouts.n, 2); /* as black in the first game */
    assert_close(pace[0].playouts.mean[1], 700, 0);
    close_again(&o);
}

/* A folder of an older program, with a file for each game, that went on with this one. */
static void records_may_be_in_files_of_their_own(void **state)
{
    char path[400], name[500];
    opened o;
    player_pace pace[2];
    (void)state;
    save("files", NULL, RECORD("2"), path);
    snprintf(name, sizeof name, "%s/games", path);
    assert_int_equal(mkdir(name, 0777), 0);
    snprintf(name, sizeof name, "%s/games/0001.sgf", path);
    FILE *out = fopen(name, "w");
    fputs(RECORD("1"), out);
    fclose(out);
    open_again(&o, path);
    assert_int_equal(match_pace_read(o.store, 2, pace, NULL), GO_OK);
    assert_int_equal(pace[0].seconds.n, 4);
    assert_close(pace[0].seconds.mean[0], 0.1, 1e-12);
    assert_int_equal(pace[0].playouts.n, 2);
    assert_int_equal(pace[1].playouts.n, 2);
    assert_string_equal(match_store_record(match_store_game(o.store, 0), name), "games/0001.sgf");
    assert_string_equal(match_store_record(match_store_game(o.store, 1), name), "games.sgf.gz");
    close_again(&o);
}

static char *page_of(opened *o, const char *path)
{
    static char text[400000];
    char name[500];
    match_summary summary;
    sprt_test none = {0};
    go_error err;
    assert_int_equal(match_summary_make(&summary, &o->plan, o->store, &none, &err), GO_OK);
    assert_int_equal(match_report_write(&summary, o->settings, &err), GO_OK);
    snprintf(name, sizeof name, "%s/index.html", path);
    FILE *in = fopen(name, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void the_page_shows_them(void **state)
{
    char path[400];
    opened o;
    (void)state;
    open_again(&o, save("page", RECORD("1"), RECORD("2"), path));
    const char *page = page_of(&o, path);
    assert_non_null(strstr(page, "<h3>Seconds per move</h3>"));
    assert_non_null(strstr(page, "<h3>Playouts per move</h3>"));
    assert_non_null(strstr(page, "<title>b &amp; &lt;c&gt;, 5: 0.300 s</title>"));
    close_again(&o);
}

static void the_page_of_a_long_match_has_its_last_games(void **state)
{
    enum { GAMES = 1002 };
    char path[400];
    opened o;
    (void)state;
    saved_game *games = calloc(GAMES, sizeof *games);
    for (int i = 0; i < GAMES; i++)
        games[i] = (saved_game){0, 1, BLACK, 3, {0.4, 0.6}, NULL};
    const saved_match m = {names, specs, 2, 9, "none", games, GAMES};
    saved_match_write(&m, temp_dir_path(&group_dir, "long", path));
    open_again(&o, path);
    const char *page = page_of(&o, path);
    assert_non_null(strstr(page, "The last 1000 of 1002 games."));
    assert_null(strstr(page, ">2</a>"));
    assert_non_null(strstr(page, ">3</a>"));
    assert_non_null(strstr(page, ">1002</a>"));
    close_again(&o);
    free(games);
}

static void a_match_without_records_has_a_page_without_the_picture(void **state)
{
    char path[400];
    opened o;
    (void)state;
    open_again(&o, save("old", NULL, "(;B[aa];W[bb])", path));
    const char *page = page_of(&o, path);
    assert_null(strstr(page, "<h3>Seconds per move</h3>"));
    assert_null(strstr(page, "<h3>Playouts per move</h3>"));
    assert_non_null(strstr(page, "<h2>Thinking</h2>"));
    close_again(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_tells_time_and_playouts),
        cmocka_unit_test(other_texts_have_no_notes),
        cmocka_unit_test(means_go_by_move_number),
        cmocka_unit_test(records_may_be_in_files_of_their_own),
        cmocka_unit_test(the_page_shows_them),
        cmocka_unit_test(the_page_of_a_long_match_has_its_last_games),
        cmocka_unit_test(a_match_without_records_has_a_page_without_the_picture),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
