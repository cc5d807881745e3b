/* Whole matches on several threads: the plan, the store, going on, stopping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/read_file.h"
#include "match/check.h"
#include "match/run.h"
#include "match/page/match_report.h"
#include "match/page/tournament_report.h"
#include "tests/support/assert_close.h"
#include "tests/support/count_of.h"
#include "tests/support/fake_player.h"
#include "tests/support/temp_dir.h"

/* A match on 5x5 between two commands, without opening. */
typedef struct bench {
    player players[3];
    match_plan plan;
    openings *openings;
    json_t *settings;
    match_store *store;
} bench;

static json_t *settings_of(const player *players, int n, int size)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "name", players[i].name, "spec",
                                              players[i].spec));
    return json_pack("{s:o, s:i, s:s}", "players", list, "size", size, "rules", "chinese-ogs");
}

static void begin(bench *b, const char *folder, int n, const char *const *commands)
{
    char path[400];
    go_error err;
    *b = (bench){0};
    match_conditions *c = &b->plan.conditions;
    *c = (match_conditions){.size = 5, .komi = 0.5, .rules_name = "chinese-ogs", .lag = 1,
                            .hang_timeout = 20};
    assert_true(rules_by_name(c->rules_name, &c->rules));
    for (int i = 0; i < n; i++) {
        b->players[i].spec = commands[i];
        snprintf(b->players[i].name, sizeof b->players[i].name, "P%d", i);
        snprintf(b->players[i].command, sizeof b->players[i].command, "%s", commands[i]);
    }
    openings_options o = {.moves = 0, .size = 5, .rules = c->rules};
    assert_int_equal(openings_create(&b->openings, &o, &err), GO_OK);
    b->plan.players = b->players;
    b->plan.n_players = n;
    b->plan.openings = b->openings;
    b->settings = settings_of(b->players, n, 5);
    if (match_store_open(&b->store, temp_dir_path(&group_dir, folder, path), b->settings,
                         b->players, n, &err) != GO_OK)
        fail_msg("%s", err.message);
}

static void end(bench *b)
{
    match_store_close(b->store);
    openings_destroy(b->openings);
    json_decref(b->settings);
}

static match_end run(bench *b, int64_t games, int concurrency, int *failing)
{
    match_run_options options = {.games = games, .concurrency = concurrency, .failures = 3};
    match_end ended;
    go_error err;
    if (match_run(&b->plan, b->store, &options, &ended, failing, &err) != GO_OK)
        fail_msg("%s", err.message);
    return ended;
}

static char *path_of(const char *folder, const char *name, char path[900])
{
    char above[400];
    snprintf(path, 900, "%s/%s", temp_dir_path(&group_dir, folder, above), name);
    return path;
}

/* Decompressed. */
static char *text_of(const char *folder, const char *name, char text[20000])
{
    char path[900], *all;
    size_t n;
    go_error err;
    if (read_file(path_of(folder, name, path), 19999, &all, &n, &err) != GO_OK)
        fail_msg("%s", err.message);
    memcpy(text, all, n + 1);
    free(all);
    return text;
}

static int games_in(const char *text)
{
    return count_of(text, "(;FF[4]");
}

/* ---- the plan ---- */

static void pairs_change_colours_and_share_an_opening(void **state)
{
    (void)state;
    match_plan plan = {.n_players = 2, .seed = 5};
    match_game a, b, c;
    match_plan_game(&plan, 6, &a);
    match_plan_game(&plan, 7, &b);
    match_plan_game(&plan, 8, &c);
    assert_int_equal(a.side[BLACK].player, 0);
    assert_int_equal(b.side[BLACK].player, 1);
    assert_true(a.opening == 3 && b.opening == 3 && c.opening == 4);
    assert_true(a.side[BLACK].seed != a.side[WHITE].seed);
    assert_true(a.side[BLACK].seed != b.side[BLACK].seed);
    assert_in_range(a.side[BLACK].seed, 1, 1 << 30);
}

