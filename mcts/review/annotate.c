#include "mcts/review/annotate.h"

#include <stdlib.h>

#include "sgf_corpus/sgf/game_values.h"

/* ---- the game ---- */

static void choose_rules(annotated_game *a, const annotate_options *options)
{
    const char *named = ruleset_of(a->record->text[GAME_RU]);
    if (options->rules)
        a->rules = *options->rules;
    else if (!rules_by_name(named, &a->rules))
        rules_by_name("chinese", &a->rules);
}

static void choose_komi(annotated_game *a, const annotate_options *options)
{
    a->komi_assumed = !options->komi && !a->record->has_komi;
    if (options->komi)
        a->komi = *options->komi;
    else if (a->record->has_komi)
        a->komi = a->record->komi;
    else
        a->komi = a->record->handicap ? 0.5 : rules_default_komi(&a->rules);
}

/* Is the whole setup the handicap that the header names? */
static bool is_plain_handicap(const game_record *r)
{
    for (int i = 0; i < r->n_setup; i++)
        if (r->setup[i].colour != BLACK)
            return false;
    return r->handicap > 0 && r->handicap == r->n_setup;
}

static go_status place_handicap(game *g, const game_record *r, go_error *err)
{
    point stones[BOARD_MAX_AREA];
    if (r->n_setup > BOARD_MAX_AREA)
        return go_fail(err, GO_EFORMAT, "the handicap has more stones than the board has points");
    for (int i = 0; i < r->n_setup; i++)
        stones[i] = r->setup[i].at;
    return game_place_handicap(g, stones, r->n_setup, err);
}

static go_status set_up(game *g, const annotated_game *a, go_error *err)
{
    const game_record *r = a->record;
    go_status status = GO_OK;
    g->komi = a->komi;
    if (is_plain_handicap(r) && place_handicap(g, r, NULL) == GO_OK)
        return game_setup_to_move(g, r->first, err);
    for (int i = 0; i < r->n_setup && status == GO_OK; i++)
        status = game_setup(g, r->setup[i].colour, r->setup[i].at, err);
    return status == GO_OK ? game_setup_to_move(g, r->first, err) : status;
}

static go_status start_game(game **g, const annotated_game *a, go_error *err)
{
    go_status status = game_create(g, a->record->size, &a->rules, err);
    if (status == GO_OK)
        status = set_up(*g, a, err);
    return status;
}

/* Plays move i of the record; against superko alone it is played all the same. */
static go_status play_move(game *g, const annotated_game *a, int i, go_error *err)
{
    board_move m = a->record->moves[i];
    if (game_legal(g, m.colour, m.at) == MOVE_SUPERKO) {
        rules simple = g->rules;
        simple.ko = KO_SIMPLE;
        go_status status = game_set_rules(g, &simple);
        if (status != GO_OK)
            return go_fail(err, status, "out of memory for the rules of the game");
    }
    return game_play(g, m.colour, m.at, err);
}

static go_status check_setup(const game_record *r, go_error *err)
{
    board b;
    game_record start = *r;
    start.n_moves = 0;
    return game_record_replay(&start, &b, err);
}

/* Finds how far the record can be played, and whether under simple ko. */
static go_status check_moves(annotated_game *a, go_error *err)
{
    game *g = NULL;
    go_error why;
    go_status status = start_game(&g, a, err);
    while (status == GO_OK && a->n_moves < a->record->n_moves) {
        status = play_move(g, a, a->n_moves, &why);
        a->n_moves += status == GO_OK;
    }
    if (g)
        a->rules = g->rules;
    game_destroy(g);
    if (status != GO_EILLEGAL) {
        if (status == GO_ENOMEM)
            return go_fail(err, GO_ENOMEM, "out of memory for the moves of the game");
        return status;
    }
    go_fail(&a->stop, GO_EILLEGAL, "move %d cannot be played: %s", a->n_moves + 1, why.message);
    return GO_OK;
}

