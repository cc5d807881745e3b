#include "tests/support/sample_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "mm_train/data/corpus_games.h"
#include "mm_train/data/harvest.h"
#include "tests/support/random_moves.h"

static void add_copy(games *to, const games *from, int64_t game)
{
    const games_start *start = games_at(from, game);
    assert_int_equal(games_add(to, games_moves(from, game), start->n_setup, start->n_moves, NULL),
                     GO_OK);
}

void sample_games(games *g, int n, bool backwards)
{
    static const char *const inputs[] = {"data/sample-9x9.sgf.gz"};
    playable_options options = {.size = 9, .n_ranks = 1, .max_games = n};
    corpus_counts counts;
    games all = {0};
    go_error err = {GO_OK, ""};
    if (corpus_games_read(&all, NULL, inputs, 1, &options, NULL, &counts, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_int_equal(all.n_games, n);
    assert_int_equal(games_create(g, 9, NULL, NULL), GO_OK);
    for (int i = 0; i < n; i++)
        add_copy(g, &all, backwards ? n - 1 - i : i);
    games_free(&all);
}

static void add_random_game(games *g, int n_setup, int n_moves, rng *random)
{
    packed_move entries[2048];
    board b;
    int n = 0;
    board_init(&b, g->size);
    for (; n < n_setup; n++) {
        point p = b.empty[rng_below(random, (uint32_t)b.n_empty)];
        board_setup(&b, BLACK, p);
        entries[n] = pack_move(BLACK, board_index(&b, p));
    }
    for (; n < n_setup + n_moves; n++) {
        colour c = n & 1 ? WHITE : BLACK;
        point p = random_move(&b, c, random);
        entries[n] = pack_move(c, board_index(&b, p));
        board_play_legal(&b, c, p);
    }
    assert_int_equal(games_add(g, entries, n_setup, n_moves, NULL), GO_OK);
}

void random_games(games *g, int size, int n, uint64_t seed)
{
    rng random = rng_seed(seed);
    assert_int_equal(games_create(g, size, NULL, NULL), GO_OK);
    for (int i = 0; i < n; i++)
        add_random_game(g, i % 3, size * size + 10 * (i % 4), &random);
}

vocabulary *harvested(const games *g, const char *set, int min_count, int n_threads)
{
    comm *c;
    go_error err = {GO_OK, ""};
    vocabulary *v = vocabulary_create(feature_set_by_name(set), g->size);
    assert_non_null(v);
    assert_int_equal(comm_create(&c, &err), GO_OK);
    if (harvest_shapes(v, g, c, min_count, &(games_run){.n_threads = n_threads}, &err) != GO_OK)
        fail_msg("%s", err.message);
    comm_destroy(c);
    return v;
}
