/* Games to learn from and to test on: which are taken, held out and left out, and what is counted.
 */
#include "sgf_corpus/playable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/temp_dir.h"
#include "tests/support/unit.h"

/* What was handed over: sizes and lengths of games, in order; "-" before those held out. */
typedef struct taken {
    char games[400];
    int n, n_held_out, last_moves;
} taken;

static go_status take(void *to, const game_record *game, bool held_out, go_error *err)
{
    taken *t = to;
    const size_t used = strlen(t->games);
    (void)err;
    snprintf(t->games + used, sizeof t->games - used, "%s%s%d:%d", t->n ? " " : "",
             held_out ? "-" : "", game->size, game->n_moves);
    t->n++;
    t->n_held_out += held_out;
    t->last_moves = game->n_moves;
    return GO_OK;
}

static go_status read_text(const char *text, const playable_options *o, taken *t,
                           corpus_counts *counts, go_error *err)
{
    char path[400];
    const char *name = temp_dir_text(&group_dir, "t.sgf", text, path);
    *t = (taken){0};
    return playable_games(&name, 1, o, take, t, counts, err);
}

static void remember(void *user, const char *message)
{
    snprintf(user, 1024, "%s", message);
}

#define SUICIDE "(;SZ[5]RU[NZ];B[ab];W[aa];B[bb];W[ee];B[ca];W[ba])"
#define OCCUPIED "(;SZ[5]RU[NZ];B[cc];W[cc])"

