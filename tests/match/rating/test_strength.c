/* Matches of several folders put together: who is who, and who is connected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/page/strength_page.h"
#include "match/rating/strength.h"
#include "tests/support/assert_close.h"
#include "tests/support/count_of.h"
#include "tests/support/saved_match.h"
#include "tests/support/temp_dir.h"

#define N(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const char *save(const char *folder, const char *const *specs, int n_players, int size,
                        const saved_game *games, int n_games, char path[400])
{
    const saved_match m = {specs, specs, n_players, size, "none", games, n_games};
    saved_match_write(&m, temp_dir_path(&group_dir, folder, path));
    return path;
}

/* A fast and a slow classic player, a network and GNU Go. */
static const char *const first[] = {"katachi:move-time=1,threads=2,name=classic",
                                    "katachi:net=nets/b6.bin.gz,threads=2,move-time=1"};
static const char *const second[] = {"gnugo", "katachi:threads=2,move-time=1,name=classic",
                                     "katachi:threads=2,move-time=5,name=classic"};

static const saved_game first_games[] = {{0, 1, BLACK, 10, {9, 11}, NULL},
                                         {1, 0, WHITE, 10, {10, 8}, NULL},
                                         {0, 1, WHITE, 10, {10, 12}, NULL},
                                         {1, 0, EMPTY, 20, {19, 21}, NULL}};
static const saved_game second_games[] = {{0, 1, WHITE, 30, {3, 30}, NULL},
                                          {1, 0, WHITE, 30, {24, 6}, NULL},
                                          {2, 0, BLACK, 30, {150, 3}, NULL}};

static void two_folders(const char *folders[2], char path[2][400])
{
    folders[0] = save("first", first, 2, 9, first_games, N(first_games), path[0]);
    folders[1] = save("second", second, 3, 9, second_games, N(second_games), path[1]);
}

static const strength_player *find(const strength *s, const char *label, const char *budget)
{
    for (int i = 0; i < s->n_players; i++)
        if (strcmp(s->family[s->player[i].family].label, label) == 0 &&
            strcmp(s->player[i].budget, budget) == 0)
            return &s->player[i];
    fail_msg("no %s with %s", label, budget);
    return NULL;
}

static void read_all(strength *s, const char *const *folders, int n)
{
    go_error err;
    if (strength_read(s, folders, n, &err) != GO_OK)
        fail_msg("%s", err.message);
}

/* classic of 1 s: 4 games of the first folder, 10 + 10 + 10 + 20 moves in 9 + 8 + 10 + 21 s,
 * and two of the second, 60 moves in 54 s: 102 s for 110 moves; it won 3 and drew 1. */
static void the_same_player_is_one_player(void **state)
{
    char path[2][400];
    const char *folders[2];
    strength s;
    (void)state;
    two_folders(folders, path);
    read_all(&s, folders, 2);
    assert_int_equal(s.n_players, 4);
    assert_int_equal(s.n_families, 3);
    assert_int_equal(s.n_groups, 1);
    assert_int_equal(s.group[0].games, 7);
    assert_int_equal(s.folder[0].games, 4);
    assert_int_equal(s.folder[1].group, 0);
    const strength_player *p = find(&s, "classic", "move-time=1");
    assert_int_equal(p->tally.side[0].moves, 110);
    assert_close(match_seconds_per_move(&p->tally.side[0]), 102.0 / 110, 1e-12);
    assert_true(p->tally.games == 6 && p->tally.wins == 3 && p->tally.draws == 1);
    assert_close(match_tally_score(&p->tally), 3.5 / 6, 1e-12);
    assert_close(match_seconds_per_move(&find(&s, "classic", "move-time=5")->tally.side[0]), 5, 1e-12);
    p = find(&s, "GNU Go", "level=10");
    assert_close(match_seconds_per_move(&p->tally.side[0]), 12.0 / 90, 1e-12);
    assert_true(p->tally.games == 3 && p->tally.wins == 1 && p->tally.draws == 0);
    strength_free(&s);
}

