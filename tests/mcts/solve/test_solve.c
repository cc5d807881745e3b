/* The solver against known values, against a search without any cleverness, and its own board
 * against board.c.                                                            */
#include <stdlib.h>

#include "base/rng.h"
#include "mcts/solve/prover.h"
#include "mcts/solve/solve.h"
#include "tests/support/drawn.h"
#include "tests/support/needs.h"
#include "tests/support/unit.h"

static const ko_rule ko_rules[] = {KO_POSITIONAL, KO_SITUATIONAL, KO_SIMPLE};

static game *new_game(int size, ko_rule ko, bool suicide)
{
    rules r;
    game *g;
    rules_by_name("tromp-taylor", &r);
    r.ko = ko;
    r.suicide = suicide;
    assert_int_equal(game_create(&g, size, &r, NULL), GO_OK);
    g->komi = 0;
    return g;
}

static solve_result solved(const game *g, solve_options o)
{
    solve_result r;
    go_error err = {0};
    o.memory = o.memory ? o.memory : 1 << 24;
    o.threads = o.threads ? o.threads : 1;
    if (solve_run(g, g->to_move, &o, &r, &err) != GO_OK)
        fail_msg("%s", err.message);
    return r;
}

/* ---- known values ---- */

static void small_boards_have_their_known_values(void **state)
{
    static const int value[] = {[2] = 1, [3] = 9};
    (void)state;
    for (int size = 2; size <= 3; size++)
        for (int suicide = 0; suicide < 2; suicide++)
            for (int k = 0; k < 2; k++) {
                game *g = new_game(size, ko_rules[k], suicide);
                solve_result r = solved(g, (solve_options){.line = 20});
                assert_true(r.complete);
                assert_int_equal(r.low, value[size]);
                assert_int_equal(r.high, value[size]);
                assert_true(r.n_line > 0);
                game_destroy(g);
            }
}

static void four_by_four_is_won_by_two(void **state)
{
    (void)state;
    need_slow();
    for (int k = 0; k < 2; k++) {
        game *g = new_game(4, ko_rules[k], k);
        solve_result r = solved(g, (solve_options){.threads = 2, .memory = 1 << 28});
        assert_true(r.complete);
        assert_int_equal(r.low, 2);
        assert_int_equal(r.high, 2);
        game_destroy(g);
    }
}

/* On 2x2 under simple ko every stone can be taken back, so neither side can enforce anything. */
static void simple_ko_leaves_a_range(void **state)
{
    (void)state;
    game *g = new_game(2, KO_SIMPLE, false);
    solve_result r = solved(g, (solve_options){.line = 20});
    assert_true(r.complete);
    assert_true(r.low < 1 && r.high > 0);
    assert_int_equal(r.n_line, 0);
    game_destroy(g);
}

static void komi_decides_the_winner(void **state)
{
    (void)state;
    game *g = new_game(3, KO_POSITIONAL, false);
    g->komi = 8.5;
    solve_result r = solved(g, (solve_options){.winner_only = true});
    assert_int_equal(solve_winner(&r), BLACK);
    g->komi = 9.5;
    r = solved(g, (solve_options){.winner_only = true});
    assert_int_equal(solve_winner(&r), WHITE);
    g->komi = 9;
    r = solved(g, (solve_options){.winner_only = true});
    assert_int_equal(solve_winner(&r), EMPTY);
    assert_true(r.low == 9 && r.high == 9);
    game_destroy(g);
}

static bool never(void *user, const solve_result *so_far)
{
    (void)user;
    assert_true(so_far->low <= so_far->high);
    return false;
}

static void limits_leave_bounds(void **state)
{
    (void)state;
    game *g = new_game(5, KO_POSITIONAL, false);
    solve_result r = solved(g, (solve_options){.nodes = 20000});
    assert_false(r.complete);
    assert_true(r.low >= -25 && r.high <= 25 && r.low < r.high);
    assert_true(r.nodes >= 20000 && r.nodes < 22000);
    r = solved(g, (solve_options){.report = never});
    assert_false(r.complete);
    assert_true(r.nodes <= 2 * PROVER_STEP);
    game_destroy(g);
}

