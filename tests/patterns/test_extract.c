/* Teams kept step by step along games are those of an extractor that starts
 * afresh on the same board, and the changes told are all there were.         */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "patterns/extract.h"
#include "tests/support/drawn.h"
#include "tests/support/drawn_gammas.h"
#include "tests/support/random_moves.h"

/* ---- step by step against afresh ---- */

static void same_teams(const extractor *a, const extractor *b, colour c, int area)
{
    for (int i = 0; i <= area; i++) {
        assert_int_equal(extractor_legal(a, c, i), extractor_legal(b, c, i));
        if (extractor_legal(a, c, i))
            assert_memory_equal(extractor_team(a, c, i), extractor_team(b, c, i), sizeof(team));
    }
}

static void same_passing(const extractor *a, const extractor *b)
{
    int n, m;
    const passing_feature *f = extractor_passing(a, &n), *g = extractor_passing(b, &m);
    assert_int_equal(n, m);
    for (int i = 0; i < n; i++) {
        assert_int_equal(f[i].candidate, g[i].candidate);
        assert_int_equal(f[i].group, g[i].group);
        assert_int_equal(f[i].cell, g[i].cell);
        assert_int_equal(f[i].gamma, g[i].gamma);
    }
}

static void same_rows(const extractor *a, const extractor *b)
{
    int row[N_ROWS], other[N_ROWS];
    extractor_dense(a, row);
    extractor_dense(b, other);
    assert_memory_equal(row, other, sizeof row);
}

/* What is known of one side from the changes told alone. */
typedef struct told {
    bool legal[MAX_CANDIDATES];
    team teams[MAX_CANDIDATES];
} told;

/* The changes, applied to what was known, give what is now: none is missing,
 * none is told that is none, and none twice.                                 */
static void apply_changes(told *t, const extractor *x, colour c, const team_change *change, int n,
                          int area)
{
    bool met[MAX_CANDIDATES] = {false};
    for (int i = 0; i < n; i++) {
        int k = change[i].candidate;
        const uint32_t *now = extractor_team(x, c, k);
        assert_false(met[k]);
        met[k] = true;
        assert_true(change[i].toggled || change[i].mask);
        assert_int_equal(change[i].toggled, t->legal[k] != change[i].legal);
        t->legal[k] = change[i].legal;
        for (int g = 0; g < F_N_STORED; g++) {
            if (!(change[i].mask >> g & 1))
                continue;
            assert_true(t->teams[k][g] != now[g]);
            t->teams[k][g] = now[g];
        }
    }
    for (int k = 0; k <= area; k++) {
        assert_int_equal(t->legal[k], extractor_legal(x, c, k));
        if (t->legal[k])
            assert_memory_equal(t->teams[k], extractor_team(x, c, k), sizeof(team));
    }
}

static void start_told(told *t, const vocabulary *v)
{
    memset(t->legal, 0, sizeof t->legal);
    for (int k = 0; k < MAX_CANDIDATES; k++)
        for (int g = 0; g < F_N_STORED; g++)
            t->teams[k][g] = (uint32_t)vocabulary_gammas(v);
}

typedef struct follower {
    vocabulary *v;
    extractor *kept, *fresh;
    told told[2];
    int area;
} follower;

static follower *follower_of(const char *set, int size, uint64_t seed)
{
    follower *f = calloc(1, sizeof *f);
    board b;
    board_init(&b, size);
    f->v = drawn_vocabulary(set, size, seed);
    f->area = size * size;
    assert_int_equal(extractor_create(&f->kept, f->v, size, NULL), GO_OK);
    assert_int_equal(extractor_create(&f->fresh, f->v, size, NULL), GO_OK);
    extractor_start(f->kept, &b);
    start_told(&f->told[0], f->v);
    start_told(&f->told[1], f->v);
    return f;
}

static void follower_free(follower *f)
{
    extractor_destroy(f->kept);
    extractor_destroy(f->fresh);
    vocabulary_destroy(f->v);
    free(f);
}