static void in_a_gauntlet_one_meets_all_others(void **state)
{
    (void)state;
    match_plan plan = {.n_players = 4, .gauntlet = true};
    int met[4] = {0};
    assert_int_equal(match_plan_pairings(&plan), 3);
    for (int64_t k = 0; k < 12; k++) {
        match_game m;
        match_plan_game(&plan, k, &m);
        colour own = k % 2 ? WHITE : BLACK;
        assert_int_equal(m.side[own].player, 0);
        assert_int_equal(m.opening, k / 6);
        met[m.side[opponent(own)].player]++;
    }
    for (int i = 1; i < 4; i++)
        assert_int_equal(met[i], 4);
}

static void all_pairings_see_the_same_openings(void **state)
{
    (void)state;
    match_plan plan = {.n_players = 4};
    int met[4][4] = {{0}};
    assert_int_equal(match_plan_pairings(&plan), 6);
    for (int64_t k = 0; k < 24; k++) {
        match_game m;
        match_plan_game(&plan, k, &m);
        assert_int_equal(m.opening, k / 12);
        met[m.side[BLACK].player][m.side[WHITE].player]++;
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(met[i][k], i == k ? 0 : 2);
}

/* ---- playing ---- */

static const char *const loser_and_winner[] = {FAKE("good resign"), FAKE("good C3")};

static void a_match_is_played_and_saved(void **state)
{
    (void)state;
    static char text[20000];
    bench b;
    int failing;
    begin(&b, "plain", 2, loser_and_winner);
    assert_int_equal(run(&b, 6, 3, &failing), MATCH_COMPLETE);
    assert_int_equal(match_store_count(b.store), 6);
    match_tally t;
    assert_int_equal(match_tally_count(b.store, 6, 0, 1, &t, NULL), GO_OK);
    assert_true(t.losses == 6 && t.wins == 0 && t.ended_by[END_RESIGN] == 6);
    assert_true(t.side[0].lost_by[END_RESIGN] == 6 && t.side[1].lost_by[END_RESIGN] == 0);
    assert_true(t.pairs[0] == 3 && t.side[1].games[BLACK] == 3 && t.side[1].points2[BLACK] == 6);
    assert_close(match_tally_score(&t), 0, 0);
    assert_non_null(strstr(text_of("plain", "games.sgf.gz", text), "C[game 6, opening 3\n"));
    assert_non_null(strstr(text, "RE[B+R]"));
    assert_int_equal(games_in(text), 6);
    end(&b);
}

static void it_goes_on_where_it_was(void **state)
{
    (void)state;
    static char before[20000], after[20000];
    bench b;
    int failing;
    begin(&b, "on", 2, loser_and_winner);
    assert_int_equal(run(&b, 3, 1, &failing), MATCH_COMPLETE);
    end(&b);
    text_of("on", "results.jsonl", before);
    begin(&b, "on", 2, loser_and_winner);
    assert_int_equal(match_store_count(b.store), 3);
    assert_true(match_store_find(b.store, 2) && !match_store_find(b.store, 3));
    assert_int_equal(run(&b, 5, 2, &failing), MATCH_COMPLETE);
    assert_int_equal(match_store_count(b.store), 5);
    end(&b);
    text_of("on", "results.jsonl", after);
    assert_memory_equal(before, after, strlen(before)); /* nothing was played again */
    assert_true(strlen(after) > strlen(before));
}

static void append_to(const char *folder, const char *name, const char *text)
{
    char path[900];
    FILE *out = fopen(path_of(folder, name, path), "a");
    fputs(text, out);
    fclose(out);
}

static void append(const char *folder, const char *text)
{
    append_to(folder, "results.jsonl", text);
}

static void a_line_that_was_cut_off_is_forgotten(void **state)
{
    (void)state;
    static char text[20000];
    bench b;
    int failing;
    begin(&b, "cut", 2, loser_and_winner);
    run(&b, 2, 1, &failing);
    assert_string_equal(match_store_mended(b.store), "");
    end(&b);
    append("cut", "{\"game\":3,\"opening\":2,\"bla");
    begin(&b, "cut", 2, loser_and_winner);
    assert_non_null(strstr(match_store_mended(b.store), "results.jsonl ended in the middle of"));
    assert_int_equal(match_store_count(b.store), 2);
    run(&b, 3, 1, &failing);
    assert_int_equal(match_store_count(b.store), 3);
    end(&b);
    text_of("cut", "results.jsonl", text);
    assert_null(strstr(text, "\"bla{"));
    begin(&b, "cut", 2, loser_and_winner);
    assert_int_equal(match_store_count(b.store), 3);
    assert_string_equal(match_store_mended(b.store), "");
    end(&b);
}

/* The record is written before the line: one without its line, whole or torn, goes. */
static void a_record_without_its_line_is_forgotten(void **state)
{
    (void)state;
    static const char *const tails[] = {"\x1f\x8b\x08torn", "(;FF[4];B[aa])\n"};
    static char text[20000];
    bench b;
    int failing;
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        begin(&b, "torn", 2, loser_and_winner);
        run(&b, 2 * (int)i + 2, 1, &failing);
        end(&b);
        append_to("torn", "games.sgf.gz", tails[i]);
        begin(&b, "torn", 2, loser_and_winner);
        assert_non_null(strstr(match_store_mended(b.store), "games.sgf.gz ended in the middle"));
        run(&b, 2 * (int)i + 3, 1, &failing);
        end(&b);
        assert_int_equal(games_in(text_of("torn", "games.sgf.gz", text)), 2 * (int)i + 3);
    }
}