static go_status choose_range(annotated_game *a, const annotate_options *options, go_error *err)
{
    a->from = options->from > 1 ? options->from : 1;
    a->to = options->to > 0 && options->to < a->n_moves ? options->to : a->n_moves;
    if (a->from > a->to + 1 || (a->from > a->to && a->from > 1))
        return go_fail(err, GO_EINVAL, "there are no moves %d to %d; the game has %d", a->from,
                       options->to > 0 ? options->to : a->n_moves, a->n_moves);
    return GO_OK;
}

/* The colour that is to be asked in each position. */
static void set_colours(annotated_game *a)
{
    const game_record *r = a->record;
    for (int i = 0; i < a->n_moves; i++)
        a->position[i].to_move = r->moves[i].colour;
    a->position[a->n_moves].to_move =
        a->n_moves ? (uint8_t)opponent((colour)r->moves[a->n_moves - 1].colour) : r->first;
}

go_status annotated_create(annotated_game **out, const game_record *record,
                           const annotate_options *options, go_error *err)
{
    annotated_game *a = calloc(1, sizeof *a);
    *out = NULL;
    if (!a)
        return go_fail(err, GO_ENOMEM, "out of memory for the annotations");
    a->record = record;
    a->position = calloc((size_t)record->n_moves + 1, sizeof *a->position);
    go_status status = a->position
                           ? GO_OK
                           : go_fail(err, GO_ENOMEM, "out of memory for the annotations");
    choose_rules(a, options);
    choose_komi(a, options);
    if (status == GO_OK)
        status = check_setup(record, err);
    if (status == GO_OK)
        status = check_moves(a, err);
    if (status == GO_OK)
        status = choose_range(a, options, err);
    if (status == GO_OK) {
        set_colours(a);
        *out = a;
    } else {
        annotated_destroy(a);
    }
    return status;
}

void annotated_destroy(annotated_game *a)
{
    if (!a)
        return;
    free(a->position);
    free(a);
}

/* ---- searching ---- */

/* Passes the caller's limits on, and remembers whether they ended the search. */
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

static void record_line(annotation *p, const search_move *best)
{
    p->n_pv = best->n_pv < ANNOTATION_MAX_PV ? best->n_pv : ANNOTATION_MAX_PV;
    for (int i = 0; i < p->n_pv; i++)
        p->pv[i] = best->pv[i];
}

static void record_played(annotation *p, const search_analysis *found, point played)
{
    for (int i = 0; i < found->n_moves; i++)
        if (found->move[i].at == played && found->move[i].visits > 0) {
            p->rank = i + 1;
            p->prior = found->move[i].prior;
        }
}

/* A run through the game. */
typedef struct judge {
    annotated_game *a;
    game *g; /* at the position in hand */
    search *s;
    const search_limits *limits;
    search_analysis found; /* by the last search */
} judge;

/* Black's chances with the best move, by one search. */
typedef struct estimate {
    double winrate, lead;
} estimate;

static go_status search_for(judge *j, colour c, estimate *e, go_error *err)
{
    watch w = {j->limits, false};
    search_limits own = *j->limits;
    own.report = watch_report;
    own.user = &w;
    search_clear(j->s);
    go_status status = search_run(j->s, j->g, c, &own, err);
    if (status == GO_OK && w.stopped)
        return go_fail(err, GO_EINTR, "interrupted");
    if (status == GO_OK)
        status = search_look(j->s, NULL, &j->found, err);
    if (status != GO_OK)
        return status;
    const search_move *best = j->found.n_moves ? &j->found.move[0] : NULL;
    bool known = best && best->visits > 0;
    double winrate = known ? best->winrate : j->found.winrate;
    double lead = known ? best->lead : j->found.lead;
    *e = (estimate){c == BLACK ? winrate : 1 - winrate, c == BLACK ? lead : -lead};
    return GO_OK;
}

static void average(annotation *p, estimate e)
{
    p->winrate = (p->winrate + e.winrate) / 2;
    p->lead = (p->lead + e.lead) / 2;
}

static bool played_the_best(const annotated_game *a, int i)
{
    const annotation *p = &a->position[i];
    return i < a->n_moves && p->n_pv > 0 && p->pv[0] == a->record->moves[i].at;
}

