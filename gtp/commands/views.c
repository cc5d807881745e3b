#include "gtp/commands/views.h"

#include <math.h>

#include "patterns/gammas/gammas.h"

static int area_of(const gtp_engine *e)
{
    return e->game->board.size * e->game->board.size;
}

static void write_values(const gtp_engine *e, const float *value, FILE *out)
{
    int size = e->game->board.size;
    for (int i = 0; i < area_of(e); i++)
        fprintf(out, "%.3f%c", (double)value[i] + 0.0, (i + 1) % size ? ' ' : '\n');
}

void gtp_view_ownership(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    write_values(e, a->ownership, out);
}

void gtp_view_criticality(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    write_values(e, a->criticality, out);
}

/* White for 0 to full red for 1; blue for -1. */
static void write_shade(const gtp_engine *e, int i, double x, FILE *out)
{
    int other = (int)lround(255 * (1 - fmin(fabs(x), 1)));
    fprintf(out, x >= 0 ? "COLOR #ff%02x%02x " : "COLOR #%02x%02xff ", other, other);
    gtp_write_vertex(e, board_point_at(e->game->board.size, i), out);
    fputc('\n', out);
}

static void write_label(const gtp_engine *e, int i, int number, FILE *out)
{
    fputs("LABEL ", out);
    gtp_write_vertex(e, board_point_at(e->game->board.size, i), out);
    fprintf(out, " %d\n", number);
}

/* The square root makes small priors visible. */
void gtp_view_policy(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    for (int i = 0; i < area_of(e); i++) {
        double p = (double)a->prior[i];
        if (p < 0.001)
            continue;
        write_shade(e, i, sqrt(p), out);
        if (p >= 0.005)
            write_label(e, i, (int)lround(100 * p), out);
    }
    fprintf(out, "TEXT prior of the pass: %.2f %%\n", 100 * (double)a->prior[area_of(e)]);
}

void gtp_view_gammas(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    int n = 0;
    for (int i = 0; i < area_of(e); i++)
        n += a->prior[i] > 0;
    for (int i = 0; i < area_of(e); i++) {
        if (!(a->prior[i] > 0))
            continue;
        double elo = gammas_elo((double)a->prior[i] * n);
        write_shade(e, i, elo / 800, out);
        write_label(e, i, (int)lround(elo / 100), out);
    }
    fputs("TEXT hundreds of Elo above or below the average move\n", out);
}

static void write_summary(const search_analysis *a, FILE *out)
{
    fprintf(out, "TEXT %lld visits, win rate %.1f %%, lead %.1f\n", (long long)a->visits,
            100 * a->winrate, a->lead);
}

void gtp_view_visits(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    double sign = a->to_move == WHITE ? -1 : 1, all = (double)(a->visits > 0 ? a->visits : 1);
    for (int i = 0; i < a->n_moves; i++) {
        const search_move *m = &a->move[i];
        if (m->at == PASS || m->visits == 0)
            continue;
        fputs("INFLUENCE ", out);
        gtp_write_vertex(e, m->at, out);
        fprintf(out, " %.3f\nLABEL ", sign * (2 * m->winrate - 1));
        gtp_write_vertex(e, m->at, out);
        fprintf(out, " %ld\n", lround(1000 * (double)m->visits / all));
    }
    write_summary(a, out);
}

void gtp_view_pv(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    if (a->n_moves == 0)
        return;
    colour c = a->to_move;
    fputs("VAR", out);
    for (int i = 0; i < a->move[0].n_pv; i++, c = opponent(c)) {
        fputs(c == BLACK ? " b " : " w ", out);
        gtp_write_vertex(e, a->move[0].pv[i], out);
    }
    fputc('\n', out);
}

void gtp_view_search(const gtp_engine *e, const search_analysis *a, FILE *out)
{
    gtp_view_pv(e, a, out);
    fputs("INFLUENCE", out);
    for (int i = 0; i < area_of(e); i++) {
        fputc(' ', out);
        gtp_write_vertex(e, board_point_at(e->game->board.size, i), out);
        fprintf(out, " %.2f", (double)a->ownership[i]);
    }
    fputc('\n', out);
    write_summary(a, out);
}
