#include "mcts/review/review.h"

#include <math.h>
#include <stdlib.h>

#include "base/plural.h"
#include "sgf_corpus/sgf/game_values.h"
#include "sgf_corpus/sgf/record_game.h"

/* ---- the game ---- */

/* Finds how far the record can be played, and whether that needs simple ko. */
static go_status check_moves(review *r, go_error *err)
{
    game *g;
    go_error why;
    go_status status = GO_OK;
    GO_TRY(record_game_create(&g, r->record, &r->rules, r->komi, err));
    while (status == GO_OK && r->n_moves < r->record->n_moves) {
        status = record_game_play(g, r->record, r->n_moves, &why);
        r->n_moves += status == GO_OK;
    }
    r->rules = g->rules;
    game_destroy(g);
    if (status == GO_EILLEGAL) {
        go_fail(&r->stop, status, "move %d cannot be played: %s", r->n_moves + 1, why.message);
        return GO_OK;
    }
    if (status == GO_OK && r->record->cut)
        go_fail(&r->stop, GO_EUNSUPPORTED, "stones are set up after move %d", r->n_moves);
    return status == GO_OK ? GO_OK : go_fail(err, status, "%s", why.message);
}

static go_status fill_review(review *r, const review_options *options, go_error *err)
{
    const game_record *record = r->record;
    rules named;
    if (!r->position)
        return go_fail(err, GO_ENOMEM, "out of memory for the review");
    rules_by_name("chinese", &r->rules);
    record_game_rules(record, &r->rules);
    r->rules = options->rules ? *options->rules : r->rules;
    r->komi = options->komi ? *options->komi : record_game_komi(record, &r->rules);
    r->rules_assumed = !options->rules && !rules_meant_by(record->text[GAME_RU], &named);
    r->komi_assumed = !options->komi && !record_game_knows_komi(record);
    GO_TRY(check_moves(r, err));
    r->from = options->from > 1 ? options->from : 1;
    r->to = options->to > 0 && options->to < r->n_moves ? options->to : r->n_moves;
    if (r->from > 1 && r->from > r->n_moves)
        return go_fail(err, GO_EINVAL, "no move %d; the game has %d move%s%s", r->from, r->n_moves,
                       plural_s(r->n_moves), r->stop.status == GO_OK ? "" : " that can be played");
    if (r->from > r->to + 1 || (r->from > r->to && r->from > 1))
        return go_fail(err, GO_EINVAL, "the last move to review (%d) is before the first (%d)",
                       r->to, r->from);
    r->done = r->to;
    for (int i = 0; i < r->n_moves; i++)
        r->position[i].to_move = record->moves[i].colour;
    r->position[r->n_moves].to_move =
        r->n_moves ? (uint8_t)opponent((colour)record->moves[r->n_moves - 1].colour)
                   : record->first;
    return GO_OK;
}

go_status review_create(review **out, const game_record *record, const review_options *options,
                        go_error *err)
{
    review *r = calloc(1, sizeof *r);
    *out = NULL;
    if (!r)
        return go_fail(err, GO_ENOMEM, "out of memory for the review");
    r->record = record;
    r->position = calloc((size_t)record->n_moves + 1, sizeof *r->position);
    go_status status = fill_review(r, options, err);
    if (status == GO_OK)
        *out = r;
    else
        review_destroy(r);
    return status;
}

void review_destroy(review *r)
{
    if (!r)
        return;
    free(r->position);
    free(r);
}

/* ---- searching ---- */

/* Calls the caller's report and remembers whether it ended the search. */
typedef struct watch {
    const search_limits *limits;
    bool stopped;
} watch;

static bool watch_report(void *user, search *s)
{
    watch *w = user;
    w->stopped |= w->limits->report && !w->limits->report(w->limits->user, s);
    return !w->stopped;
}

/* A run through the game. */
typedef struct run {
    review *r;
    game *g; /* at the current position */
    search *s;
    const search_limits *limits;
    search_analysis found; /* by the last search */
    int half;              /* the position whose second search is the next one's first; -1: none */
} run;

/* Black's chances with the best move, by one search. */
typedef struct estimate {
    double winrate, lead;
} estimate;

static go_status search_for(run *u, colour c, estimate *e, go_error *err)
{
    watch w = {u->limits, false};
    search_limits own = *u->limits;
    own.report = watch_report;
    own.user = &w;
    search_clear(u->s);
    GO_TRY(search_run(u->s, u->g, c, &own, err));
    if (w.stopped)
        return go_fail(err, GO_EINTR, "interrupted");
    GO_TRY(search_analyze(u->s, &(analysis_options){.symmetric = true}, &u->found, err));
    const search_move *best = u->found.n_moves ? &u->found.move[0] : NULL;
    bool known = best && best->visits > 0;
    double winrate = known ? best->winrate : u->found.winrate;
    double lead = known ? best->lead : u->found.lead;
    *e = (estimate){c == BLACK ? winrate : 1 - winrate, c == BLACK ? lead : -lead};
    return GO_OK;
}

static void average(review_position *p, estimate e)
{
    p->winrate = (p->winrate + e.winrate) / 2;
    p->lead = (p->lead + e.lead) / 2;
}

/* Was the best move played, and then the other side's? */
static bool went_on_with_the_best(const review *r, int i)
{
    const review_position *p = &r->position[i];
    return i < r->n_moves && p->n_pv > 0 && p->pv[0] == r->record->moves[i].at &&
           p[1].to_move != p->to_move;
}

/* The second search of a position, after its best move, unless the rules forbid that move
 * or the game is over then.                                                   */
