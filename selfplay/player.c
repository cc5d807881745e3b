#include "selfplay/player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "board/symmetry.h"
#include "selfplay/ending.h"
#include "selfplay/resign.h"
#include "selfplay/start.h"
#include "selfplay/start_even.h"
#include "selfplay/start_stones.h"
#include "selfplay/target.h"

struct selfplay_player {
    const selfplay_settings *settings;
    const selfplay_nets *nets;
    const start_games *starts;            /* NULL: none */
    search_settings how[2];               /* of quick and of full searches */
    search *by_size[SELFPLAY_MOST_SIZES]; /* NULL: not needed yet */
    search_analysis analysis;

    /* the game */
    rng random;
    search *search;    /* of its size */
    game *game;
    played_game *out;
    double off;        /* of its komi from the mean */
    bool even;         /* the komi is to be an even one */
    int drawn;         /* moves still to be drawn from the policy */
    resign_watch watch;
};

go_status selfplay_player_create(selfplay_player **out, const selfplay_settings *settings,
                                 const selfplay_nets *nets, const start_games *starts,
                                 go_error *err)
{
    selfplay_player *p = *out = calloc(1, sizeof *p);
    if (!p)
        return go_fail(err, GO_ENOMEM, "out of memory for a game");
    p->settings = settings;
    p->nets = nets;
    p->starts = starts;
    for (int full = 0; full < 2; full++)
        p->how[full] = selfplay_search_settings(settings, full);
    return GO_OK;
}

void selfplay_player_destroy(selfplay_player *p)
{
    if (!p)
        return;
    for (int i = 0; i < SELFPLAY_MOST_SIZES; i++)
        search_destroy(p->by_size[i]);
    search_analysis_release(&p->analysis);
    game_destroy(p->game);
    free(p);
}

/* ---- the start ---- */

static go_status find_search(selfplay_player *p, int which, go_error *err)
{
    if (!p->by_size[which])
        GO_TRY(selfplay_search_create(&p->by_size[which], p->nets, which, p->settings, err));
    p->search = p->by_size[which];
    return GO_OK;
}

static void describe(const selfplay_player *p, const selfplay_net *net, int64_t number)
{
    played_game *g = p->out;
    played_game_clear(g);
    g->number = number;
    g->seed = (uint64_t)p->settings->seed;
    g->net_hash = net->hash;
    snprintf(g->net, sizeof g->net, "%s", net->name);
    g->size = p->game->board.size;
    g->komi = p->game->komi;
    g->rules = p->game->rules;
    g->first = p->game->to_move;
}

int selfplay_search_seed(const selfplay_settings *settings, int64_t number)
{
    return (int)(rng_mix64(rng_mix64((uint64_t)settings->seed) + (uint64_t)number) >> 33);
}

static go_status note_stones(selfplay_player *p, go_error *err)
{
    const board *b = &p->game->board;
    for (int i = 0; i < b->size * b->size; i++) {
        const colour c = (colour)b->at[board_point_at(b->size, i)];
        if (c != EMPTY &&
            !played_game_add_stone(p->out, (played_stone){(uint16_t)i, (uint8_t)c}))
            return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    }
    return GO_OK;
}

static go_status begin(selfplay_player *p, int64_t number, go_error *err)
{
    const selfplay_settings *s = p->settings;
    p->random = rng_seed(rng_mix64((uint64_t)s->seed) ^ rng_mix64(~(uint64_t)number));
    p->how[0].seed = p->how[1].seed = selfplay_search_seed(s, number);
    int which = start_draw_size(s, &p->random), size = s->sizes.size[which];
    game_destroy(p->game);
    p->game = NULL;
    GO_TRY(find_search(p, which, err));
    GO_TRY(start_draw_game(s, size, &p->random, &p->game, err));
    p->off = p->game->komi - s->komi;
    GO_TRY(search_configure(p->search, &p->how[0], err));
    GO_TRY(start_give_stones(s, p->search, p->game, &p->random, err));
    p->drawn = start_draw_length(s, size, &p->random);
    p->watch = (resign_watch){0};
    describe(p, &p->nets->net[which], number);
    p->out->plays_out = rng_double(&p->random) < s->play_out;
    p->even = s->even > 0 && rng_double(&p->random) < s->even;
    return note_stones(p, err);
}

/* ---- moves ---- */

static go_status play(selfplay_player *p, point at, const played_move *m, go_error *err)
{
    played_move move = *m;
    move.index = (uint16_t)board_index(&p->game->board, at);
    move.colour = (uint8_t)p->game->to_move;
    if (!played_game_add_move(p->out, &move))
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    return game_play(p->game, p->game->to_move, at, err);
}

static go_status play_drawn(selfplay_player *p, go_error *err)
{
    nn_result answer;
    int symmetry = (int)rng_below(&p->random, N_SYMMETRIES);
    GO_TRY(search_configure(p->search, &p->how[0], err));
    GO_TRY(search_evaluate_network(p->search, p->game, p->game->to_move, symmetry, 0, &answer, err));
    point at = start_draw_move(p->settings, p->game, &answer, &p->random);
    p->drawn = at == PASS ? 0 : p->drawn - 1;
    return at == PASS ? GO_OK : play(p, at, &(played_move){.how = PLAYED_OPENING}, err);
}

