#include "tests/support/played.h"

#include <math.h>
#include <stdio.h>

#include "base/rng.h"
#include "board/game/game.h"
#include "tests/support/unit.h"

static void add_target(played_game *g, const game *at, rng *random)
{
    unsigned left = PLAYED_WHOLE;
    const board *b = &at->board;
    for (int i = 0; i < b->n_empty && left; i++) {
        if (game_legal(at, at->to_move, b->empty[i]) != MOVE_OK)
            continue;
        unsigned part = 1 + rng_below(random, left);
        assert_true(played_game_add_share(
            g, (played_share){(uint16_t)board_index(b, b->empty[i]), (uint16_t)part}));
        left -= part;
    }
    if (left)
        assert_true(played_game_add_share(
            g, (played_share){(uint16_t)(b->size * b->size), (uint16_t)left}));
}

static point draw_move(const game *at, rng *random)
{
    const board *b = &at->board;
    for (int tries = 0; b->n_empty && tries < 20; tries++) {
        point p = b->empty[rng_below(random, (uint32_t)b->n_empty)];
        if (game_legal(at, at->to_move, p) == MOVE_OK)
            return p;
    }
    return PASS;
}

static void add_move(played_game *g, game *at, rng *random)
{
    point p = draw_move(at, random);
    played_move m = {.index = (uint16_t)board_index(&at->board, p),
                     .colour = (uint8_t)at->to_move,
                     .how = (uint8_t)rng_below(random, 3)};
    if (m.how != PLAYED_OPENING) {
        m.visits = 1 + rng_below(random, 1000);
        m.winrate = (float)rng_double(random);
        m.lead = (float)(20 * rng_double(random) - 10);
    }
    if (m.how == PLAYED_FULL)
        m.surprise = (float)rng_double(random);
    assert_true(played_game_add_move(g, &m));
    if (m.how == PLAYED_FULL)
        add_target(g, at, random);
    assert_int_equal(game_play(at, at->to_move, p, NULL), GO_OK);
}

void played_draw(played_game *g, int size, int moves, uint64_t seed)
{
    game *at;
    rng random = rng_seed(seed);
    played_game_clear(g);
    g->number = (int64_t)rng_below(&random, 100000);
    g->seed = rng_next(&random);
    g->net_hash = rng_next(&random);
    snprintf(g->net, sizeof g->net, "net-%u", rng_below(&random, 1000));
    g->size = size;
    g->komi = 0.5 * rng_below(&random, 30) - 3;
    rules_by_name("chinese-kgs", &g->rules);
    g->rules.friendly_pass = false;
    g->first = seed % 2 ? BLACK : WHITE;
    assert_int_equal(game_create(&at, size, &g->rules, NULL), GO_OK);
    for (int i = 0; i < (int)(seed % 3); i++) {
        int place = 2 + i;
        assert_true(played_game_add_stone(g, (played_stone){(uint16_t)place, BLACK}));
        assert_int_equal(game_setup(at, BLACK, board_point_at(size, place), NULL), GO_OK);
    }
    assert_int_equal(game_setup_to_move(at, g->first, NULL), GO_OK);
    for (int i = 0; i < moves; i++)
        add_move(g, at, &random);
    g->end = (played_end)(seed % PLAYED_ENDS);
    g->counted = g->end != PLAYED_RESIGNED;
    g->plays_out = seed % 5 == 0;
    g->margin =
        g->counted ? (double)(float)(score_points(&at->board, &g->rules, NULL) - g->komi) : 0;
    g->winner = g->counted ? (g->margin > 0 ? BLACK : g->margin < 0 ? WHITE : EMPTY) : BLACK;
    g->would_resign = seed % 4 == 3 ? WHITE : EMPTY;
    g->would_resign_at = g->would_resign ? moves / 2 : 0;
    uint8_t owner[BOARD_MAX_POINTS];
    score_owners(&at->board, NULL, owner);
    for (int i = 0; i < size * size && g->counted; i++)
        g->owner[i] = owner[board_point_at(size, i)];
    game_destroy(at);
}

static void assert_moves_equal(const played_game *a, const played_game *b)
{
    assert_int_equal(a->n_moves, b->n_moves);
    for (int i = 0; i < a->n_moves; i++) {
        const played_move *x = &a->moves[i], *y = &b->moves[i];
        assert_int_equal(x->index, y->index);
        assert_int_equal(x->colour, y->colour);
        assert_int_equal(x->how, y->how);
        assert_int_equal(x->visits, y->visits);
        assert_true(x->winrate == y->winrate && x->lead == y->lead);
        assert_true(x->surprise == y->surprise);
        assert_int_equal(x->n_shares, y->n_shares);
        assert_memory_equal(a->shares + x->first, b->shares + y->first,
                            x->n_shares * sizeof *a->shares);
    }
}

void played_assert_equal(const played_game *a, const played_game *b)
{
    assert_int_equal(a->number, b->number);
    assert_true(a->seed == b->seed && a->net_hash == b->net_hash);
    assert_string_equal(a->net, b->net);
    assert_int_equal(a->size, b->size);
    assert_true(a->komi == b->komi && a->margin == b->margin);
    assert_true(rules_equal(&a->rules, &b->rules));
    assert_int_equal(a->first, b->first);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->winner, b->winner);
    assert_int_equal(a->counted, b->counted);
    assert_int_equal(a->plays_out, b->plays_out);
    assert_int_equal(a->would_resign, b->would_resign);
    assert_int_equal(a->would_resign_at, b->would_resign_at);
    assert_int_equal(a->n_setup, b->n_setup);
    for (int i = 0; i < a->n_setup; i++) {
        assert_int_equal(a->setup[i].index, b->setup[i].index);
        assert_int_equal(a->setup[i].colour, b->setup[i].colour);
    }
    assert_moves_equal(a, b);
    assert_memory_equal(a->owner, b->owner, (size_t)(a->size * a->size));
}
