#include "nn/golden/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/symmetry.h"
#include "nn/evaluator.h"
#include "nn/golden/play.h"
#include "nn/inputs/encode.h"

static const struct {
    const char *name;
    double float32, half; /* tolerances */
} checks[NN_N_CHECKS] = {
#define X(name, words, float32, half) [NN_CHECK_##name] = {words, float32, half},
    NN_CHECK_LIST(X)
#undef X
};

/* The state of a check. */
typedef struct checker {
    const nn_golden *golden;
    const nn_model *model;
    const nn_check_options *options;
    nn_check_report *report;
    nn_evaluator *evaluator[NN_MAX_SIZE + 1]; /* by size of the buffer; NULL: not yet */
    float planes[NN_KATA_PLANES * BOARD_MAX_AREA], wanted[NN_KATA_PLANES * BOARD_MAX_AREA];
    float globals[NN_KATA_GLOBALS], wanted_globals[NN_KATA_GLOBALS];
    char where[80];
    nn_golden_eval eval;
    nn_result result;
    go_error *err;
} checker;

/* bfloat16 has three bits less than half precision, but rounding errors cancel in sums.  8-bit
 * integers have about one less for numbers near the largest, and more for small ones.        */
static double tolerance(int check, nn_precision p)
{
    switch (p) {
    case NN_HALF: return checks[check].half;
    case NN_BFLOAT16: return 4 * checks[check].half;
    case NN_INT8: return 8 * checks[check].half;
    case NN_FLOAT32: break;
    }
    return checks[check].float32;
}

/* ---- differences ---- */

static void differ(checker *c, nn_check check, double difference)
{
    nn_check_line *line = &c->report->line[check];
    line->n++;
    difference = isfinite(difference) ? fabs(difference) : INFINITY;
    if (difference <= line->largest)
        return;
    line->largest = difference;
    snprintf(line->where, sizeof line->where, "%s", c->where);
}

/* Compares with a number of the file, if it has it. */
static void compare(checker *c, nn_check check, double wanted, double found)
{
    if (!isnan(wanted))
        differ(c, check, found - wanted);
}

/* The same, relative for large numbers. */
static void compare_large(checker *c, nn_check check, double wanted, double found)
{
    if (!isnan(wanted))
        differ(c, check, (found - wanted) / fmax(1, fabs(wanted)));
}

/* ---- inputs ---- */

static go_status check_inputs(checker *c, size_t i, const nn_position *p, const nn_view *v)
{
    const nn_model *m = c->model;
    size_t area = (size_t)v->size * (size_t)v->size;
    if (m->family != NN_KATAGO)
        return GO_OK;
    GO_TRY(nn_golden_inputs(c->golden, i, v->size, c->wanted, c->wanted_globals, c->err));
    nn_encode(m, p, v, NULL, c->planes, c->globals, NULL);
    for (size_t k = 0; k < NN_KATA_PLANES * area; k++) {
        snprintf(c->where, sizeof c->where, "%s, plane %zu", nn_golden_id(c->golden, i), k / area);
        differ(c, NN_CHECK_PLANES, (double)c->planes[k] - (double)c->wanted[k]);
        bool differs = c->planes[k] < c->wanted[k] || c->planes[k] > c->wanted[k];
        bool of_area = k / area == 18 || k / area == 19; /* depend on a flag of the network */
        c->report->areas_differ |= differs && of_area;
        c->report->others_differ |= differs && !of_area;
    }
    for (size_t k = 0; k < NN_KATA_GLOBALS; k++) {
        snprintf(c->where, sizeof c->where, "%s, global %zu", nn_golden_id(c->golden, i), k);
        differ(c, NN_CHECK_GLOBALS, (double)c->globals[k] - (double)c->wanted_globals[k]);
    }
    return GO_OK;
}

/* ---- outputs ---- */

static void check_policy(checker *c, const nn_position *p, const nn_result *r)
{
    const nn_golden_eval *e = &c->eval;
    int n = p->width * p->height, liked = n;
    double pass = e->number[NN_GOLDEN_PASS], best = pass;
    for (int i = 0; i < n; i++) {
        bool legal = !isnan(e->policy[i]);
        if (c->model->family == NN_KATAGO)
            differ(c, NN_CHECK_LEGAL, legal != nn_position_legal(p, nn_position_point(p, i)));
        if (!legal)
            continue;
        differ(c, NN_CHECK_POLICY, (double)r->policy[i] - e->policy[i]);
        best = e->policy[i] > best ? e->policy[i] : best;
        liked = r->policy[i] > r->policy[liked] ? i : liked;
    }
    compare(c, NN_CHECK_POLICY, pass, r->policy[n]);
    compare(c, NN_CHECK_BEST, best, liked == n ? pass : e->policy[liked]);
}