/* 0 classic 1 s, 1 network, 2 GNU Go, 3 classic 5 s. */
static void ratings_are_those_of_all_games_together(void **state)
{
    static const rated_game all[] = {{0, 1, 2}, {1, 0, 0}, {0, 1, 0}, {1, 0, 1},
                                     {2, 0, 0}, {0, 2, 0}, {3, 2, 2}};
    static const char *const label[] = {"classic", "katachi:net=b6,threads=2", "GNU Go", "classic"};
    static const char *const budget[] = {"move-time=1", "move-time=1", "level=10", "move-time=5"};
    char path[2][400];
    const char *folders[2];
    rating wanted[4], first_move;
    strength s;
    (void)state;
    assert_int_equal(ratings_fit(all, N(all), 4, RATING_OF_MEAN, wanted, &first_move, NULL),
                     GO_OK);
    two_folders(folders, path);
    read_all(&s, folders, 2);
    for (int i = 0; i < 4; i++) {
        const strength_player *p = find(&s, label[i], budget[i]);
        assert_close(p->elo.elo, wanted[i].elo, 1e-3);
        assert_close(p->elo.low, wanted[i].low, 1e-3);
        assert_close(p->elo.high, wanted[i].high, 1e-3);
    }
    assert_close(s.group[0].first_move.elo, first_move.elo, 1e-3);
    for (int i = 1; i < s.n_players; i++)
        assert_true(s.player[i - 1].elo.elo >= s.player[i].elo.elo);
    strength_free(&s);
}

/* Thirty won of forty, with either colour as many: 400 log10 3 = 190.8 between the
 * two, less what the prior of half a game each takes.                           */
static void two_players_by_hand(void **state)
{
    saved_game games[40];
    char path[400];
    strength s;
    (void)state;
    for (int i = 0; i < 40; i++) { /* the colours change; one pair of four is lost */
        colour mine = i % 2 ? WHITE : BLACK;
        games[i] = (saved_game){i % 2, 1 - i % 2, i / 2 % 4 == 3 ? opponent(mine) : mine, 1,
                                {1, 1}, NULL};
    }
    const char *folder = save("hand", first, 2, 9, games, 40, path);
    read_all(&s, &folder, 1);
    double apart = s.player[0].elo.elo - s.player[1].elo.elo;
    assert_true(apart > 180 && apart < 190.8);
    assert_close(s.player[0].elo.elo, -s.player[1].elo.elo, 1e-6);
    assert_int_equal(s.player[0].tally.wins, 30);
    strength_free(&s);
}

static void what_no_game_connects_is_a_group_of_its_own(void **state)
{
    static const saved_game one[] = {{0, 1, BLACK, 5, {1, 2}, NULL}};
    char path[4][400];
    strength s;
    (void)state;
    const char *folders[4];
    two_folders(folders, path);
    folders[2] = save("large", first, 2, 19, one, 1, path[2]); /* the same two on 19x19 */
    folders[3] = save("none", first, 2, 13, one, 0, path[3]);
    read_all(&s, folders, 4);
    assert_int_equal(s.n_groups, 2);
    assert_int_equal(s.n_families, 3); /* the same families */
    assert_true(s.group[0].games == 7 && s.group[0].n == 4 && s.group[0].size == 9);
    assert_true(s.group[1].games == 1 && s.group[1].n == 2 && s.group[1].size == 19);
    assert_int_equal(s.group[1].first, 4);
    assert_int_equal(s.folder[2].group, 1);
    assert_int_equal(s.folder[3].group, -1);
    assert_int_equal(s.folder[3].games, 0);
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        for (int i = 0; i < s.group[k].n; i++)
            sum += s.player[s.group[k].first + i].elo.elo;
        assert_close(sum, 0, 1e-6);
    }
    strength_free(&s);
}

/* One tournament of two pairs that have not met yet, the second with more games. */
static void within_a_folder_too(void **state)
{
    static const char *const four[] = {"a", "b", "c", "d"};
    static const saved_game games[] = {{0, 1, BLACK, 5, {1, 2}, NULL},
                                       {2, 3, BLACK, 5, {1, 2}, NULL},
                                       {3, 2, BLACK, 5, {1, 2}, NULL}};
    char path[400];
    strength s;
    (void)state;
    const char *folder = save("pairs", four, 4, 9, games, 3, path);
    read_all(&s, &folder, 1);
    assert_int_equal(s.n_groups, 2);
    assert_int_equal(s.group[0].games, 2);
    assert_int_equal(s.folder[0].group, 1); /* that of its first game */
    strength_free(&s);
}