/* The moves of somebody else's game, until one of them is against the rules of this one. */
static go_status play_start(selfplay_player *p, go_error *err)
{
    int n;
    const point *moves = start_games_draw(p->starts, p->game->board.size, &p->random, &n);
    p->drawn = 0;
    for (int i = 0; i < n; i++) {
        if (game_legal(p->game, p->game->to_move, moves[i]) != MOVE_OK)
            break;
        GO_TRY(play(p, moves[i], &(played_move){.how = PLAYED_OPENING}, err));
    }
    return GO_OK;
}

/* All that comes before the first search for a move. */
static go_status play_opening(selfplay_player *p, go_error *err)
{
    played_end end;
    if (!p->out->n_setup && start_games_begin(p->starts, p->out->size, &p->random))
        GO_TRY(play_start(p, err));
    while (p->drawn > 0 && !ending_reached(p->game, p->settings, p->out->n_moves, &end)) {
        if (interrupt_requested())
            return go_fail(err, GO_EINTR, "interrupted");
        GO_TRY(play_drawn(p, err));
    }
    if (p->even) {
        GO_TRY(search_configure(p->search, &p->how[0], err));
        GO_TRY(start_make_even(p->settings, p->search, p->game, p->off, err));
        p->out->komi = p->game->komi;
    }
    return GO_OK;
}

static go_status look(selfplay_player *p, bool full, go_error *err)
{
    const selfplay_settings *s = p->settings;
    search_limits limits = {.visits = full ? s->visits : s->quick_visits, .exact = true};
    GO_TRY(search_configure(p->search, &p->how[full], err));
    GO_TRY(selfplay_search_run(p->search, p->game, &limits, err));
    return search_analyze(p->search, NULL, &p->analysis, err);
}

/* Drawn by visits, at a temperature that falls to a tenth at least. */
static point draw_by_visits(selfplay_player *p)
{
    const selfplay_settings *s = p->settings;
    const search_analysis *a = &p->analysis;
    double half = s->temperature_moves > 0 ? s->temperature_moves : p->game->board.size;
    double temperature = fmax(s->temperature * pow(0.5, (double)p->game->n_steps / half), 0.1);
    double weight[SEARCH_MAX_MOVES], total = 0, most = 1;
    int best = 0;
    for (int i = 0; i < a->n_moves; i++) {
        best = a->move[i].visits > a->move[best].visits ? i : best;
        most = fmax(most, (double)a->move[i].visits);
    }
    if (s->temperature <= 0)
        return a->move[best].at;
    for (int i = 0; i < a->n_moves; i++)
        total += weight[i] = pow((double)a->move[i].visits / most, 1 / temperature);
    double left = rng_double(&p->random) * total;
    for (int i = 0; i < a->n_moves; i++) {
        left -= weight[i];
        if (left < 0)
            return a->move[i].at;
    }
    return a->move[best].at;
}

static point choose(selfplay_player *p)
{
    if (!p->analysis.n_moves)
        return PASS;
    return p->settings->root == SELFPLAY_GUMBEL ? p->analysis.move[0].at : draw_by_visits(p);
}

/* Writes the target of the search [size * size + 1]. */
static go_status find_target(selfplay_player *p, double *share, go_error *err)
{
    if (p->settings->root == SELFPLAY_GUMBEL)
        return search_improved_policy(p->search, share, err);
    target_of_visits(&p->analysis, p->game->board.size, share);
    return GO_OK;
}

static go_status play_searched(selfplay_player *p, bool full, go_error *err)
{
    double share[SEARCH_MAX_MOVES];
    const search_analysis *a = &p->analysis;
    int n = p->game->board.size * p->game->board.size + 1;
    full = full && a->raw && a->n_moves;
    /* Without a score of the network the lead is only that of the ends that were searched. */
    const double lead = a->raw && !a->raw->has_score ? 0 : a->lead;
    played_move m = {.how = full ? PLAYED_FULL : PLAYED_QUICK,
                     .visits = (uint32_t)a->visits,
                     .winrate = (float)fmin(fmax(a->winrate, 0), 1),
                     .lead = (float)fmin(fmax(lead, -PLAYED_MOST_POINTS), PLAYED_MOST_POINTS)};
    if (full) {
        GO_TRY(find_target(p, share, err));
        m.surprise = (float)target_surprise(share, a->raw->policy, n);
    }
    GO_TRY(play(p, choose(p), &m, err));
    if (full && !target_add(p->out, share, n))
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    return GO_OK;
}

/* ---- a game ---- */

/* Notes who should resign first.  True: the game ends by it. */
static bool resigns(selfplay_player *p)
{
    played_game *out = p->out;
    colour c = p->game->to_move;
    if (!resign_now(&p->watch, p->settings, out->size, out->n_moves, c, p->analysis.winrate))
        return false;
    if (out->would_resign == EMPTY) {
        out->would_resign = c;
        out->would_resign_at = out->n_moves;
    }
    if (out->plays_out)
        return false;
    out->end = PLAYED_RESIGNED;
    out->winner = opponent(c);
    return true;
}

go_status selfplay_play(selfplay_player *p, int64_t number, played_game *out, go_error *err)
{
    played_end end;
    p->out = out;
    GO_TRY(begin(p, number, err));
    GO_TRY(play_opening(p, err));
    while (!ending_reached(p->game, p->settings, out->n_moves, &end)) {
        bool full = rng_double(&p->random) < p->settings->full_share;
        GO_TRY(look(p, full, err));
        if (resigns(p))
            return GO_OK;
        GO_TRY(play_searched(p, full, err));
    }
    ending_count(p->game, end, out);
    return GO_OK;
}