static void open_refused(const char *folder, const json_t *settings, const char *why)
{
    char path[400];
    match_store *s;
    go_error err;
    player players[2] = {{.name = "x", .spec = "x"}, {.name = "y", .spec = "y"}};
    go_status got = match_store_open(&s, temp_dir_path(&group_dir, folder, path), settings,
                                     players, 2, &err);
    assert_null(s);
    if (got == GO_OK || !strstr(err.message, why))
        fail_msg("%d: %s", got, err.message);
}

static void another_match_is_refused(void **state)
{
    (void)state;
    bench b;
    int failing;
    begin(&b, "other", 2, loser_and_winner);
    run(&b, 1, 1, &failing);
    open_refused("other", b.settings, "another match is running");
    b.players[2] = (player){.name = "P2", .spec = "gnugo"};
    json_t *same = settings_of(b.players, 2, 5), *size = settings_of(b.players, 2, 9);
    json_t *more = settings_of(b.players, 3, 5), *rule = settings_of(b.players, 2, 5);
    b.players[1].spec = "gnugo:level=1";
    json_t *other = settings_of(b.players, 2, 5);
    json_object_set_new(rule, "rules", json_string("japanese"));
    end(&b);
    open_refused("other", size, "holds a match whose size is 5, not 9; repeat the");
    open_refused("other", rule, "whose rules is chinese-ogs, not japanese; repeat the");
    open_refused("other", other, "whose player 2 is P1 (" FAKE("good C3") "), not P1 "
                 "(gnugo:level=1); repeat the");
    open_refused("other", more, "whose number of players is 2, not 3; repeat the");
    append("other", "this is no line\n");
    open_refused("other", same, "line 2 is damaged");
    json_t *all[] = {same, size, more, rule, other};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        json_decref(all[i]);
}

/* Players that did not start, say: what was tried does not bind. */
static void a_match_without_games_may_become_another(void **state)
{
    (void)state;
    static char text[20000];
    const char *const misspelt[] = {FAKE("good"), "/no/such/program"};
    bench b;
    int failing;
    begin(&b, "empty", 2, misspelt);
    end(&b);
    begin(&b, "empty", 2, loser_and_winner);
    assert_int_equal(run(&b, 2, 1, &failing), MATCH_COMPLETE);
    end(&b);
    assert_null(strstr(text_of("empty", "match.json", text), "/no/such/program"));
    assert_non_null(strstr(text, "good C3"));
}

/* A match.json of something else is not ours to write over. */
static void the_settings_of_others_are_left_alone(void **state)
{
    (void)state;
    static char text[20000];
    char path[400];
    json_t *settings = json_pack("{s:i}", "size", 5);
    assert_int_equal(mkdir(temp_dir_path(&group_dir, "others", path), 0777), 0);
    append_to("others", "match.json", "{\"season\": 2026}\n");
    open_refused("others", settings, "whose size is nothing, not 5");
    assert_string_equal(text_of("others", "match.json", text), "{\"season\": 2026}\n");
    json_decref(settings);
}