static void names_that_differ_name_nobody(void **state)
{
    static const char *const players[] = {"katachi:visits=1,name=one", "katachi:visits=2,name=two",
                                          "katachi:rave=no,name=same",
                                          "katachi:widening=no,name=same"};
    static const saved_game games[] = {{0, 1, BLACK, 5, {1, 2}, NULL},
                                       {1, 2, BLACK, 5, {1, 2}, NULL},
                                       {2, 3, BLACK, 5, {1, 2}, NULL}};
    char path[400];
    strength s;
    (void)state;
    const char *folder = save("names", players, 4, 9, games, 3, path);
    read_all(&s, &folder, 1);
    find(&s, "katachi", "visits=1");
    find(&s, "katachi", "visits=2");
    find(&s, "katachi:rave=no", "");
    find(&s, "katachi:widening=no", "");
    strength_free(&s);
}

/* The name of one player says nothing about the other points of its line. */
static void a_name_that_only_some_have_names_nobody(void **state)
{
    static const char *const players[] = {"katachi:visits=1,name=weak", "katachi:visits=9"};
    static const saved_game games[] = {{0, 1, WHITE, 5, {1, 2}, NULL}};
    char path[400];
    strength s;
    (void)state;
    const char *folder = save("some", players, 2, 9, games, 1, path);
    read_all(&s, &folder, 1);
    find(&s, "katachi", "visits=1");
    find(&s, "katachi", "visits=9");
    strength_free(&s);
}

static void games_against_oneself_are_left_out(void **state)
{
    static const char *const players[] = {"katachi:visits=1,name=x", "katachi:name=y,visits=1",
                                          "gnugo", "katachi:visits=7"};
    static const saved_game games[] = {{0, 1, BLACK, 5, {1, 2}, NULL},
                                       {0, 2, BLACK, 5, {1, 2}, NULL},
                                       {1, 0, BLACK, 5, {1, 2}, NULL}};
    char path[400];
    strength s;
    go_error err;
    (void)state;
    const char *folder = save("self", players, 4, 9, games, 3, path);
    read_all(&s, &folder, 1);
    assert_int_equal(s.own_games, 2);
    assert_int_equal(s.n_players, 2);
    assert_int_equal(s.player[0].tally.games, 1);
    strength_free(&s);
    folder = save("only", players, 4, 9, games, 1, path);
    assert_int_equal(strength_read(&s, &folder, 1, &err), GO_EEMPTY);
    strength_free(&s);
}

/* ---- folders ---- */

