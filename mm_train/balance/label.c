#include "mm_train/balance/label.h"

#include <math.h>
#include <stdlib.h>

#include "board/symmetry.h"
#include "mcts/playout/playout.h"
#include "mm_train/balance/policy_game.h"
#include "sgf_corpus/sgf/record_game.h"

enum { FIRST_MOVE = 4 }; /* before it there is nothing to judge */

typedef struct labeller {
    balance_positions *p;
    const label_options *options;
    search *teacher;
    playout *playout;
    rules rules;
    int size, skip; /* positions that are there already */
    balance_label label;
} labeller;

/* ---- drawing ---- */

/* Komi of the record where it is one for an even game. */
static double sane_komi(const labeller *l, const game_record *record)
{
    const double usual = rules_default_komi(&l->rules);
    const double komi = record_game_komi(record, &l->rules);
    return fabs(komi - usual) <= 2 ? komi : usual;
}

/* The first n moves of a record and up to `astray` playout moves, as a game and as a record
 * that must be freed with its moves.  NULL: it ends there.                    */
static game *draw_game(labeller *l, const game_record *from, int n, int astray, rng *random)
{
    game *g = NULL;
    if (record_game_create(&g, from, &l->rules, sane_komi(l, from), NULL) != GO_OK)
        return NULL;
    for (int i = 0; i < n; i++) {
        if (record_game_play(g, from, i, NULL) != GO_OK) {
            game_destroy(g);
            return NULL;
        }
    }
    if (astray > 0) {
        int n_moves;
        const playout_options how = {.max_moves = astray, .nakade = l->options->nakade};
        playout_run(l->playout, &g->board, g->to_move, &how, random);
        const board_move *moves = playout_moves(l->playout, &n_moves);
        for (int i = 0; i < n_moves; i++)
            if (game_play(g, (colour)moves[i].colour, moves[i].at, NULL) != GO_OK)
                break; /* superko */
    }
    if (game_is_over(g)) {
        game_destroy(g);
        return NULL;
    }
    return g;
}

/* ---- the teacher ---- */

static void add_answer(const nn_result *r, colour to_move, int area, double weight,
                       balance_label *label)
{
    const double side = to_move == BLACK ? 1 : -1;
    label->win += weight * (0.5 + side * 0.5 * (r->win - r->loss));
    label->lead += weight * side * r->lead;
    label->has_owner &= r->has_ownership;
    for (int i = 0; i < area && label->has_owner; i++)
        label->owner[i] += (float)(weight * (0.5 + side * 0.5 * (double)r->ownership[i]));
}

static go_status ask_network(labeller *l, const game *g, go_error *err)
{
    nn_result answer;
    l->label = (balance_label){.has_owner = true};
    for (int s = 0; s < N_SYMMETRIES; s++) {
        GO_TRY(search_evaluate_network(l->teacher, g, g->to_move, s, 0, &answer, err));
        add_answer(&answer, g->to_move, l->size * l->size, 1.0 / N_SYMMETRIES, &l->label);
    }
    return GO_OK;
}

static bool go_on(const labeller *l)
{
    const label_options *o = l->options;
    return !o->progress || o->progress(o->user, "evaluating positions", l->p->n, o->positions);
}

static go_status interrupted(go_error *err)
{
    return go_fail(err, GO_EINTR, "interrupted while evaluating positions");
}

static bool report(void *user, search *s)
{
    (void)s;
    return go_on(user);
}

/* What a search finds replaces the network's first impression. */
static go_status ask_search(labeller *l, const game *g, go_error *err)
{
    search_analysis a = {0};
    const search_limits limits = {.visits = l->options->visits,
                                  .exact = true,
                                  .report = report,
                                  .user = l,
                                  .report_seconds = 0.1};
    search_clear(l->teacher);
    GO_TRY(search_run(l->teacher, g, g->to_move, &limits, err));
    if (!go_on(l)) /* what an interrupted search found is not kept */
        return interrupted(err);
    const go_status status = search_analyze(l->teacher, NULL, &a, err);
    if (status == GO_OK) {
        l->label.win = g->to_move == BLACK ? a.winrate : 1 - a.winrate;
        l->label.lead = g->to_move == BLACK ? a.lead : -a.lead;
        for (int i = 0; i < l->size * l->size && l->label.has_owner; i++)
            l->label.owner[i] = 0.5f + 0.5f * a.ownership[i];
    }
    search_analysis_release(&a);
    return status;
}