static void a_game_that_is_there_twice_is_damage(void **state)
{
    (void)state;
    static char text[20000];
    bench b;
    int failing;
    begin(&b, "twice", 2, loser_and_winner);
    run(&b, 1, 1, &failing);
    json_t *settings = json_incref(b.settings);
    end(&b);
    append("twice", text_of("twice", "results.jsonl", text));
    open_refused("twice", settings, "line 2 is damaged: game 1 appears twice");
    json_decref(settings);
}

/* The number of a game takes memory, which a damaged one must not exhaust. */
static void a_game_beyond_all_matches_is_damage(void **state)
{
    (void)state;
    static char text[20000];
    char line[20000];
    bench b;
    int failing;
    begin(&b, "beyond", 2, loser_and_winner);
    run(&b, 1, 1, &failing);
    json_t *settings = json_incref(b.settings);
    end(&b);
    const char *rest = strchr(text_of("beyond", "results.jsonl", text), ',');
    assert_memory_equal(text, "{\"game\":1,", 10);
    snprintf(line, sizeof line, "{\"game\":10000001%s", rest);
    append("beyond", line);
    open_refused("beyond", settings, "the game number 10000001 is above the limit of 10000000");
    json_decref(settings);
}

static void failing_too_often_stops_it(void **state)
{
    (void)state;
    const char *const commands[] = {FAKE("good C3"), FAKE("crash 1")};
    bench b;
    int failing;
    begin(&b, "failing", 2, commands);
    assert_int_equal(run(&b, 100, 1, &failing), MATCH_FAILING);
    assert_int_equal(failing, 1);
    assert_int_equal(match_store_count(b.store), 3);
    match_tally t;
    assert_int_equal(match_tally_count(b.store, 3, 0, 1, &t, NULL), GO_OK);
    assert_true(t.wins == 3 && t.ended_by[END_CRASH] == 3);
    end(&b);
}

static void a_test_stops_it(void **state)
{
    (void)state;
    bench b;
    match_end ended;
    int failing;
    go_error err;
    match_run_options options = {.games = 1000, .concurrency = 2, .failures = 3,
                                 .test = {true, 0, 300, 0.05, 0.05}};
    begin(&b, "sprt", 2, loser_and_winner);
    assert_int_equal(match_run(&b.plan, b.store, &options, &ended, &failing, &err), GO_OK);
    assert_int_equal(ended, MATCH_DECIDED);
    assert_true(match_store_count(b.store) < 60);
    match_summary s;
    assert_int_equal(match_summary_make(&s, &b.plan, b.store, &options.test, &err), GO_OK);
    assert_int_equal(s.decision, -1);
    assert_true(s.llr <= s.llr_bounds.low);
    end(&b);
}

/* Both games of `n` further pairs are won by that player. */
static void add_pairs(bench *b, int n, int winner)
{
    const int64_t first = match_store_count(b->store);
    for (int64_t k = first; k < first + 2 * n; k++) {
        match_game m;
        go_error err;
        match_plan_game(&b->plan, k, &m);
        m.winner = m.side[BLACK].player == winner ? BLACK : WHITE;
        assert_int_equal(match_store_add(b->store, &m, &err), GO_OK);
        match_game_free(&m);
    }
}

/* Where several games are played at a time, some end after the one that decides. */
static void later_games_do_not_undo_a_decision(void **state)
{
    (void)state;
    bench b;
    match_end ended;
    int failing, pairs = 0;
    go_error err;
    match_run_options options = {
        .games = 1000, .concurrency = 1, .failures = 3, .test = {true, 0, 300, 0.05, 0.05}};
    begin(&b, "later", 2, loser_and_winner);
    for (; !match_is_decided(b.store, &options.test) && pairs < 50; pairs++)
        add_pairs(&b, 1, 1);
    assert_in_range(pairs, 2, 49);
    add_pairs(&b, pairs, 0);
    match_summary s;
    assert_int_equal(match_summary_make(&s, &b.plan, b.store, &options.test, &err), GO_OK);
    assert_true(s.llr > s.llr_bounds.low && s.llr < s.llr_bounds.high);
    assert_int_equal(s.decision, -1);
    assert_int_equal(match_run(&b.plan, b.store, &options, &ended, &failing, &err), GO_OK);
    assert_int_equal(ended, MATCH_DECIDED);
    assert_int_equal(match_store_count(b.store), 4 * pairs);
    end(&b);
}

