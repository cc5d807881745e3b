#include "selfplay/improve/duel.h"

#include <stdlib.h>

#include "base/interrupt.h"
#include "base/rng.h"
#include "mcts/search.h"
#include "selfplay/ending.h"
#include "selfplay/nets.h"
#include "selfplay/start.h"
#include "sgf_corpus/each_game.h"

/* ---- the sides ---- */

static search_settings settings_of(const duel_settings *d, const duel_side *side)
{
    search_settings s;
    if (side->net) {
        selfplay_settings play = *d->play;
        play.net = side->net;
        play.visits = side->budget;
        s = selfplay_search_settings(&play, false);
        s.root.rule = ROOT_RULE; /* plain puct, without any chance */
        return s;
    }
    search_settings_default(&s);
    s.threads = 1;
    s.tree.memory = TREE_MIN_BYTES + INT64_C(16384) * side->budget;
    return s;
}

/* What all threads share: a search for each side, which has read what it needs. */
typedef struct arena {
    const duel_settings *settings;
    search_settings how[2];
    search *lender[2];
    duel_result *out; /* under a lock */
} arena;

static go_status arena_open(arena *a, const duel_settings *s, go_error *err)
{
    const int size = s->play->sizes.size[0];
    for (int i = 0; i < 2; i++) {
        search_settings reads = a->how[i] = settings_of(s, &s->side[i]);
        reads.threads = s->threads;
        reads.tree.memory = TREE_MIN_BYTES;
        GO_TRY(search_create(&a->lender[i], &reads, err));
        GO_TRY(search_prepare(a->lender[i], size, err));
    }
    return GO_OK;
}

static void arena_close(arena *a)
{
    for (int i = 0; i < 2; i++)
        search_destroy(a->lender[i]);
}

/* ---- one game ---- */

typedef struct fighter {
    arena *arena;
    search *search[2];
    game *game;
    played_game record;
} fighter;

static go_status begin(void *worker, go_error *err)
{
    fighter *f = worker;
    for (int i = 0; i < 2; i++)
        GO_TRY(search_create_sharing(&f->search[i], f->arena->lender[i], &f->arena->how[i], err));
    return GO_OK;
}

static void end(void *worker)
{
    fighter *f = worker;
    for (int i = 0; i < 2; i++)
        search_destroy(f->search[i]);
    game_destroy(f->game);
    played_game_free(&f->record);
}

/* The opening of a pair of games, drawn by the first side that has a network. */
static go_status open_game(fighter *f, int64_t pair, go_error *err)
{
    const duel_settings *s = f->arena->settings;
    selfplay_settings play = *s->play;
    const int size = play.sizes.size[0];
    rng random = rng_seed(rng_mix64(s->seed) ^ rng_mix64(~(uint64_t)pair));
    search *drawer = f->search[s->side[0].net ? 0 : 1];
    play.komi_spread = 0;
    game_destroy(f->game);
    f->game = NULL;
    GO_TRY(start_draw_game(&play, size, &random, &f->game, err));
    for (int left = start_draw_length(&play, size, &random); left > 0; left--) {
        nn_result answer;
        GO_TRY(search_evaluate_network(drawer, f->game, f->game->to_move, 0, &answer, err));
        const point at = start_draw_move(&play, f->game, &answer, &random);
        if (at == PASS)
            return GO_OK;
        GO_TRY(game_play(f->game, f->game->to_move, at, err));
    }
    return GO_OK;
}

static go_status play_move(fighter *f, int side, bool *resigns, go_error *err)
{
    const duel_side *who = &f->arena->settings->side[side];
    search_limits limits = {.exact = true};
    search_decision decision;
    if (who->net)
        limits.visits = who->budget;
    else
        limits.playouts = who->budget;
    GO_TRY(search_run(f->search[side], f->game, f->game->to_move, &limits, err));
    search_decide(f->search[side], &decision);
    *resigns = decision.resign;
    return *resigns ? GO_OK : game_play(f->game, f->game->to_move, decision.at, err);
}

/* In even games the first side is black. */
static go_status play_one(void *worker, int64_t number, go_error *err)
{
    fighter *f = worker;
    arena *a = f->arena;
    const colour first = number % 2 ? WHITE : BLACK;
    bool resigns = false;
    played_end how;
    for (int i = 0; i < 2; i++) {
        search_settings s = a->how[i];
        s.seed = (int)(rng_mix64(a->settings->seed + (uint64_t)(2 * number + i)) >> 33);
        GO_TRY(search_configure(f->search[i], &s, err));
        search_clear(f->search[i]);
    }
    GO_TRY(open_game(f, number / 2, err));
    for (int moves = 0;
         !resigns && !ending_reached(f->game, a->settings->play, moves, &how); moves++) {
        if (interrupt_requested())
            return go_fail(err, GO_EINTR, "interrupted");
        GO_TRY(play_move(f, f->game->to_move == first ? 0 : 1, &resigns, err));
    }
    played_game_clear(&f->record);
    f->record.size = f->game->board.size;
    f->record.winner = opponent(f->game->to_move); /* of a side that resigns */
    if (!resigns)
        ending_count(f->game, how, &f->record);
#pragma omp critical(selfplay_duel)
    {
        a->out->games++;
        a->out->wins += f->record.winner == first;
        a->out->draws += f->record.winner == EMPTY;
    }
    return GO_OK;
}

go_status duel_run(const duel_settings *s, duel_result *out, go_error *err)
{
    arena a = {.settings = s, .out = out};
    const fighter prototype = {.arena = &a};
    const game_job job = {.phase = "duels",
                          .prototype = &prototype,
                          .worker_size = sizeof prototype,
                          .begin = begin,
                          .game = play_one,
                          .end = end,
                          .at_once = 1};
    const games_run run = {.n_threads = s->threads};
    *out = (duel_result){0};
    go_status status = arena_open(&a, s, err);
    if (status == GO_OK)
        status = each_game(s->games, &job, &run, err);
    arena_close(&a);
    return status;
}