static void look_and_compare(follower *f, colour c)
{
    int n, ignored;
    const team_change *change = extractor_update(f->kept, c, &n);
    apply_changes(&f->told[c == WHITE], f->kept, c, change, n, f->area);
    extractor_start(f->fresh, extractor_board(f->kept));
    extractor_update(f->fresh, c, &ignored);
    same_teams(f->kept, f->fresh, c, f->area);
    same_passing(f->kept, f->fresh);
    same_rows(f->kept, f->fresh);
}

static void follow_game(const char *set, int size, int n_moves, uint64_t seed)
{
    rng random = rng_seed(seed);
    follower *f = follower_of(set, size, seed ^ 77);
    for (int i = 0; i < n_moves; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        look_and_compare(f, c);
        extractor_play(f->kept, c, random_move(extractor_board(f->kept), c, &random));
    }
    follower_free(f);
}

static void along_games_on_9x9(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        follow_game("large", 9, 250, seed);
    follow_game("fast", 9, 250, 7);
}

static void along_games_on_13x13(void **state)
{
    (void)state;
    follow_game("large", 13, 400, 11);
    follow_game("fast", 13, 400, 12);
}

static void along_games_on_19x19(void **state)
{
    (void)state;
    follow_game("large", 19, 500, 21);
}

static void along_games_on_odd_sizes(void **state)
{
    static const int sizes[] = {2, 3, 5, 25};
    (void)state;
    for (int i = 0; i < 4; i++)
        follow_game("large", sizes[i], 120, (uint64_t)(31 + i));
}

/* Either side may be looked at any number of times, in any order, with moves of
 * one colour in a row: nothing stale shows.                                  */
static void looking_now_and_then(void **state)
{
    rng random = rng_seed(41);
    follower *f = follower_of("large", 9, 42);
    (void)state;
    for (int i = 0; i < 400; i++) {
        colour c = rng_below(&random, 2) ? WHITE : BLACK;
        if (rng_below(&random, 3) == 0)
            look_and_compare(f, rng_below(&random, 2) ? WHITE : BLACK);
        extractor_play(f->kept, c, random_move(extractor_board(f->kept), c, &random));
    }
    follower_free(f);
}

/* ---- what is in a team ---- */

static void level_is(const extractor *x, const vocabulary *v, colour c, int candidate,
                     feature_id group, const char *name)
{
    char text[128];
    uint32_t gamma = extractor_team(x, c, candidate)[group];
    assert_int_not_equal(gamma, vocabulary_gammas(v));
    feature_level_name(group, (int)gamma - v->first[group], text, sizeof text);
    assert_string_equal(text, name);
}

static void passing_after_a_pass_is_another_feature(void **state)
{
    follower *f = follower_of("large", 5, 51);
    int n;
    (void)state;
    extractor_update(f->kept, BLACK, &n);
    level_is(f->kept, f->v, BLACK, f->area, F_PASS, "after a pass: no");
    extractor_play(f->kept, BLACK, PASS);
    extractor_update(f->kept, WHITE, &n);
    level_is(f->kept, f->v, WHITE, f->area, F_PASS, "after a pass: yes");
    extractor_play(f->kept, WHITE, at(extractor_board(f->kept), "C3"));
    extractor_update(f->kept, BLACK, &n);
    level_is(f->kept, f->v, BLACK, f->area, F_PASS, "after a pass: no");
    follower_free(f);
}

/* The passing features of a position lie around the last move and the one
 * before it, on legal points only, and say where that move lies from them.   */