static void other_rules_are_refused(void **state)
{
    rules r;
    solve_result out;
    go_error err = {0};
    solve_options o = {.memory = 1 << 20, .threads = 1};
    static const char *const names[] = {"japanese", "stone-scoring", "aga-button"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        game *g = new_game(3, KO_SIMPLE, false);
        rules_by_name(names[i], &r);
        assert_int_equal(game_set_rules(g, &r), GO_OK);
        assert_int_equal(solve_run(g, BLACK, &o, &out, &err), GO_EINVAL);
        assert_non_null(strstr(err.message, "tromp-taylor"));
        game_destroy(g);
    }
    game *g = new_game(19, KO_SIMPLE, false);
    assert_int_equal(solve_run(g, BLACK, &o, &out, &err), GO_EINVAL);
    assert_non_null(strstr(err.message, "undecided"));
    game_destroy(g);
}

/* ---- the same board as board.c ---- */

static void compare_places(const game *g, prover_kind const *kind, prover *p, const solve_map *map)
{
    uint8_t stone[MAP_WIDE];
    int ko;
    kind->show(p, stone, &ko);
    for (int i = 0; i < map->n; i++)
        if (map->at[i] != PASS)
            assert_int_equal(stone[i], g->board.at[map->at[i]]);
    if (g->board.ko != PASS && g->board.ko_colour == g->to_move)
        assert_true(ko >= 0 && map->at[ko] == g->board.ko);
    assert_int_equal(kind->score(p), score_points(&g->board, &g->rules, NULL));
    for (int i = 0; i < map->n; i++) {
        if (map->at[i] == PASS)
            continue;
        bool legal = game_legal(g, g->to_move, map->at[i]) == MOVE_OK;
        bool played = kind->play(p, i);
        if (played)
            kind->back(p);
        assert_int_equal(played, legal);
    }
}

static void play_randomly(int size, ko_rule ko, bool suicide, rng *random)
{
    solve_map map;
    int at[BOARD_MAX_POINTS];
    game *g = new_game(size, ko, suicide);
    for (int i = 0; i < 2 * size; i++) { /* a history before the root, out of turn, too */
        point p = board_point_at(size, (int)rng_below(random, (uint32_t)(size * size)));
        colour c = rng_below(random, 3) ? g->to_move : opponent(g->to_move);
        if (game_legal(g, c, p) == MOVE_OK)
            game_play(g, c, p, NULL);
    }
    assert_int_equal(solve_map_make(&map, g, g->to_move, NULL), GO_OK);
    prover_shared shared = {.map = &map};
    const prover_kind *kind = map.n <= MAP_NARROW ? &prover_narrow : &prover_wide;
    assert_int_equal(kind == &prover_narrow, size < 8);
    prover *p = kind->create(&shared, false);
    for (int i = 0; i < map.n; i++)
        at[map.at[i]] = i;
    for (int move = 0; move < 100; move++) {
        compare_places(g, kind, p, &map);
        point q = PASS;
        for (int tries = 0; tries < 100 && (q == PASS || game_legal(g, g->to_move, q)); tries++)
            q = board_point_at(size, (int)rng_below(random, (uint32_t)(size * size)));
        if (game_legal(g, g->to_move, q) != MOVE_OK)
            q = PASS;
        assert_true(kind->play(p, q == PASS ? PROVER_PASS : at[q]));
        assert_int_equal(game_play(g, g->to_move, q, NULL), GO_OK);
    }
    kind->destroy(p);
    solve_map_free(&map);
    game_destroy(g);
}

static void the_fast_board_obeys_the_same_rules(void **state)
{
    rng random = rng_seed(1);
    (void)state;
    for (int size = 2; size <= 10; size++)
        for (int i = 0; i < (size < 4 ? 300 : 30); i++)
            play_randomly(size, i % 3 ? KO_POSITIONAL : KO_SITUATIONAL, i % 2, &random);
}

/* ---- against plain minimax ---- */

enum { LONGEST = 200 };

typedef struct plain_search {
    const game *g;
    colour cycle_loser;      /* EMPTY: superko forbids repetitions */
    int target, budget;      /* nodes that may still be visited */
    const bool *left_out;    /* points that nobody plays on; NULL: none */
    uint64_t key[LONGEST];   /* of the positions since the root */
    board *after;            /* [LONGEST] */
} plain_search;

static uint64_t key_of(const plain_search *s, const board *b, colour to_move, int passes)
{
    uint64_t ko = b->ko == PASS || b->ko_colour != to_move ? 0 : b->ko;
    uint64_t key = game_situation(s->g, b->hash, to_move);
    return s->cycle_loser == EMPTY ? key : key ^ rng_mix64(ko * 4 + (uint64_t)passes);
}