/* Into a file of the folder; mode as for fopen. */
static void write_in(const char *folder, const char *file, const char *mode, const char *text)
{
    char name[500];
    snprintf(name, sizeof name, "%s/%s", folder, file);
    FILE *out = fopen(name, mode);
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

/* Somebody else has it open and is in the middle of a line. */
static void a_running_match_is_only_looked_at(void **state)
{
    static const saved_game one[] = {{0, 1, BLACK, 5, {1, 2}, NULL}};
    player players[2] = {{.name = "a"}, {.name = "b"}};
    char path[400];
    match_store *running;
    strength s;
    go_error err;
    (void)state;
    const char *folder = save("running", first, 2, 9, one, 1, path);
    json_t *settings = saved_match_settings(folder);
    assert_int_equal(match_store_open(&running, folder, settings, players, 2, &err), GO_OK);
    write_in(folder, "results.jsonl", "a", "{\"game\":2,\"ope");
    read_all(&s, &folder, 1);
    assert_int_equal(s.group[0].games, 1);
    strength_free(&s);
    read_all(&s, &folder, 1); /* and the piece of a line is still there */
    strength_free(&s);
    match_store_close(running);
    json_decref(settings);
}

static void refused_all(const char *const *folders, int n, go_status status, const char *why)
{
    strength s;
    go_error err;
    assert_int_equal(strength_read(&s, folders, n, &err), status);
    if (!strstr(err.message, why))
        fail_msg("'%s' does not say '%s'", err.message, why);
    strength_free(&s);
}

static void refused(const char *folder, go_status status, const char *why)
{
    refused_all(&folder, 1, status, why);
}

/* Of which one may have been continued. */
static void a_copy_of_a_folder_is_refused(void **state)
{
    char path[3][400];
    const char *folders[3];
    (void)state;
    two_folders(folders, path);
    folders[2] = save("copy", first, 2, 9, first_games, N(first_games) - 1, path[2]);
    refused_all(folders, 3, GO_EINVAL, "first and ");
    refused_all(folders, 3, GO_EINVAL, "copy begin with the same game");
}

static void other_folders_are_refused(void **state)
{
    char path[400];
    (void)state;
    refused("/no/such/folder", GO_EIO, "/no/such/folder is not the folder of a match");
    const char *folder = save("bad", first, 2, 9, first_games, 0, path);
    refused(folder, GO_EEMPTY, "no game between two players");
    write_in(folder, "results.jsonl", "a", "{\"game\":1}\n");
    refused(folder, GO_EFORMAT, "results.jsonl, line 1");
    write_in(folder, "match.json", "w",
             "{\"players\":[{\"name\":\"a\",\"spec\":\"x\"}],\"size\":9}");
    refused(folder, GO_EFORMAT, "has no players with a name");
    write_in(folder, "match.json", "w",
             "{\"players\":[{\"name\":\"a\",\"spec\":\"x\"},{\"name\":1}]}");
    refused(folder, GO_EFORMAT, "has no players with a name");
    write_in(folder, "match.json", "w", "[]");
    refused(folder, GO_EFORMAT, "no object");
}

/* ---- the page ---- */

static char *text_of(const char *path)
{
    static char text[60000];
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static void the_page_has_a_line_for_each_family(void **state)
{
    char path[2][400], page[400];
    const char *folders[2];
    strength s;
    go_error err;
    (void)state;
    two_folders(folders, path);
    read_all(&s, folders, 2);
    assert_int_equal(strength_write(&s, temp_dir_path(&group_dir, "page.html", page), &err), GO_OK);
    const char *text = text_of(page);
    assert_int_equal(count_of(text, "<polyline"), 3);
    assert_int_equal(count_of(text, "<circle"), 4);
    assert_int_equal(count_of(text, "<td class=\"t\">move-time=1</td>"), 2);
    assert_int_equal(count_of(text, "<title>classic, 5: "), 1);
    assert_null(strstr(text, "groups without games"));
    assert_int_equal(strength_write(&s, temp_dir_path(&group_dir, "page.svg", page), &err), GO_OK);
    text = text_of(page);
    assert_int_equal(strncmp(text, "<svg class=\"ch w\" xmlns=", 24), 0);
    assert_int_equal(count_of(text, "<polyline"), 3);
    strength_free(&s);
}

/* As where a clock that stood still measured them. */
static void a_page_without_times_says_so(void **state)
{
    static const saved_game timeless[] = {{0, 1, BLACK, 10, {0, 0}, NULL},
                                          {1, 0, BLACK, 10, {0, 0}, NULL}};
    char path[400], page[400];
    strength s;
    go_error err;
    (void)state;
    const char *folder = save("timeless", first, 2, 9, timeless, N(timeless), path);
    read_all(&s, &folder, 1);
    assert_int_equal(strength_write(&s, temp_dir_path(&group_dir, "page.html", page), &err), GO_OK);
    const char *text = text_of(page);
    assert_int_equal(count_of(text, "These games have no times of moves"), 1);
    assert_int_equal(count_of(text, "<polyline"), 0);
    assert_int_equal(strength_write(&s, temp_dir_path(&group_dir, "page.svg", page), &err),
                     GO_EEMPTY);
    strength_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_same_player_is_one_player, group_dir_empty),
        cmocka_unit_test_setup(ratings_are_those_of_all_games_together, group_dir_empty),
        cmocka_unit_test_setup(two_players_by_hand, group_dir_empty),
        cmocka_unit_test_setup(what_no_game_connects_is_a_group_of_its_own, group_dir_empty),
        cmocka_unit_test_setup(within_a_folder_too, group_dir_empty),
        cmocka_unit_test_setup(names_that_differ_name_nobody, group_dir_empty),
        cmocka_unit_test_setup(a_name_that_only_some_have_names_nobody, group_dir_empty),
        cmocka_unit_test_setup(games_against_oneself_are_left_out, group_dir_empty),
        cmocka_unit_test_setup(a_running_match_is_only_looked_at, group_dir_empty),
        cmocka_unit_test_setup(a_copy_of_a_folder_is_refused, group_dir_empty),
        cmocka_unit_test_setup(other_folders_are_refused, group_dir_empty),
        cmocka_unit_test_setup(the_page_has_a_line_for_each_family, group_dir_empty),
        cmocka_unit_test_setup(a_page_without_times_says_so, group_dir_empty),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