static go_status judge(labeller *l, game *g, bool even, go_error *err)
{
    GO_TRY(ask_network(l, g, err));
    if (even) {
        g->komi = floor(g->komi + l->label.lead) + 0.5;
        GO_TRY(ask_network(l, g, err));
    }
    return l->options->visits > 1 ? ask_search(l, g, err) : GO_OK;
}

/* ---- all games ---- */

static go_status add_position(labeller *l, const game *g, int number, go_error *err)
{
    game_record *record = record_of_game(g, (char *[GAME_N_TEXTS]){0});
    if (!record)
        return go_fail(err, GO_ENOMEM, "out of memory for positions");
    go_status status = balance_positions_add(l->p, record, number, &l->label, err);
    game_record_destroy(record);
    return status;
}

/* All is drawn even where nothing is asked. */
static go_status draw_position(labeller *l, const game_record *record, int number, rng *random,
                               go_error *err)
{
    const label_options *o = l->options;
    const int n = FIRST_MOVE + (int)rng_below(random, (uint32_t)(record->n_moves - FIRST_MOVE));
    const int astray = (int)rng_below(random, (uint32_t)o->astray + 1);
    const bool even = rng_double(random) < o->even;
    game *g = draw_game(l, record, n, astray, random);
    if (!g)
        return GO_OK;
    go_status status = GO_OK;
    if (l->skip > 0) {
        l->skip--;
    } else {
        status = judge(l, g, even, err);
        if (status == GO_OK)
            status = add_position(l, g, number, err);
    }
    game_destroy(g);
    return status;
}

static go_status take_game(labeller *l, const game_record *record, int number, go_error *err)
{
    const label_options *o = l->options;
    rng random = rng_seed(rng_mix64((uint64_t)o->seed) ^ (uint64_t)number);
    for (int i = 0; i < o->per_game && l->p->n < o->positions; i++) {
        GO_TRY(draw_position(l, record, number, &random, err));
        if (!go_on(l))
            return interrupted(err);
    }
    return GO_OK;
}

/* Game `number`, owned by the caller; GO_END after the last.  A network that passes too soon to
 * leave positions does not play for ever.                                     */
static go_status next_game(labeller *l, corpus *games, int number, game_record **out,
                           go_error *err)
{
    if (games)
        return corpus_next(games, out, err);
    if (number > 10 * l->options->positions + 100)
        return GO_END;
    return policy_game_play(l->teacher, &l->rules, l->size, (uint64_t)l->options->seed, number, out,
                            err);
}

go_status label_positions(balance_positions *p, corpus *games, int size, search *teacher,
                          const label_options *options, go_error *err)
{
    labeller *l = calloc(1, sizeof *l);
    if (!l)
        return go_fail(err, GO_ENOMEM, "out of memory for positions");
    *l = (labeller){.p = p, .options = options, .teacher = teacher, .size = size, .skip = p->n};
    rules_by_name("chinese", &l->rules);
    l->rules.bonus = BONUS_NONE; /* playouts count komi and nothing for handicap stones */
    go_status status = playout_create(&l->playout, options->playouts, err);
    for (int number = 0; status == GO_OK && p->n < options->positions; number++) {
        game_record *record;
        status = next_game(l, games, number, &record, err);
        if (status != GO_OK)
            break;
        if (record->size == size && record->n_moves > 2 * FIRST_MOVE)
            status = take_game(l, record, number, err);
        game_record_destroy(record);
    }
    playout_destroy(l->playout);
    free(l);
    return status == GO_END ? GO_OK : status;
}