static go_status search_answer(run *u, review_position *p, go_error *err)
{
    estimate e;
    go_status status = GO_OK;
    if (game_play(u->g, p->to_move, p->pv[0], NULL) != GO_OK)
        return GO_OK;
    if (!game_is_over(u->g)) {
        status = search_for(u, opponent((colour)p->to_move), &e, err);
        if (status == GO_OK)
            average(p, e);
    }
    go_status back = game_undo(u->g, 1, err);
    return status == GO_OK ? back : status;
}

enum { NOT_PLAYED = -1 };

/* Notes the best line, and what the search thinks of the move that was played.  If several
 * symmetric moves are best, the played one is.                                          */
static void note_moves(review_position *p, const search_analysis *found, int played)
{
    const search_move *best = found->move;
    int rank = 0;
    for (const search_move *m = found->move; m < found->move + found->n_moves; m++) {
        rank += m->at == m->original;
        if (m->at != played || !m->visits)
            continue;
        p->rank = rank;
        p->prior = m->prior;
        if (m->original == best->original)
            best = m;
    }
    if (!found->n_moves || !best->visits)
        return;
    p->n_pv = best->n_pv < REVIEW_MAX_PV ? best->n_pv : REVIEW_MAX_PV;
    memcpy(p->pv, best->pv, (size_t)p->n_pv * sizeof *p->pv);
}

/* If the game went on with the best move, the first search of the next position doubles as the
 * second one of this. */
static go_status search_position(run *u, int i, go_error *err)
{
    review *r = u->r;
    review_position *p = &r->position[i];
    estimate e;
    go_status status = GO_OK;
    GO_TRY(search_for(u, p->to_move, &e, err));
    if (u->half >= 0)
        average(&r->position[u->half], e);
    u->half = -1;
    note_moves(p, &u->found, i < r->n_moves ? r->record->moves[i].at : NOT_PLAYED);
    p->visits = u->found.visits;
    p->winrate = e.winrate;
    p->lead = e.lead;
    if (i < r->to && went_on_with_the_best(r, i))
        u->half = i;
    else if (p->n_pv > 0)
        status = search_answer(u, p, err);
    p->searched = status == GO_OK;
    return status;
}

static go_status search_all(run *u, review_progress *progress, void *user, go_error *err)
{
    review *r = u->r;
    go_status status = record_game_create(&u->g, r->record, &r->rules, r->komi, err);
    for (int i = 0; i <= r->to && status == GO_OK; i++) {
        if (i > 0)
            status = record_game_play(u->g, r->record, i - 1, err);
        if (status != GO_OK || i < r->from - 1)
            continue;
        if (game_is_over(u->g))
            u->half = -1; /* there is no second search */
        else
            status = search_position(u, i, err);
        if (status == GO_OK && progress && !progress(user, r, i))
            status = go_fail(err, GO_EINTR, "interrupted");
    }
    if (status == GO_OK)
        return GO_OK;
    if (u->half >= 0)
        r->position[u->half].searched = false;
    while (r->done >= r->from && !r->position[r->done].searched)
        r->done--;
    return status;
}

go_status review_search(review *r, search *s, const search_limits *limits,
                        review_progress *progress, void *user, go_error *err)
{
    run u = {.r = r, .s = s, .limits = limits, .half = -1};
    go_status status = search_all(&u, progress, user, err);
    search_analysis_release(&u.found);
    game_destroy(u.g);
    return status;
}

/* ---- what was found ---- */

int review_count(const review *r)
{
    int n = 0;
    for (int i = 0; i <= r->n_moves; i++)
        n += r->position[i].searched;
    return n;
}

bool review_loss(const review *r, int move, move_loss *loss)
{
    if (move < 1 || move > r->n_moves)
        return false;
    const review_position *before = &r->position[move - 1], *after = &r->position[move];
    board_move played = r->record->moves[move - 1];
    if (!before->searched || !before->n_pv)
        return false;
    *loss = (move_loss){.best = before->pv[0] == played.at};
    if (loss->best)
        return true;
    if (!after->searched)
        return false;
    int sign = played.colour == BLACK ? 1 : -1;
    double winrate = sign * (before->winrate - after->winrate);
    double points = sign * (before->lead - after->lead);
    loss->winrate = winrate > 0 ? winrate : 0;
    loss->points = points > 0 ? points : 0;
    return true;
}

const char *review_lead_text(double lead, char out[REVIEW_LEAD_TEXT])
{
    if (fabs(lead) < 0.05)
        snprintf(out, REVIEW_LEAD_TEXT, "0.0");
    else
        snprintf(out, REVIEW_LEAD_TEXT, "%c+%.1f", lead < 0 ? 'W' : 'B', fabs(lead));
    return out;
}

bool review_lossless(const move_loss *loss)
{
    return !loss->best && loss->winrate < 0.0005 && loss->points < 0.05;
}

bool review_at_odds(const review_position *p)
{
    return p->searched && search_at_odds(p->winrate, p->lead);
}

int review_mistake(const review *r, int move, double threshold)
{
    move_loss loss;
    if (!review_loss(r, move, &loss) || loss.best || loss.winrate < threshold)
        return 0;
    return loss.winrate < 2 * threshold ? 1 : 2;
}

review_side review_sum(const review *r, colour c, double threshold)
{
    review_side sum = {0};
    for (int move = r->from; move <= r->to; move++) {
        move_loss loss;
        if (r->record->moves[move - 1].colour != c || !review_loss(r, move, &loss))
            continue;
        int mistake = review_mistake(r, move, threshold);
        sum.reviewed++;
        sum.agreed += loss.best;
        sum.mistakes += mistake > 0;
        sum.bad += mistake == 2;
        sum.winrate += loss.winrate;
        sum.points += loss.points;
    }
    return sum;
}