/* The second search of position i, after its best move. */
static go_status search_answer(judge *j, int i, go_error *err)
{
    annotation *p = &j->a->position[i];
    estimate e;
    if (game_play(j->g, p->to_move, p->pv[0], NULL) != GO_OK)
        return GO_OK; /* not by the rules of the game: one search must do */
    bool over = game_is_over(j->g);
    go_status status = over ? GO_OK : search_for(j, opponent((colour)p->to_move), &e, err);
    if (status == GO_OK && !over)
        average(p, e);
    go_status back = game_undo(j->g, 1, err);
    return status == GO_OK ? back : status;
}

/* Where the best move was played, the first search of the next position is the
 * second one of this.  A position is recorded once all its searches are done.  */
static go_status search_position(judge *j, int i, go_error *err)
{
    annotated_game *a = j->a;
    annotation *p = &a->position[i];
    estimate e;
    go_status status = search_for(j, p->to_move, &e, err);
    if (status != GO_OK)
        return status;
    if (j->found.n_moves > 0 && j->found.move[0].visits > 0)
        record_line(p, &j->found.move[0]);
    if (i < a->n_moves)
        record_played(p, &j->found, a->record->moves[i].at);
    p->visits = j->found.visits;
    p->winrate = e.winrate;
    p->lead = e.lead;
    if (p->n_pv > 0 && (i >= a->to || !played_the_best(a, i)))
        status = search_answer(j, i, err);
    p->searched = status == GO_OK;
    if (p->searched && i >= a->from && a->position[i - 1].searched && played_the_best(a, i - 1))
        average(&a->position[i - 1], e);
    return status;
}

static go_status search_all(judge *j, annotate_progress *progress, void *user, go_error *err)
{
    annotated_game *a = j->a;
    go_status status = GO_OK;
    for (int i = 0; i <= a->to && status == GO_OK; i++) {
        if (i > 0)
            status = play_move(j->g, a, i - 1, err);
        if (status != GO_OK || i < a->from - 1)
            continue;
        if (!game_is_over(j->g))
            status = search_position(j, i, err);
        if (status == GO_OK && progress && !progress(user, a, i))
            status = go_fail(err, GO_EINTR, "interrupted");
    }
    return status;
}

go_status annotated_search(annotated_game *a, search *s, const search_limits *limits,
                           annotate_progress *progress, void *user, go_error *err)
{
    judge j = {.a = a, .s = s, .limits = limits};
    go_status status = start_game(&j.g, a, err);
    if (status == GO_OK)
        status = search_all(&j, progress, user, err);
    search_analysis_release(&j.found);
    game_destroy(j.g);
    return status;
}

/* ---- what was found ---- */

int annotated_count(const annotated_game *a)
{
    int n = 0;
    for (int i = 0; i <= a->n_moves; i++)
        n += a->position[i].searched;
    return n;
}

bool annotated_loss(const annotated_game *a, int move, move_loss *loss)
{
    if (move < 1 || move > a->n_moves)
        return false;
    const annotation *before = &a->position[move - 1], *after = &a->position[move];
    board_move played = a->record->moves[move - 1];
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

int annotated_mistake(const annotated_game *a, int move, double threshold)
{
    move_loss loss;
    if (!annotated_loss(a, move, &loss) || loss.best || loss.winrate < threshold)
        return 0;
    return loss.winrate < 2 * threshold ? 1 : 2;
}

annotated_side annotated_sum(const annotated_game *a, colour c, double threshold)
{
    annotated_side sum = {0};
    for (int move = a->from; move <= a->to; move++) {
        move_loss loss;
        if (a->record->moves[move - 1].colour != c || !annotated_loss(a, move, &loss))
            continue;
        int mistake = annotated_mistake(a, move, threshold);
        sum.judged++;
        sum.agreed += loss.best;
        sum.mistakes += mistake > 0;
        sum.bad += mistake == 2;
        sum.winrate += loss.winrate;
        sum.points += loss.points;
    }
    return sum;
}
