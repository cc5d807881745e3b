#include "selfplay/improve/duel.h"

#include <stdlib.h>

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

/* What all threads share: a search for each board size and side, which has read what it needs. */
struct duel {
    duel_settings settings;
    search_settings how[2];
    search *lender[SELFPLAY_MOST_SIZES][2];
    uint8_t *points; /* of the first side, twice, by game: each is written by one thread */
    int from;        /* number of the first of them */
};

static go_status read_sides(duel *d, go_error *err)
{
    const duel_settings *s = &d->settings;
    for (int i = 0; i < 2; i++) {
        search_settings reads = d->how[i] = settings_of(s, &s->side[i]);
        reads.threads = s->threads;
        reads.tree.memory = TREE_MIN_BYTES;
        for (int k = 0; k < s->play->sizes.n; k++) {
            GO_TRY(search_create(&d->lender[k][i], &reads, err));
            GO_TRY(search_prepare(d->lender[k][i], s->play->sizes.size[k], err));
        }
    }
    return GO_OK;
}

go_status duel_open(duel **out, const duel_settings *s, go_error *err)
{
    *out = NULL;
    duel *d = calloc(1, sizeof *d);
    if (!d)
        return go_fail(err, GO_ENOMEM, "out of memory for a duel");
    d->settings = *s;
    const go_status status = read_sides(d, err);
    if (status == GO_OK)
        *out = d;
    else
        duel_close(d);
    return status;
}

void duel_close(duel *d)
{
    if (!d)
        return;
    for (int k = 0; k < SELFPLAY_MOST_SIZES; k++)
        for (int i = 0; i < 2; i++)
            search_destroy(d->lender[k][i]);
    free(d);
}

/* ---- one game ---- */

typedef struct fighter {
    duel *duel;
    search *of[SELFPLAY_MOST_SIZES][2];
    search **search; /* [2]: those of the game's size */
    game *game;
    played_game record;
} fighter;

static go_status begin(void *worker, go_error *err)
{
    fighter *f = worker;
    const duel *d = f->duel;
    for (int k = 0; k < d->settings.play->sizes.n; k++)
        for (int i = 0; i < 2; i++)
            GO_TRY(search_create_sharing(&f->of[k][i], d->lender[k][i], &d->how[i], err));
    return GO_OK;
}

static void end(void *worker)
{
    fighter *f = worker;
    for (int k = 0; k < SELFPLAY_MOST_SIZES; k++)
        for (int i = 0; i < 2; i++)
            search_destroy(f->of[k][i]);
    game_destroy(f->game);
    played_game_free(&f->record);
}

/* Searches that know nothing of other games. */
static go_status find_searches(fighter *f, int which, int64_t number, go_error *err)
{
    const duel *d = f->duel;
    f->search = f->of[which];
    for (int i = 0; i < 2; i++) {
        search_settings s = d->how[i];
        s.seed = (int)(rng_mix64(d->settings.seed + (uint64_t)(2 * number + i)) >> 33);
        GO_TRY(search_configure(f->search[i], &s, err));
        search_clear(f->search[i]);
    }
    return GO_OK;
}

/* The opening of a pair of games, drawn by the first side that has a network. */
static go_status open_game(fighter *f, int size, int64_t pair, go_error *err)
{
    const duel_settings *s = &f->duel->settings;
    selfplay_settings play = *s->play;
    rng random = rng_seed(rng_mix64(s->seed) ^ rng_mix64(~(uint64_t)pair));
    search *drawer = f->search[s->side[0].net ? 0 : 1];
    play.komi_spread = 0;
    game_destroy(f->game);
    f->game = NULL;
    GO_TRY(start_draw_game(&play, size, &random, &f->game, err));
    for (int left = start_draw_length(&play, size, &random); left > 0; left--) {
        nn_result answer;
        GO_TRY(search_evaluate_network(drawer, f->game, f->game->to_move, 0, 0, &answer, err));
        const point at = start_draw_move(&play, f->game, &answer, &random);
        if (at == PASS)
            return GO_OK;
        GO_TRY(game_play(f->game, f->game->to_move, at, err));
    }
    return GO_OK;
}

static go_status play_move(fighter *f, int side, bool *resigns, go_error *err)
{
    const duel_side *who = &f->duel->settings.side[side];
    search_limits limits = {.exact = true};
    search_decision decision;
    if (who->net)
        limits.visits = who->budget;
    else
        limits.playouts = who->budget;
    GO_TRY(selfplay_search_run(f->search[side], f->game, &limits, err));
    search_decide(f->search[side], &decision);
    *resigns = decision.resign;
    return *resigns ? GO_OK : game_play(f->game, f->game->to_move, decision.at, err);
}

static uint8_t points_of(colour winner, colour first)
{
    return winner == first ? 2 : winner == EMPTY;
}

/* In even games the first side is black. */
static go_status play_one(void *worker, int64_t i, go_error *err)
{
    fighter *f = worker;
    duel *d = f->duel;
    const selfplay_settings *play = d->settings.play;
    const int64_t number = d->from + i;
    const int which = (int)(number / 2 % play->sizes.n);
    const colour first = number % 2 ? WHITE : BLACK;
    bool resigns = false;
    played_end how;
    GO_TRY(find_searches(f, which, number, err));
    GO_TRY(open_game(f, play->sizes.size[which], number / 2, err));
    for (int moves = 0; !resigns && !ending_reached(f->game, play, moves, &how); moves++)
        GO_TRY(play_move(f, f->game->to_move == first ? 0 : 1, &resigns, err));
    played_game_clear(&f->record);
    f->record.size = f->game->board.size;
    f->record.winner = opponent(f->game->to_move); /* of a side that resigns */
    if (!resigns)
        ending_count(f->game, how, &f->record);
    d->points[i] = points_of(f->record.winner, first);
    return GO_OK;
}

/* ---- the match ---- */

static duel_result result_of(const duel *d, int games)
{
    duel_result r = {.games = games};
    for (int i = 0; i < games; i++) {
        r.wins += d->points[i] == 2;
        r.draws += d->points[i] == 1;
        if ((d->from + i) % 2 == 1 && i > 0)
            r.pairs[d->points[i] + d->points[i - 1]]++;
    }
    return r;
}

go_status duel_play(duel *d, int from, int games, duel_result *out, go_error *err)
{
    const fighter prototype = {.duel = d};
    const game_job job = {.phase = "duels",
                          .prototype = &prototype,
                          .worker_size = sizeof prototype,
                          .begin = begin,
                          .game = play_one,
                          .end = end,
                          .at_once = 1};
    const games_run run = {.n_threads = d->settings.threads};
    *out = (duel_result){0};
    d->points = calloc((size_t)games + 1, 1);
    d->from = from;
    if (!d->points)
        return go_fail(err, GO_ENOMEM, "out of memory for the results of a duel");
    go_status status = each_game(games, &job, &run, err);
    if (status == GO_OK)
        *out = result_of(d, games);
    free(d->points);
    d->points = NULL;
    return status;
}