/* The record of game 3 goes to a device that is always full. */
static void a_full_disk_stops_it_and_keeps_what_is_there(void **state)
{
    (void)state;
    static char text[20000];
    bench b;
    match_end ended;
    int failing;
    go_error err;
    char games[900], aside[900];
    match_run_options options = {.games = 4, .concurrency = 1};
    begin(&b, "full", 2, loser_and_winner);
    run(&b, 2, 1, &failing);
    end(&b);
    rename(path_of("full", "games.sgf.gz", games), path_of("full", "aside", aside));
    assert_int_equal(symlink("/dev/full", games), 0);
    begin(&b, "full", 2, loser_and_winner);
    assert_int_equal(match_run(&b.plan, b.store, &options, &ended, &failing, &err), GO_EIO);
    assert_non_null(strstr(err.message, "No space left"));
    assert_int_equal(match_store_count(b.store), 2);
    end(&b);
    rename(aside, games); /* there is room again */
    begin(&b, "full", 2, loser_and_winner);
    assert_int_equal(run(&b, 4, 1, &failing), MATCH_COMPLETE);
    assert_int_equal(match_store_count(b.store), 4);
    end(&b);
    assert_int_equal(games_in(text_of("full", "games.sgf.gz", text)), 4);
}

/* Writing into a deleted file succeeds, so the match must look. */
static void a_deleted_folder_stops_it(void **state)
{
    (void)state;
    static const char *const files[] = {"match.json", "games.sgf.gz", "results.jsonl"};
    bench b;
    match_end ended;
    int failing;
    go_error err;
    char path[900];
    match_run_options options = {.games = 100, .concurrency = 1};
    begin(&b, "deleted", 2, loser_and_winner);
    run(&b, 2, 1, &failing);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_int_equal(unlink(path_of("deleted", files[i], path)), 0);
    assert_int_equal(rmdir(temp_dir_path(&group_dir, "deleted", path)), 0);
    assert_int_equal(match_run(&b.plan, b.store, &options, &ended, &failing, &err), GO_EIO);
    assert_non_null(strstr(err.message, "deleted/games.sgf.gz was deleted during the match"));
    assert_int_equal(match_store_count(b.store), 2);
    end(&b);
}

/* A file of records that was cut is damage; one that was taken away is not. */
static void records_may_be_taken_away_but_not_cut(void **state)
{
    (void)state;
    static char text[20000];
    char games[900];
    bench b;
    int failing;
    begin(&b, "away", 2, loser_and_winner);
    run(&b, 2, 1, &failing);
    json_t *settings = json_incref(b.settings);
    end(&b);
    assert_int_equal(truncate(path_of("away", "games.sgf.gz", games), 9), 0);
    open_refused("away", settings, "games.sgf.gz is damaged: it has 9 bytes, but results.jsonl");
    unlink(games);
    begin(&b, "away", 2, loser_and_winner);
    assert_int_equal(run(&b, 3, 1, &failing), MATCH_COMPLETE);
    end(&b);
    begin(&b, "away", 2, loser_and_winner);
    assert_string_equal(match_store_mended(b.store), "");
    end(&b);
    assert_int_equal(games_in(text_of("away", "games.sgf.gz", text)), 1);
    json_decref(settings);
}

static void refused_before_the_match(const char *command, const char *why)
{
    const char *const commands[] = {FAKE("good resign"), command};
    bench b;
    go_error err;
    begin(&b, "tried", 2, commands);
    go_status status = match_check_programs(&b.plan, &err);
    if (status != GO_EUNSUPPORTED || !strstr(err.message, why))
        fail_msg("%s: %d, %s", command, status, status == GO_OK ? "" : err.message);
    end(&b);
}

