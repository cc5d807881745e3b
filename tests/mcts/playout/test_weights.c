/* The weights kept step by step equal those computed afresh by the policy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "board/board_text.h"
#include "board/coord.h"
#include "mcts/playout/overlay_on.h"
#include "mcts/playout/weights_on.h"
#include "patterns/gammas/gammas.h"
#include "patterns/gammas/policy.h"
#include "tests/support/assert_close.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/needs.h"
#include "tests/support/random_moves.h"

typedef struct shadow {
    playout_gammas *tables;
    playout_weights *w;
    playout_overlay *o;
    policy *p;
    board b;
} shadow;

/* Where playouts know the size when they are compiled, so do these; the rest takes any. */
static void start_weights(shadow *s)
{
    switch (s->b.size) {
    case 9: weights_start_on(s->w, &s->b, board_grid_on(9)); break;
    case 13: weights_start_on(s->w, &s->b, board_grid_on(13)); break;
    case 19: weights_start_on(s->w, &s->b, board_grid_on(19)); break;
    default: playout_weights_start(s->w, &s->b); break;
    }
}

static void play_weights(shadow *s, colour c, point p)
{
    switch (s->b.size) {
    case 9: weights_play_on(s->w, &s->b, c, p, board_grid_on(9)); break;
    case 13: weights_play_on(s->w, &s->b, c, p, board_grid_on(13)); break;
    case 19: weights_play_on(s->w, &s->b, c, p, board_grid_on(19)); break;
    default: playout_weights_play(s->w, &s->b, c, p); break;
    }
}

static void lay_overlay(shadow *s, colour c)
{
    switch (s->b.size) {
    case 9: overlay_lay_on(s->o, s->w, &s->b, c, board_grid_on(9)); break;
    case 13: overlay_lay_on(s->o, s->w, &s->b, c, board_grid_on(13)); break;
    case 19: overlay_lay_on(s->o, s->w, &s->b, c, board_grid_on(19)); break;
    default: playout_overlay_lay(s->o, s->w, &s->b, c); break;
    }
}

static void shadow_create(shadow *s, const gammas *g, int size)
{
    assert_int_equal(playout_gammas_create(&s->tables, g, size, NULL), GO_OK);
    s->w = test_malloc(sizeof *s->w);
    s->o = test_calloc(1, sizeof *s->o);
    playout_weights_init(s->w, s->tables);
    assert_int_equal(policy_create(&s->p, g, size, NULL), GO_OK);
}

static void shadow_start(shadow *s, const board *b)
{
    s->b = *b;
    start_weights(s);
    policy_start(s->p, &s->b);
}

static void shadow_destroy(shadow *s)
{
    policy_destroy(s->p);
    test_free(s->o);
    test_free(s->w);
    playout_gammas_destroy(s->tables);
}

static bool playable(const board *b, colour c, point p)
{
    return board_legal(b, c, p) == MOVE_OK && !board_is_eye(b, p, c);
}

/* A loose weight is no less than the exact one, which it leads to by its share. */
static void compare_loose(const shadow *s, colour c)
{
    const int side = c == WHITE;
    for (int i = 0; i < s->b.n_empty; i++) {
        const point p = s->b.empty[i];
        const float weight = s->w->weight[side][p], exact = playout_overlay_at(s->w, &s->b, c, p);
        if (weight > 0 && weights_is_loose(s->w, side, p))
            assert_true(exact > 0 && exact <= weight * 1.0001f);
        else
            assert_true(exact == weight);
    }
}

/* Each weight over their sum is each probability over theirs. */
static void compare(shadow *s, colour c)
{
    const int size = s->b.size;
    float probability[BOARD_MAX_AREA + 1];
    double kept = 0, fresh = 0;
    playout_weights *before = test_malloc(sizeof *before);
    *before = *s->w;
    compare_loose(s, c);
    lay_overlay(s, c);
    policy_distribution(s->p, c, probability);
    for (int i = 0; i < size * size; i++) {
        point p = board_point_at(size, i);
        kept += (double)playout_overlay_at(s->w, &s->b, c, p);
        fresh += playable(&s->b, c, p) ? (double)probability[i] : 0;
    }
    for (int i = 0; i < size * size; i++) {
        point p = board_point_at(size, i);
        double mine = kept > 0 ? (double)playout_overlay_at(s->w, &s->b, c, p) / kept : 0;
        double right = fresh > 0 && playable(&s->b, c, p) ? (double)probability[i] / fresh : 0;
        char name[COORD_MAX];
        if (mine > right * 1.0001 + 1e-12 || mine < right * 0.9999 - 1e-12) {
            board_text_write(stderr, &s->b);
            fail_msg("%s for %s: %.8g, not %.8g", coord_to_gtp(size, p, name),
                     c == BLACK ? "black" : "white", mine, right);
        }
    }
    playout_overlay_lift(s->o, s->w);
    assert_memory_equal(before, s->w, sizeof *before);
    test_free(before);
}

/* A whole playout, now and then with a pass or two moves of one side. */
static void along_a_playout(shadow *s, const board *start, rng *random)
{
    colour c = BLACK;
    shadow_start(s, start);
    for (int i = 0, passes = 0; i < 2 * s->b.size * s->b.size && passes < 2; i++) {
        compare(s, c);
        point p = rng_below(random, 50) ? playout_overlay_draw(s->o, s->w, &s->b, c, random) : PASS;
        assert_int_equal(board_legal(&s->b, c, p), MOVE_OK);
        play_weights(s, c, p);
        policy_play(s->p, c, p);
        passes = p == PASS ? passes + 1 : 0;
        c = rng_below(random, 40) ? opponent(c) : c;
    }
    assert_null(board_check(&s->b));
}

static void along_playouts(const gammas *g, int size, int n_playouts, uint64_t seed)
{
    shadow s;
    rng random = rng_seed(seed);
    shadow_create(&s, g, size);
    for (int i = 0; i < n_playouts; i++) {
        board b = random_position(size, i & 1 ? size * size / 2 : 0, &random);
        along_a_playout(&s, &b, &random);
    }
    shadow_destroy(&s);
}

/* Gammas by lot make all sorts of unlikely positions. */
static void with_gammas_by_lot(void **state)
{
    static const int sizes[] = {2, 3, 5, 9, 13, 19, 25};
    (void)state;
    for (int i = 0; i < 7; i++) {
        gammas *g = drawn_gammas("fast", sizes[i] < 9 ? 9 : sizes[i], (uint64_t)i);
        along_playouts(g, sizes[i], sizes[i] < 10 ? 20 : 3, (uint64_t)(10 + i));
        gammas_destroy(g);
    }
}

static void with_trained_gammas(void **state)
{
    static const int sizes[] = {9, 13, 19};
    (void)state;
    for (int i = 0; i < 3; i++) {
        gammas *g;
        assert_int_equal(gammas_read_or_find(&g, NULL, "fast", sizes[i] == 9 ? 9 : 19, NULL),
                         GO_OK);
        along_playouts(g, sizes[i], slow_tests() ? 200 : 4, (uint64_t)(20 + i));
        gammas_destroy(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_gammas_by_lot),
        cmocka_unit_test(with_trained_gammas),
    };
    return cmocka_run_group_tests_name("weights", tests, NULL, NULL);
}
