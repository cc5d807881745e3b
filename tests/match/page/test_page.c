/* The pages of matches and tournaments: their numbers are those of the games, each in its place. */
#include <stdio.h>
#include <string.h>

#include "match/page/match_report.h"
#include "match/page/tournament_report.h"
#include "tests/support/saved_match.h"
#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

typedef struct opened {
    player players[3];
    match_plan plan;
    openings *openings;
    json_t *settings;
    match_store *store;
    char path[400];
} opened;

/* The first n_players of a, b and c with the first n_games of these: a wins two against b and draws
 * one, c wins its only game.                                                  */
static void open_games(opened *o, const char *folder, int n_players, int n_games)
{
    static const char *const names[] = {"a", "b", "c"}, *const specs[] = {"x", "y", "z"};
    static const saved_game games[] = {{0, 1, BLACK, 10, {1, 3}, NULL},
                                       {1, 0, WHITE, 10, {2, 4}, NULL},
                                       {0, 1, EMPTY, 20, {5, 5}, NULL},
                                       {0, 2, WHITE, 10, {6, 7}, NULL}};
    const saved_match m = {names, specs, n_players, 9, "none", games, n_games};
    const openings_options options = {.size = 9};
    go_error err;
    *o = (opened){.plan.conditions = {.size = 9, .komi = 7.5, .rules_name = "chinese-ogs"}};
    for (int i = 0; i < n_players; i++)
        snprintf(o->players[i].name, sizeof o->players[i].name, "%s", names[i]);
    saved_match_write(&m, temp_dir_path(&group_dir, folder, o->path));
    assert_int_equal(openings_create(&o->openings, &options, &err), GO_OK);
    o->plan.players = o->players;
    o->plan.n_players = n_players;
    o->plan.openings = o->openings;
    if (match_store_look(&o->store, o->path, &o->settings, &err) != GO_OK)
        fail_msg("%s", err.message);
}

static void close_games(opened *o)
{
    match_store_close(o->store);
    openings_destroy(o->openings);
    json_decref(o->settings);
}

static const char *page_of(const opened *o)
{
    static char text[200000];
    char name[500];
    snprintf(name, sizeof name, "%s/index.html", o->path);
    FILE *in = fopen(name, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void expect(const char *page, const char *part)
{
    if (!strstr(page, part))
        fail_msg("the page lacks %s", part);
}

static void a_match_shows_the_first_player_s_results(void **state)
{
    opened o;
    match_summary summary;
    const sprt_test none = {0};
    go_error err;
    (void)state;
    open_games(&o, "match", 2, 3);
    assert_int_equal(match_summary_make(&summary, &o.plan, o.store, &none, &err), GO_OK);
    assert_int_equal(match_report_write(&summary, o.settings, &err), GO_OK);
    const char *page = page_of(&o);
    expect(page, "<title>a against b: 3 games</title>");
    expect(page, "<b>83.3 %</b><span>first player's score</span>");
    /* Wilson: 0.6462 -+ 0.3362 */
    expect(page, "<b>31.0 .. 98.2\u00a0%</b><span>95 % interval of the score</span>");
    expect(page, "<b>+280</b><span>Elo above the second player</span>"); /* 400 log10 5 */
    expect(page, "<b>2 \u2013 1 \u2013 0</b><span>won \u2013 drawn \u2013 lost</span>");
    expect(page, "<b>1 of 3</b><span>games won by black</span>");
    expect(page, "<tr><td>score</td><td>3</td><td>0</td><td>2</td></tr>"); /* lost by a, by b */
    /* a: 1 + 4 + 5 s for 40 moves, 100 playouts each (saved_match.h); b tells none */
    expect(page, "<td class=\"t\">a</td><td>0.250</td><td>5.00</td><td>100</td><td>400</td>"
                 "<td>1.5 of 2</td><td>1 of 1</td></tr>");
    expect(page, "<td class=\"t\">b</td><td>0.250</td><td>5.00</td><td>&#8211;</td><td>&#8211;</td>"
                 "<td>0 of 1</td><td>0.5 of 2</td></tr>");
    /* after the first game and at the end */
    expect(page, "<title>1: 100.0 % (");
    expect(page, "<title>3: 83.3 % (31.0 .. 98.2)</title>");
    expect(page, ">2</a></td><td class=\"t\">b</td><td class=\"t\">a</td><td>W+1</td>");
    close_games(&o);
}

/* c, which beat a, is above a, and b is below. */
static void a_tournament_shows_who_beat_whom(void **state)
{
    opened o;
    tournament t;
    go_error err;
    (void)state;
    open_games(&o, "tournament", 3, 4);
    assert_int_equal(tournament_make(&t, &o.plan, o.store, &err), GO_OK);
    assert_int_equal(tournament_report(&t, o.settings, &err), GO_OK);
    const char *page = page_of(&o);
    expect(page, "<title>Tournament of 3 players: 4 games</title>");
    expect(page, "<b>c</b><span>strongest player</span>");
    expect(page, "<b>100.0 %</b><span>its score</span>");
    expect(page, "<td>4</td><td>2</td><td>1</td><td>1</td><td>62.5 %</td></tr>"); /* a's */
    const char *cross = strstr(page, "<h2>Cross table</h2>");
    assert_non_null(cross);
    expect(cross,
           "<th class=\"name\">c</th><th class=\"name\">a</th><th class=\"name\">b</th></tr>\n"
           "<tr><td class=\"t\">c</td><td>&#8211;</td><td>1 of 1</td><td>&#8211;</td></tr>\n"
           "<tr><td class=\"t\">a</td><td>0 of 1</td><td>&#8211;</td><td>2.5 of 3</td></tr>\n"
           "<tr><td class=\"t\">b</td><td>&#8211;</td><td>0.5 of 3</td><td>&#8211;</td></tr>\n");
    expect(cross, "<tr><td>score</td><td>4</td><td>0</td><td>1</td><td>2</td></tr>");
    tournament_free(&t);
    close_games(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_shows_the_first_player_s_results),
        cmocka_unit_test(a_tournament_shows_who_beat_whom),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