static bool repeats(const plain_search *s, uint64_t key, int depth)
{
    for (int i = 0; i < depth; i++)
        if (s->key[i] == key)
            return true;
    return s->cycle_loser == EMPTY && position_set_count(&s->g->seen, key);
}

/* All moves, all the history, no table: does black get the target? */
static bool black_gets(plain_search *s, const board *b, colour c, int passes, int depth)
{
    if (passes == 2)
        return score_points(b, &s->g->rules, NULL) >= s->target;
    if (--s->budget < 0 || depth + 1 >= LONGEST)
        return s->budget = -1, false;
    s->key[depth++] = key_of(s, b, c, passes);
    for (int i = b->size * b->size; i >= 0; i--) {
        board *after = &s->after[depth];
        point p = board_point_at(b->size, i);
        int n = p == PASS ? passes + 1 : 0;
        if ((s->left_out && s->left_out[p]) || board_legal(b, c, p) != MOVE_OK)
            continue;
        board_copy(after, b);
        board_play_legal(after, c, p);
        bool again = p != PASS && repeats(s, key_of(s, after, opponent(c), n), depth);
        if (again && s->cycle_loser == EMPTY)
            continue;
        bool black = again ? s->cycle_loser != BLACK
                           : black_gets(s, after, opponent(c), n, depth);
        if (black == (c == BLACK) || s->budget < 0)
            return black;
    }
    return c == WHITE;
}

/* Fills a board with random legal moves; the game starts there, or has that history. */
static game *random_position(int size, ko_rule ko, bool suicide, bool history, int moves,
                             rng *random)
{
    game *g = new_game(size, ko, suicide);
    for (int i = 0; i < moves; i++) {
        point p = board_point_at(size, (int)rng_below(random, (uint32_t)(size * size)));
        if (game_legal(g, g->to_move, p) == MOVE_OK && !board_is_eye(&g->board, p, g->to_move))
            game_play(g, g->to_move, p, NULL);
    }
    if (!history) {
        board now;
        board_copy(&now, &g->board);
        now.ko = PASS;
        game_set_start(g, &now, g->to_move);
    }
    return g;
}

/* Compares every target that plain search settles within its budget; where points are left out,
 * those around the value.                                                     */
static int compare_with_plain(const game *g, const solve_result *r, int budget,
                              const bool *left_out)
{
    const int area = g->board.size * g->board.size;
    const int from = left_out ? r->low - 1 : 1 - area, to = left_out ? r->high + 2 : area;
    int compared = 0;
    bool simple = g->rules.ko == KO_SIMPLE;
    board *after = malloc(LONGEST * sizeof *after);
    assert_non_null(after);
    for (int target = from; target <= to; target++)
        for (colour loser = BLACK; loser <= WHITE; loser++) {
            plain_search s = {.g = g, .target = target, .budget = budget, .after = after,
                              .cycle_loser = simple ? loser : EMPTY, .left_out = left_out};
            bool black = black_gets(&s, &g->board, g->to_move, g->n_passes, 0);
            if (s.budget < 0)
                continue;
            assert_int_equal(black, target <= (loser == BLACK ? r->low : r->high));
            compared++;
        }
    free(after);
    return compared;
}

static void agrees_with_plain_search(void **state)
{
    int compared = 0, n = slow_tests() ? 600 : 60;
    rng random = rng_seed(2);
    (void)state;
    for (int i = 0; i < n; i++) {
        int size = 2 + (i % 4 > 0);
        game *g = random_position(size, ko_rules[i % 3], i / 3 % 2, i / 6 % 2,
                                  size == 2 ? 2 : 12, &random);
        solve_result r;
        if (!game_is_over(g)) {
            r = solved(g, (solve_options){.memory = 1 << 20});
            assert_true(r.complete);
            compared += compare_with_plain(g, &r, slow_tests() ? 200000 : 5000, NULL);
        }
        game_destroy(g);
    }
    print_message("%d answers compared\n", compared);
    assert_true(compared > 2 * n);
}

/* A large board of two living groups, white left of black, with some points between them at the
 * upper border in which stones are drawn at random.  `eyes` are those of the groups. */
