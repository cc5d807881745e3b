#include "tests/support/drawn_gammas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "patterns/extract.h"
#include "tests/support/random_moves.h"

enum { GAMES = 8 };

/* Adds all shapes of the moves of a random game. */
static void learn_game(vocabulary *v, extractor *x, int size, rng *random)
{
    board b;
    nest_key keys[MAX_NEST];
    shape s;
    board_init(&b, size);
    extractor_start(x, &b);
    for (int i = 0; i < size * size; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        point p = random_move(extractor_board(x), c, random);
        int n = p == PASS ? 0 : extractor_nests(x, c, p, keys);
        for (int k = 0; k < n; k++) {
            extractor_shape(x, c, p, keys[k].group, keys[k].nest, &s);
            assert_int_equal(vocabulary_add(v, keys[k].group, keys[k].key, &s, NULL), GO_OK);
        }
        extractor_play(x, c, p);
    }
}

vocabulary *drawn_vocabulary(const char *set, int size, uint64_t seed)
{
    rng random = rng_seed(seed);
    vocabulary *v = vocabulary_create(feature_set_by_name(set), size);
    extractor *x;
    assert_non_null(v);
    assert_int_equal(extractor_create(&x, v, size, NULL), GO_OK);
    for (int i = 0; i < GAMES; i++)
        learn_game(v, x, size, &random);
    extractor_destroy(x);
    vocabulary_number(v);
    return v;
}

gammas *drawn_gammas(const char *set, int size, uint64_t seed)
{
    vocabulary *v = drawn_vocabulary(set, size, seed);
    rng random = rng_seed(seed + 1);
    gammas_origin origin = {"games by lot", 8, 8L * size * size, 1, 1.0, 7, -3.25, seed};
    int n = vocabulary_gammas(v);
    double *theta = calloc((size_t)n, sizeof *theta), *wins = calloc((size_t)n, sizeof *wins);
    assert_non_null(theta);
    assert_non_null(wins);
    for (int i = 0; i < n; i++) {
        theta[i] = 4 * rng_double(&random) - 2;
        wins[i] = rng_below(&random, 1000);
    }
    gammas *g = NULL;
    assert_int_equal(gammas_create(&g, v, theta, wins, &origin, NULL), GO_OK);
    free(theta);
    free(wins);
    return g;
}