static void passing_features_lie_around_the_last_moves(void **state)
{
    follower *f = follower_of("large", 9, 52);
    const board *b = extractor_board(f->kept);
    int n, group_seen[2] = {0, 0};
    (void)state;
    extractor_play(f->kept, BLACK, at(b, "C3"));
    extractor_play(f->kept, WHITE, at(b, "G6"));
    extractor_update(f->kept, BLACK, &n);
    const passing_feature *p = extractor_passing(f->kept, &n);
    for (int i = 0; i < n; i++) {
        const diamond_cell *cell = &f->v->geometry->cell[p[i].cell];
        point former = p[i].group == F_RESPONSE ? at(b, "G6") : at(b, "C3");
        assert_int_equal(p[i].candidate % 9 + cell->dx, board_x(b, former));
        assert_int_equal(p[i].candidate / 9 + cell->dy, board_y(b, former));
        assert_true(cell->d <= f->v->set.response_reach);
        assert_true(extractor_legal(f->kept, BLACK, p[i].candidate));
        group_seen[p[i].group == F_FOLLOW]++;
    }
    assert_true(group_seen[0] > 8 && group_seen[1] > 8);
    extractor_play(f->kept, BLACK, PASS);
    extractor_update(f->kept, WHITE, &n);
    p = extractor_passing(f->kept, &n);
    for (int i = 0; i < n; i++)
        assert_int_equal(p[i].group, F_FOLLOW); /* the last move has no place */
    follower_free(f);
}

/* ---- shapes as data ---- */

/* The key of a shape written down and read again is the key met on the board. */
static void shapes_as_data_have_the_key_of_the_board(void **state)
{
    rng random = rng_seed(61);
    vocabulary *v = vocabulary_create(feature_set_by_name("large"), 13);
    extractor *x;
    board b = random_position(13, 30, &random);
    nest_key keys[MAX_NEST];
    shape s;
    (void)state;
    assert_int_equal(extractor_create(&x, v, 13, NULL), GO_OK);
    extractor_start(x, &b);
    for (int i = 0; i < 200; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        point p = random_move(extractor_board(x), c, &random);
        int n = p == PASS ? 0 : extractor_nests(x, c, p, keys);
        for (int k = 0; k < n; k++) {
            extractor_shape(x, c, p, keys[k].group, keys[k].nest, &s);
            assert_int_equal(s.size, shape_size(keys[k].group, keys[k].nest));
            assert_true(shape_key_of(v, keys[k].group, &s) == keys[k].key);
        }
        extractor_play(x, c, p);
    }
    extractor_destroy(x);
    vocabulary_destroy(v);
}

/* Only the plain 3x3 is known, then its atari, then more: the largest counts. */
static void the_largest_known_shape_counts(void **state)
{
    board *b = board_of(5, ". . . . ."
                           ". . O X ."
                           ". . . O ."
                           ". . . . ."
                           ". . . . .");
    vocabulary *v = vocabulary_create(feature_set_by_name("fast"), 5);
    extractor *x;
    nest_key keys[MAX_NEST];
    shape s;
    int n, changes;
    (void)state;
    assert_int_equal(extractor_create(&x, v, 5, NULL), GO_OK);
    extractor_start(x, b);
    n = extractor_nests(x, BLACK, at(b, "C3"), keys);
    extractor_destroy(x);
    for (int known = 0; known < n && keys[known].group == F_SHAPE3; known++) {
        vocabulary_number(v);
        assert_int_equal(extractor_create(&x, v, 5, NULL), GO_OK);
        extractor_start(x, b);
        extractor_update(x, BLACK, &changes);
        assert_int_equal(extractor_team(x, BLACK, 12)[F_SHAPE3], v->first[F_SHAPE3] + known);
        extractor_shape(x, BLACK, at(b, "C3"), F_SHAPE3, keys[known].nest, &s);
        assert_int_equal(vocabulary_add(v, F_SHAPE3, keys[known].key, &s, NULL), GO_OK);
        extractor_destroy(x);
    }
    vocabulary_destroy(v);
    board_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_games_on_9x9),
        cmocka_unit_test(along_games_on_13x13),
        cmocka_unit_test(along_games_on_19x19),
        cmocka_unit_test(along_games_on_odd_sizes),
        cmocka_unit_test(looking_now_and_then),
        cmocka_unit_test(passing_after_a_pass_is_another_feature),
        cmocka_unit_test(passing_features_lie_around_the_last_moves),
        cmocka_unit_test(shapes_as_data_have_the_key_of_the_board),
        cmocka_unit_test(the_largest_known_shape_counts),
    };
    return cmocka_run_group_tests_name("extract", tests, NULL, NULL);
}