static game *random_ending(ko_rule ko, bool suicide, bool eyes[BOARD_MAX_POINTS], rng *random)
{
    enum { SIZE = 11, LEFT = 2 };
    const int right = LEFT + 2 + (int)rng_below(random, 2), height = 2 + (int)rng_below(random, 2);
    game *g = new_game(SIZE, ko, suicide);
    board b;
    board_init(&b, SIZE);
    memset(eyes, 0, BOARD_MAX_POINTS * sizeof *eyes);
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            const point p = board_point(&b, x, y);
            const bool between = x >= LEFT && x < right && y < height;
            eyes[p] = (x == 0 || x == SIZE - 1) && (y == SIZE - 2 || y == SIZE - 4);
            if (!between && !eyes[p])
                board_setup(&b, x < right ? WHITE : BLACK, p);
        }
    for (int i = 0; i < 4; i++) {
        const int x = LEFT + (int)rng_below(random, (uint32_t)(right - LEFT));
        const int y = (int)rng_below(random, (uint32_t)height);
        board_setup(&b, (colour)(BLACK + i % 2), board_point(&b, x, y));
    }
    game_set_start(g, &b, rng_below(random, 2) ? BLACK : WHITE);
    return g;
}

static void endings_agree_with_plain_search(void **state)
{
    int compared = 0, n = slow_tests() ? 600 : 60;
    bool eyes[BOARD_MAX_POINTS];
    rng random = rng_seed(4);
    (void)state;
    for (int i = 0; i < n; i++) {
        game *g = random_ending(ko_rules[i % 3], i / 3 % 2, eyes, &random);
        solve_result r = solved(g, (solve_options){.memory = 1 << 20});
        assert_true(r.complete && r.reduced);
        compared += compare_with_plain(g, &r, slow_tests() ? 200000 : 5000, eyes);
        game_destroy(g);
    }
    print_message("%d answers compared\n", compared);
    assert_true(compared > 2 * n);
}

/* The same corner on boards of all sizes: six points that belong to whoever surrounds them, though
 * the other side plays there first.                                           */
static void endings_of_the_largest_boards(void **state)
{
    (void)state;
    for (int size = 11; size <= BOARD_MAX_SIZE; size++)
        for (colour c = BLACK; c <= WHITE; c++) {
            game *g = new_game(size, KO_POSITIONAL, false);
            board b;
            board_init(&b, size);
            for (int y = 0; y < size; y++)
                for (int x = 0; x < size; x++)
                    if ((x < size - 3 || y > 1) && (x || (y != size - 1 && y != size - 3)))
                        board_setup(&b, c, board_point(&b, x, y));
            assert_int_equal(game_set_start(g, &b, opponent(c)), GO_OK);
            solve_result r = solved(g, (solve_options){.memory = 1 << 20});
            assert_true(r.complete);
            assert_int_equal(r.low, colour_sign(c) * size * size);
            assert_int_equal(r.high, r.low);
            game_destroy(g);
        }
}

/* Pass-alive areas and symmetries save work and change nothing. */
static void cleverness_changes_nothing(void **state)
{
    rng random = rng_seed(3);
    (void)state;
    for (int i = 0; i < (slow_tests() ? 300 : 40); i++) {
        int size = 3 + i % 2;
        game *g = random_position(size, ko_rules[i % 3], i / 3 % 2, i / 6 % 2, size * size + 2,
                                  &random);
        if (!game_is_over(g)) {
            solve_options plain = {.plain = true, .nodes = 300000}, full = {.threads = 1 + i % 2};
            solve_result a = solved(g, plain), b = solved(g, full);
            assert_true(b.complete);
            assert_true(b.low >= a.low && b.high <= a.high);
            if (a.complete)
                assert_true(b.low == a.low && b.high == a.high);
        }
        game_destroy(g);
    }
}

/* ---- dead stones, and the ko before the root ---- */

static game *drawn_game(int size, const char *drawing, colour to_move)
{
    game *g = new_game(size, KO_POSITIONAL, true);
    board *b = board_of(size, drawing);
    b->suicide_allowed = true;
    game_set_start(g, b, to_move);
    board_destroy(b);
    return g;
}

/* A seki, in which nobody wants to move, and a dead white stone among black's eyes. */
static const char seki[] = ". X O . X O ."
                           "X X O O X O O"
                           ". X O O X O ."
                           "X X O O X O O"
                           ". X O O X O ."
                           "O X O O X O O"
                           ". X O . X O .";

