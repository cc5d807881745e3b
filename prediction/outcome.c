#include "prediction/outcome.h"

#include <float.h>
#include <math.h>

/* A certain answer that is wrong costs much, but not everything. */
static const double least = (double)FLT_MIN;

/* No deviation below half a point, as in the loss that networks learn by. */
static const double least_deviation = 0.5;

static const struct {
    const char *name, *key;
} words[N_OUTCOMES] = {
    [OUTCOME_VALUE_BRIER] = {"winner, Brier", "value_brier"},
    [OUTCOME_VALUE_LOG] = {"winner, log-loss", "value_log_loss"},
    [OUTCOME_LEAD] = {"lead, points off", "lead_error"},
    [OUTCOME_SCORE_LOG] = {"score, log-loss", "score_log_loss"},
    [OUTCOME_OWNER_BRIER] = {"ownership, Brier", "ownership_brier"},
    [OUTCOME_OWNER_LOG] = {"ownership, log-loss", "ownership_log_loss"},
};

const char *outcome_name(outcome_measure m) { return words[m].name; }
const char *outcome_key(outcome_measure m) { return words[m].key; }

static double square(double x)
{
    return x * x;
}

static double log_loss(double p, double y)
{
    return -y * log(fmax(p, least)) - (1 - y) * log(fmax(1 - p, least));
}

/* ---- one position ---- */

static void add(outcome_game *g, int stage, outcome_measure m, double x)
{
    g->n[stage][m]++;
    g->sum[stage][m] += x;
}

static void add_winner(outcome_game *g, int stage, const outcome_answer *a)
{
    int bin = (int)(a->p * OUTCOME_BINS);
    bin = bin < 0 ? 0 : bin < OUTCOME_BINS ? bin : OUTCOME_BINS - 1;
    g->bin_n[bin]++;
    g->bin_p[bin] += a->p;
    g->bin_y[bin] += a->y;
    add(g, stage, OUTCOME_VALUE_BRIER, square(a->p - a->y));
    add(g, stage, OUTCOME_VALUE_LOG, log_loss(a->p, a->y));
}

static void add_score(outcome_game *g, int stage, const outcome_answer *a)
{
    double deviation = fmax(a->deviation, least_deviation);
    add(g, stage, OUTCOME_LEAD, fabs(a->lead - a->margin));
    add(g, stage, OUTCOME_SCORE_LOG,
        square((a->score - a->margin) / deviation) / 2 + log(deviation));
}

static void add_ownership(outcome_game *g, int stage, const outcome_answer *a)
{
    double brier = 0, loss = 0;
    for (int i = 0; i < a->area; i++) {
        double p = (1 + (double)a->ownership[i]) / 2, y = (1 + (double)a->owner[i]) / 2;
        brier += square(p - y);
        loss += log_loss(p, y);
    }
    add(g, stage, OUTCOME_OWNER_BRIER, brier / a->area);
    add(g, stage, OUTCOME_OWNER_LOG, loss / a->area);
}

void outcome_add_position(outcome_game *game, int ply, const outcome_answer *answer)
{
    int stage = prediction_stage(ply);
    if (answer->knows_winner)
        add_winner(game, stage, answer);
    if (answer->knows_score)
        add_score(game, stage, answer);
    if (answer->knows_ownership)
        add_ownership(game, stage, answer);
}

/* ---- sums ---- */

void outcome_add_game(outcome_stats *to, const outcome_game *game)
{
    for (int m = 0; m < N_OUTCOMES; m++) {
        double n = 0, sum = 0;
        for (int s = 0; s < PREDICTION_STAGES; s++) {
            cluster_add_game(&to->stage[s][m], game->n[s][m], game->sum[s][m]);
            n += game->n[s][m];
            sum += game->sum[s][m];
        }
        cluster_add_game(&to->all[m], n, sum);
    }
    for (int b = 0; b < OUTCOME_BINS; b++) {
        to->bin[b].predicted += game->bin_p[b];
        cluster_add_game(&to->bin[b].observed, game->bin_n[b], game->bin_y[b]);
    }
}

void outcome_stats_add(outcome_stats *to, const outcome_stats *from)
{
    for (int m = 0; m < N_OUTCOMES; m++) {
        cluster_add(&to->all[m], &from->all[m]);
        for (int s = 0; s < PREDICTION_STAGES; s++)
            cluster_add(&to->stage[s][m], &from->stage[s][m]);
    }
    for (int b = 0; b < OUTCOME_BINS; b++) {
        to->bin[b].predicted += from->bin[b].predicted;
        cluster_add(&to->bin[b].observed, &from->bin[b].observed);
    }
}