static void check_kata(checker *c, const nn_position *p, const nn_result *r)
{
    const double *wanted = c->eval.number;
    bool black = p->to_move == BLACK;
    double sign = black ? -1 : 1;
    compare(c, NN_CHECK_WIN, wanted[NN_GOLDEN_WIN], black ? r->loss : r->win);
    compare(c, NN_CHECK_WIN, wanted[NN_GOLDEN_LOSS], black ? r->win : r->loss);
    compare(c, NN_CHECK_NO_RESULT, wanted[NN_GOLDEN_NO_RESULT], r->no_result);
    compare(c, NN_CHECK_LEAD, wanted[NN_GOLDEN_LEAD], sign * r->lead);
    compare(c, NN_CHECK_SCORE, wanted[NN_GOLDEN_SCORE], sign * r->score);
    compare_large(c, NN_CHECK_SCORE_SQ, wanted[NN_GOLDEN_SCORE_SQ], r->score_sq);
    compare_large(c, NN_CHECK_TIME, wanted[NN_GOLDEN_TIME], r->time_variance);
    compare_large(c, NN_CHECK_VALUE_ERROR, wanted[NN_GOLDEN_VALUE_ERROR], r->value_error);
    compare_large(c, NN_CHECK_SCORE_ERROR, wanted[NN_GOLDEN_SCORE_ERROR], r->score_error);
    for (int i = 0; c->eval.has_ownership && i < p->width * p->height; i++)
        differ(c, NN_CHECK_OWNERSHIP, sign * (double)r->ownership[i] - c->eval.ownership[i]);
}

/* An evaluator of boards of this size, made once. */
static go_status evaluator_for(checker *c, int size, nn_evaluator **out)
{
    nn_settings settings = {
        .size = size, .max_batch = N_SYMMETRIES, .threads = c->options->threads};
    const nn_backend *backend;
    if (!c->evaluator[size]) {
        GO_TRY(nn_backend_choose(&backend, c->options->backend, c->err));
        GO_TRY(nn_evaluator_create(&c->evaluator[size], c->model, backend, &settings, c->err));
        c->report->backend = backend->name;
        c->report->precision = backend->precision;
    }
    *out = c->evaluator[size];
    return GO_OK;
}

/* Evaluates as for the answer c->eval, into c->result. */
static go_status answer(checker *c, const nn_position *p, const nn_view *v)
{
    nn_evaluator *evaluator;
    nn_query q = {.position = p, .view = *v};
    GO_TRY(evaluator_for(c, v->size, &evaluator));
    q.reading.optimism = c->eval.optimism;
    q.reading.all_points = c->model->family == NN_LEELA_ZERO;
    q.view.symmetry = c->eval.symmetry;
    if (c->eval.symmetry < 0)
        return nn_evaluate_mean(evaluator, &q, &c->result, c->err);
    return nn_evaluate(evaluator, &q, 1, &c->result, c->err);
}

static go_status check_answers(checker *c, size_t i, const nn_position *p, const nn_view *v)
{
    for (size_t k = 0; k < nn_golden_evals(c->golden, i); k++) {
        GO_TRY(nn_golden_read_eval(c->golden, i, k, &c->eval, c->err));
        GO_TRY(answer(c, p, v));
        snprintf(c->where, sizeof c->where, "%s, answer %zu", nn_golden_id(c->golden, i), k + 1);
        const nn_result *r = &c->result;
        check_policy(c, p, r);
        if (c->model->family == NN_KATAGO)
            check_kata(c, p, r);
        compare(c, NN_CHECK_WIN, c->eval.number[NN_GOLDEN_WINRATE], r->win);
        c->report->evaluations++;
    }
    return GO_OK;
}

/* ---- all ---- */

static go_status check_position(checker *c, size_t i)
{
    nn_position *p;
    nn_view v;
    GO_TRY(nn_golden_position(c->golden, i, &p, &v, c->err));
    go_status status = nn_encode_check(c->model, p, &v, c->err);
    if (status == GO_OK)
        status = nn_golden_needs(c->golden, i, c->model->family, !c->options->inputs_only, c->err);
    if (status == GO_OK)
        status = check_inputs(c, i, p, &v);
    if (status == GO_OK && !c->options->inputs_only)
        status = check_answers(c, i, p, &v);
    nn_position_destroy(p);
    c->report->positions++;
    return status;
}

go_status nn_golden_check(const nn_golden *g, const nn_model *model,
                          const nn_check_options *options, nn_check_report *report, go_error *err)
{
    static const nn_model any = {
        .family = NN_KATAGO, .planes = NN_KATA_PLANES, .globals = NN_KATA_GLOBALS};
    checker *c = calloc(1, sizeof *c);
    *report = (nn_check_report){0};
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for a check");
    c->golden = g;
    c->model = model ? model : &any;
    c->options = options;
    c->report = report;
    c->err = err;
    go_status status = GO_OK;
    if (nn_golden_count(g) == 0)
        status = go_fail(err, GO_EFORMAT, "the file for %s has no positions to compare",
                         nn_golden_net(g));
    else if (options->inputs_only && c->model->family != NN_KATAGO)
        status =
            go_fail(err, GO_EINVAL,
                    "comparing inputs alone works only for KataGo's networks; compare the answers");
    for (size_t i = 0; i < nn_golden_count(g) && status == GO_OK; i++)
        status = check_position(c, i);
    for (int size = 0; size <= NN_MAX_SIZE; size++)
        nn_evaluator_destroy(c->evaluator[size]);
    free(c);
    if (options->tolerance != NN_TOLERANCE_AUTO)
        report->precision = (nn_precision)(options->tolerance - NN_TOLERANCE_FLOAT32);
    int64_t compared = 0;
    report->passed = true;
    for (int k = 0; k < NN_N_CHECKS; k++) {
        nn_check_line *line = &report->line[k];
        line->name = checks[k].name;
        line->tolerance = tolerance(k, report->precision);
        report->passed &= line->largest <= line->tolerance;
        compared += line->n;
    }
    report->passed &= compared > 0;
    return status;
}