/* The same on a board of which only a part is searched. */
static const char large_seki[] = ". X X X O . X O O O ."
                                 "X X X X O O X O O O O"
                                 ". X X X O O X O O O ."
                                 "X X X X O O X O O O O"
                                 ". X X X O O X O O O ."
                                 "X X X X O O X O O O O"
                                 ". X X X O O X O O O ."
                                 "X X X X O O X O O O O"
                                 ". X X X O O X O O O ."
                                 "O X X X O O X O O O O"
                                 ". X X X O . X O O O .";

static void dead_stones_are_taken_while_nobody_wants_to_move(void **state)
{
    (void)state;
    for (colour first = BLACK; first <= WHITE; first++) {
        game *small = drawn_game(7, seki, first), *large = drawn_game(11, large_seki, first);
        solve_result r = solved(small, (solve_options){.line = 20});
        assert_true(r.complete && r.low == -5 && r.high == -5);
        r = solved(large, (solve_options){.line = 20});
        assert_true(r.complete && r.reduced && r.low == -9 && r.high == -9);
        const board_move *black = &r.line[first == WHITE];
        assert_true(r.n_line > 1 && black->colour == BLACK);
        assert_true(black->at == at(&large->board, "A3") || black->at == at(&large->board, "A1"));
        game_destroy(small);
        game_destroy(large);
    }
}

/* After a pass of black the game is over if white passes, with the dead stone still there. */
static void dead_stones_count_when_a_pass_ends_the_game(void **state)
{
    (void)state;
    game *g = drawn_game(11, large_seki, BLACK);
    game_play(g, BLACK, PASS, NULL);
    solve_result r = solved(g, (solve_options){.line = 20});
    assert_true(r.complete && r.low == -13 && r.high == -13);
    assert_int_equal(r.n_line, 1);
    assert_int_equal(r.line[0].at, PASS);
    game_destroy(g);
}

/* White owns all, but has yet to take two stones: to pass after black's pass would leave them. */
static void best_play_does_not_pass_before_dead_stones_are_taken(void **state)
{
    (void)state;
    game *g = drawn_game(3, "O O ."
                            "O O O"
                            "X X .", BLACK);
    game_play(g, BLACK, PASS, NULL);
    solve_result r = solved(g, (solve_options){.line = 20});
    assert_true(r.complete && r.low == -9 && r.high == -9);
    assert_true(r.n_line == 0 || r.line[0].at != PASS);
    game_destroy(g);
}

/* Black has just taken the ko that is one of his two eyes.  White would only need a move
 * elsewhere, on the points that are left out, to take it back.                 */
static void a_ko_forbidden_at_the_root_is_told(void **state)
{
    (void)state;
    game *g = drawn_game(11, ". X O . O O O O O O O"
                             "X X X O O . O . O . O"
                             "O O O O O O O O O O O"
                             "O . O . O . O . O . O"
                             "O O O O O O O O O O O"
                             "O . O O O O O O O O O"
                             "O O O O O O O O O O O"
                             "O . O O O O O O O O O"
                             "O O O O O O O O O O O"
                             "O . O O O O O O O O O"
                             "O O O O O O O O O O O", BLACK);
    game_play(g, BLACK, at(&g->board, "D11"), NULL);
    assert_int_equal(g->board.ko, at(&g->board, "C11"));
    solve_result r = solved(g, (solve_options){.line = 1});
    assert_true(r.complete && r.reduced && r.needs_ko);
    game_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_have_their_known_values),
        cmocka_unit_test(four_by_four_is_won_by_two),
        cmocka_unit_test(simple_ko_leaves_a_range),
        cmocka_unit_test(komi_decides_the_winner),
        cmocka_unit_test(limits_leave_bounds),
        cmocka_unit_test(other_rules_are_refused),
        cmocka_unit_test(the_fast_board_obeys_the_same_rules),
        cmocka_unit_test(agrees_with_plain_search),
        cmocka_unit_test(endings_agree_with_plain_search),
        cmocka_unit_test(endings_of_the_largest_boards),
        cmocka_unit_test(cleverness_changes_nothing),
        cmocka_unit_test(dead_stones_are_taken_while_nobody_wants_to_move),
        cmocka_unit_test(dead_stones_count_when_a_pass_ends_the_game),
        cmocka_unit_test(best_play_does_not_pass_before_dead_stones_are_taken),
        cmocka_unit_test(a_ko_forbidden_at_the_root_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