static void reasons_of_broken_games(void **state)
{
    (void)state;
    corpus_counts counts;
    go_error err;
    taken t;
    char said[1024] = "";
    playable_options o = {.on_broken = remember, .user = said};
    assert_int_equal(read_text(SUICIDE "(;SZ[5];B[cc])", &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:1");
    assert_int_equal(counts.broken, 1);
    assert_int_equal(counts.moves, 1);
    assert_non_null(strstr(said, "suicide (its rules allow it, but gammas know no suicide)"));
    assert_int_equal(read_text(OCCUPIED "(;SZ[5];B[cc])", &o, &t, &counts, &err), GO_OK);
    assert_non_null(strstr(said, "occupied"));
    assert_null(strstr(said, "gammas"));
    o.suicide = true;
    assert_int_equal(read_text(SUICIDE OCCUPIED, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:6");
    o.on_broken = NULL;
    assert_int_equal(read_text(OCCUPIED, &o, &t, &counts, &err), GO_EEMPTY);
    assert_non_null(strstr(err.message, "no usable game: 0 filtered out, 1 broken"));
}

static void the_longest_game(void **state)
{
    (void)state;
    corpus_counts counts;
    go_error err;
    taken t;
    const playable_options o = {.size = 5};
    char *text = malloc(4 * (size_t)PLAYABLE_MOST_MOVES + 100), *end = text;
    assert_non_null(text);
    end += sprintf(end, "(;SZ[5]");
    for (int i = 0; i < PLAYABLE_MOST_MOVES; i++)
        end += sprintf(end, ";%c[]", i % 2 ? 'W' : 'B');
    strcpy(end, ")");
    assert_int_equal(read_text(text, &o, &t, &counts, &err), GO_OK);
    assert_int_equal(t.last_moves, PLAYABLE_MOST_MOVES);
    strcpy(end, ";W[])(;SZ[5];B[cc])");
    assert_int_equal(read_text(text, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:1");
    assert_int_equal(counts.broken, 1);
    free(text);
}

/* Moves 1 to n on the first line, a game for each n. */
static const char *games_up_to(int n)
{
    static char text[20000];
    size_t used = 0;
    for (int i = 1; i <= n; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "(;SZ[9]");
        for (int k = 0; k < i; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, ";%c[%c%c]",
                                     k % 2 ? 'W' : 'B', 'a' + k % 9, 'a' + k / 9);
        used += (size_t)snprintf(text + used, sizeof text - used, ")");
    }
    return text;
}

/* A test on the collection itself finds the games that were held out, and no others. */
static void held_out_games_are_not_learned(void **state)
{
    (void)state;
    corpus_counts counts;
    go_error err;
    taken t;
    dedupe *learned = dedupe_create(DEDUPE_MOVES);
    playable_options o = {.held_out = 0.5, .learned = learned};
    assert_int_equal(read_text(games_up_to(20), &o, &t, &counts, &err), GO_OK);
    const int held_out = t.n_held_out;
    assert_int_equal(t.n, 20);
    assert_in_range(held_out, 3, 17);
    o = playable_to_test(&o);
    assert_int_equal(read_text(games_up_to(20), &o, &t, &counts, &err), GO_OK);
    assert_int_equal(t.n, held_out);
    assert_int_equal(counts.games, held_out);
    assert_int_equal(counts.known, 20 - held_out);
    int64_t moves = 0; /* of those that were taken */
    for (const char *at = t.games; (at = strchr(at, ':')) != NULL;)
        moves += strtol(++at, NULL, 10);
    assert_int_equal(counts.moves, moves);
    o.held_out = 0;
    assert_int_equal(read_text(games_up_to(20), &o, &t, &counts, &err), GO_OK);
    assert_int_equal(t.n_held_out, 0);
    dedupe_destroy(learned);
}

static void a_test_needs_games_that_were_not_learned(void **state)
{
    (void)state;
    corpus_counts counts;
    go_error err;
    taken t;
    dedupe *learned = dedupe_create(DEDUPE_MOVES);
    game_filter few = game_filter_all();
    few.max_moves = 2;
    char twice[1000];
    const char *four = games_up_to(4);
    snprintf(twice, sizeof twice, "%s%s", four, strrchr(four, '(')); /* the last one again */
    playable_options o = {.learned = learned, .max_games = 1, .filter = &few};
    assert_int_equal(read_text(twice, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "9:1");
    o.max_games = 0;
    assert_int_equal(read_text(twice, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "9:1 9:2");
    o.max_games = 1;
    o = playable_to_test(&o);
    assert_int_equal(read_text(twice, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "9:3 9:4 9:4"); /* neither filter nor number is the training's */
    assert_int_equal(counts.repeats, 1);
    assert_int_equal(read_text(games_up_to(1), &o, &t, &counts, &err), GO_EEMPTY);
    assert_non_null(
        strstr(err.message, "t.sgf: all games to test on were trained on (1 game); give"));
    dedupe_destroy(learned);
}

static void what_is_counted(void **state)
{
    (void)state;
    corpus_counts counts;
    go_error err;
    taken t;
    playable_options o = {.one_size = true};
    const char *six = "(;SZ[5];B[cc];W[dd])(;SZ[5];B[cc];W[dd])(;SZ[5])(;SZ[7];B[aa];W[bb];B[cc])"
                      "(;SZ[5];B[cc];W[cc])(;SZ[5];B[aa])";
    assert_int_equal(read_text(six, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:2 5:2 5:1");
    assert_int_equal(counts.games, 3);
    assert_int_equal(counts.repeats, 1);
    assert_int_equal(counts.filtered, 2);
    assert_int_equal(counts.other_size, 1);
    assert_int_equal(counts.broken, 1);
    assert_int_equal(counts.moves, 5);
    o.one_size = false;
    assert_int_equal(read_text(six, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:2 5:2 7:3 5:1");
    o.max_games = 2;
    assert_int_equal(read_text(six, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:2 5:2");
    o = (playable_options){.rank = 1, .n_ranks = 2};
    assert_int_equal(read_text(six, &o, &t, &counts, &err), GO_OK);
    assert_string_equal(t.games, "5:2 5:1");
}

static void inputs_without_a_game_are_named(void **state)
{
    (void)state;
    corpus_counts counts;
    go_error err;
    taken t = {0};
    char folder[400], path[400];
    const playable_options o = {.size = 9};
    assert_int_equal(group_dir_empty(state), 0);
    temp_dir_text(&group_dir, "notes.txt", "nothing", path);
    snprintf(folder, sizeof folder, "%s", group_dir.path);
    temp_dir_text(&group_dir, "t.sgf", "(;SZ[5];B[cc])", path);
    const char *const inputs[] = {path, folder};
    assert_int_equal(playable_games(inputs, 2, &o, take, &t, &counts, &err), GO_EEMPTY);
    assert_non_null(strstr(err.message, "t.sgf and other inputs: no usable game on 9x9: "));
    assert_non_null(strstr(err.message, "0 broken, 1 other file left out; "));
    dedupe *learned = dedupe_create(DEDUPE_MOVES);
    playable_options test = {.learned = learned};
    assert_int_equal(playable_games(inputs, 1, &test, take, &t, &counts, &err), GO_OK);
    test = playable_to_test(&test);
    test.size = 5;
    assert_int_equal(playable_games(inputs, 2, &test, take, &t, &counts, &err), GO_EEMPTY);
    assert_non_null(
        strstr(err.message, "t.sgf and other inputs: all games on 5x5 to test on were"));
    dedupe_destroy(learned);
}

/* The reports of progress. */
typedef struct told {
    int reports;
    int64_t done, total;
    bool stop;
} told;

static bool tell(void *user, const char *phase, int64_t done, int64_t total)
{
    told *p = user;
    assert_string_equal(phase, "reading games");
    assert_true(total >= done && done >= p->done);
    *p = (told){p->reports + 1, done, total, p->stop};
    return !p->stop;
}

/* A long reading is reported to its end, where all is known; also games that are broken count. */
static void progress_ends_with_all_games(void **state)
{
    (void)state;
    enum { GAMES = 300, BYTES = 60 };
    corpus_counts counts;
    go_error err;
    taken t;
    told p = {0};
    playable_options o = {.progress = tell, .user = &p};
    char *text = malloc(GAMES * BYTES), *end = text;
    assert_non_null(text);
    *end = 0;
    for (int i = 0; i < GAMES; i++)
        end += sprintf(end, i % 2 ? "(;SZ[5];B[cc])" : "(;SZ[99])");
    assert_int_equal(read_text(text, &o, &t, &counts, &err), GO_OK);
    assert_int_equal(t.n, GAMES / 2);
    assert_int_equal(p.done, GAMES);
    assert_int_equal(p.total, GAMES);
    p = (told){.stop = true};
    assert_int_equal(read_text(text, &o, &t, &counts, &err), GO_EINTR);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_of_broken_games),
        cmocka_unit_test(the_longest_game),
        cmocka_unit_test(held_out_games_are_not_learned),
        cmocka_unit_test(a_test_needs_games_that_were_not_learned),
        cmocka_unit_test(what_is_counted),
        cmocka_unit_test(inputs_without_a_game_are_named),
        cmocka_unit_test(progress_ends_with_all_games),
    };
    return cmocka_run_group_tests(tests, group_dir_make, group_dir_remove);
}
