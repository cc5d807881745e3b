#include "match/page/match_summary.h"

#include <math.h>

go_status match_summary_make(match_summary *out, const match_plan *plan, const match_store *store,
                             const sprt_test *test, go_error *err)
{
    *out = (match_summary){.plan = plan, .store = store, .test = *test};
    match_tally *t = &out->tally;
    GO_TRY(match_tally_count(store, match_store_count(store), 0, 1, t, err));
    double n = (double)t->games;
    out->score = match_tally_score(t);
    out->score_range = stats_wilson(out->score, n, STATS_Z95);
    out->elo = stats_elo(out->score);
    out->elo_range = stats_elo_interval(out->score, n, STATS_Z95);
    if (test->on) {
        out->llr = match_tally_llr(t, test);
        out->llr_bounds = stats_llr_bounds(test->alpha, test->beta);
        out->decision = match_tally_decision(t, test);
    }
    return GO_OK;
}

const char *match_conditions_text(const match_plan *plan, char *out, size_t n)
{
    const match_conditions *c = &plan->conditions;
    char time[128];
    time_settings_text(&c->time, time, sizeof time);
    snprintf(out, n, "%dx%d, komi %g, rules %s, time %s, openings: %s", c->size, c->size, c->komi,
             c->rules_name, time, openings_text(plan->openings));
    return out;
}

const char *match_elo_text(double elo, char out[16])
{
    if (isinf(elo))
        snprintf(out, 16, "%cinf", elo > 0 ? '+' : '-');
    else
        snprintf(out, 16, "%+.0f", fabs(elo) < 0.5 ? 0.0 : elo);
    return out;
}

const char *match_elo_range(double low, double high, char out[40])
{
    char a[16], b[16];
    snprintf(out, 40, "%s .. %s", match_elo_text(low, a), match_elo_text(high, b));
    return out;
}