static void players_are_tried_out_first(void **state)
{
    (void)state;
    refused_before_the_match("/no/such/program", "P1 cannot play: it ended at 'protocol_version' "
                             "(the command was not found)");
    /* what shows at the first move only: gammas that are not there, say */
    refused_before_the_match(FAKE("error 1"), "P1 cannot play: it answered 'genmove b' with an "
                             "error: no idea (started as");
    refused_before_the_match(FAKE("crash 1"), "it ended at 'genmove b'");
    refused_before_the_match(FAKE("good Z9"), "it answered 'genmove b' with 'Z9' (");
}

static void the_referee_is_tried_out_too(void **state)
{
    (void)state;
    static const struct { const char *command, *why; } bad[] = {
        {"/no/such/referee", "the referee cannot judge: it ended at 'boardsize 5' (the command"},
        {"while read -r a; do printf '= x\\n\\n'; done", "it knows neither final_status_list nor"}};
    bench b;
    go_error err;
    begin(&b, "referee", 2, loser_and_winner);
    b.plan.conditions.referee = REFEREE_PROGRAM;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        b.plan.conditions.referee_command = bad[i].command;
        assert_int_equal(match_check_programs(&b.plan, &err), GO_EUNSUPPORTED);
        assert_non_null(strstr(err.message, bad[i].why));
    }
    b.plan.conditions.referee_command = FAKE("score B+1");
    assert_int_equal(match_check_programs(&b.plan, &err), GO_OK);
    end(&b);
}

/* ---- tournaments ---- */

/* P0 resigns at once, P1 at its second move, P2 never. */
static void a_tournament_ranks_its_players(void **state)
{
    (void)state;
    const char *const commands[] = {FAKE("good resign"), FAKE("good C3 resign"),
                                    FAKE("good B2 D4")};
    static char text[20000];
    bench b;
    int failing;
    tournament t;
    go_error err;
    begin(&b, "round", 3, commands);
    assert_int_equal(run(&b, 12, 2, &failing), MATCH_COMPLETE);
    assert_int_equal(tournament_make(&t, &b.plan, b.store, &err), GO_OK);
    assert_int_equal(t.standing[0].player, 2);
    assert_int_equal(t.standing[1].player, 1);
    assert_int_equal(t.standing[2].player, 0);
    assert_int_equal(t.standing[0].tally.wins, 8);
    assert_int_equal(t.standing[1].against[0].wins, 4);
    assert_int_equal(t.standing[1].against[2].losses, 4);
    assert_true(t.standing[0].elo.elo > 100 && t.standing[2].elo.elo < -100);
    assert_int_equal(tournament_report(&t, b.settings, &err), GO_OK);
    assert_non_null(strstr(text_of("round", "index.html", text), "Tournament of 3 players"));
    tournament_free(&t);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_change_colours_and_share_an_opening),
        cmocka_unit_test(in_a_gauntlet_one_meets_all_others),
        cmocka_unit_test(all_pairings_see_the_same_openings),
        cmocka_unit_test(a_match_is_played_and_saved),
        cmocka_unit_test(it_goes_on_where_it_was),
        cmocka_unit_test(a_line_that_was_cut_off_is_forgotten),
        cmocka_unit_test(a_record_without_its_line_is_forgotten),
        cmocka_unit_test(a_deleted_folder_stops_it),
        cmocka_unit_test(records_may_be_taken_away_but_not_cut),
        cmocka_unit_test(another_match_is_refused),
        cmocka_unit_test(a_match_without_games_may_become_another),
        cmocka_unit_test(the_settings_of_others_are_left_alone),
        cmocka_unit_test(a_game_that_is_there_twice_is_damage),
        cmocka_unit_test(a_game_beyond_all_matches_is_damage),
        cmocka_unit_test(failing_too_often_stops_it),
        cmocka_unit_test(a_test_stops_it),
        cmocka_unit_test(later_games_do_not_undo_a_decision),
        cmocka_unit_test(a_full_disk_stops_it_and_keeps_what_is_there),
        cmocka_unit_test(players_are_tried_out_first),
        cmocka_unit_test(the_referee_is_tried_out_too),
        cmocka_unit_test(a_tournament_ranks_its_players),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
