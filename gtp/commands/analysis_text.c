#include "gtp/commands/analysis_text.h"

#include <math.h>

#include "board/coord.h"

static double unit(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

double analysis_supposed(const evaluate_settings *s)
{
    double share = s->evaluator == EVALUATOR_ROLLOUT ? 1
                   : s->evaluator == EVALUATOR_MIXED ? s->lambda
                                                     : 0;
    return 25 * share * share; /* as the variance of a mixture */
}

static double with_supposed(const analysis_extras *extras, const search_move *m, double own,
                            double position)
{
    double n = (double)m->visits;
    return n > 0 ? (n * own + extras->supposed * position) / (n + extras->supposed) : own;
}

static int ten_thousandths(double x)
{
    return (int)lround(unit(x) * 10000);
}

/* Some clients cannot read "-0.000". */
static void write_fraction(FILE *out, const char *name, double x, int digits)
{
    double least = 0.5 * pow(10, -digits);
    fprintf(out, "%s%s%.*f", name, *name ? " " : "", digits, fabs(x) < least ? 0.0 : x);
}

static void write_score(FILE *out, double lead, double stdev)
{
    write_fraction(out, " scoreMean", lead, 3);
    write_fraction(out, " scoreStdev", stdev, 3);
    write_fraction(out, " scoreLead", lead, 3);
}

/* Utility is told as the win rate scaled to -1 .. 1, without what the expected score adds to a
 * network's values in the search.                                             */
static void write_winrate(FILE *out, double winrate)
{
    write_fraction(out, " utility", 2 * unit(winrate) - 1, 6);
    write_fraction(out, " winrate", unit(winrate), 6);
}

static void write_ownership(FILE *out, const char *key, const search_analysis *a,
                            const float *black, int size)
{
    double sign = a->to_move == WHITE ? -1 : 1;
    fprintf(out, " %s", key);
    for (int i = 0; i < size * size; i++) {
        fputc(' ', out);
        write_fraction(out, "", sign * (double)black[i], 4);
    }
}

static void write_proven(FILE *out, colour winner)
{
    if (winner != EMPTY)
        fprintf(out, " proven %s", winner == BLACK ? "B" : "W");
}

static void write_move(FILE *out, const search_analysis *a, int order, int size,
                       analysis_style style, const analysis_extras *extras)
{
    const search_move *m = &a->move[order];
    char name[COORD_MAX];
    double winrate = m->proven == EMPTY ? with_supposed(extras, m, m->winrate, a->winrate)
                                        : m->winrate;
    double lead = with_supposed(extras, m, m->lead, a->lead), lcb = fmin(m->lcb, winrate);
    fprintf(out, "%sinfo move %s visits %lld", order ? " " : "", coord_to_gtp(size, m->at, name),
            (long long)m->visits);
    if (style == ANALYSIS_LZ) {
        fprintf(out, " winrate %d prior %d lcb %d", ten_thousandths(winrate),
                ten_thousandths(m->prior), ten_thousandths(lcb));
    } else {
        write_winrate(out, winrate);
        write_score(out, lead, m->lead_stdev);
        write_fraction(out, " prior", unit(m->prior), 6);
        write_fraction(out, " lcb", unit(lcb), 6);
        write_proven(out, m->proven);
        if (m->symmetry)
            fprintf(out, " isSymmetryOf %s", coord_to_gtp(size, m->original, name));
    }
    fprintf(out, " order %d pv", order);
    for (int i = 0; i < m->n_pv; i++)
        fprintf(out, " %s", coord_to_gtp(size, m->pv[i], name));
    if (style == ANALYSIS_LZ)
        return;
    if (extras->pv_visits)
        fputs(" pvVisits", out);
    for (int i = 0; extras->pv_visits && i < m->n_pv; i++)
        fprintf(out, " %lld", (long long)m->pv_visits[i]);
    if (extras->moves_ownership && a->move_ownership)
        write_ownership(out, "movesOwnership", a, a->move_ownership + order * size * size, size);
}

void analysis_text_write(FILE *out, const search_analysis *a, int size, analysis_style style,
                         const analysis_extras *extras)
{
    for (int i = 0; i < a->n_moves; i++)
        write_move(out, a, i, size, style, extras);
    if (style == ANALYSIS_LZ)
        return;
    if (extras->root_info) {
        fprintf(out, " rootInfo visits %lld", (long long)a->visits);
        write_winrate(out, a->winrate);
        write_score(out, a->lead, a->lead_stdev);
        write_proven(out, a->proven);
    }
    if (extras->ownership)
        write_ownership(out, "ownership", a, a->ownership, size);
}
