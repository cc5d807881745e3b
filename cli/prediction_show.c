#include "cli/prediction_show.h"

#include <stdio.h>

static const struct measure_name {
    const char *json, *text;
    bool share;
} measures[N_MEASURES] = {
    [MEASURE_TOP1] = {"top1", "top-1", true},
    [MEASURE_TOP5] = {"top5", "top-5", true},
    [MEASURE_TOP10] = {"top10", "top-10", true},
    [MEASURE_TOP20] = {"top20", "top-20", true},
    [MEASURE_RANK] = {"mean_rank", "mean rank", false},
    [MEASURE_LOG] = {"mean_log_evidence", "log-evidence", false},
};

double prediction_show_rate(const prediction_stats *e)
{
    return e->seconds > 0 ? (double)e->all.positions / e->seconds : 0;
}

/* ---- intervals ---- */

const char *prediction_show_interval(char out[INTERVAL_TEXT], const prediction_interval *v,
                                     double scale, int digits, const char *unit)
{
    if (prediction_interval_known(v))
        snprintf(out, INTERVAL_TEXT, "%.*f .. %.*f%s", digits, scale * v->low, digits,
                 scale * v->high, unit);
    else
        snprintf(out, INTERVAL_TEXT, "-");
    return out;
}

json_t *prediction_show_interval_json(const prediction_interval *v)
{
    return prediction_interval_known(v) ? json_pack("[f, f]", v->low, v->high) : json_null();
}

/* ---- JSON ---- */

static void add_stats(json_t *object, const prediction_sums *s)
{
    json_t *intervals = json_object();
    json_object_set_new(object, "positions", json_integer(s->positions));
    for (int m = 0; m < N_MEASURES; m++) {
        prediction_interval i = prediction_mean(s, (prediction_measure)m);
        json_object_set_new(object, measures[m].json, json_real(i.mean));
        json_object_set_new(intervals, measures[m].json, prediction_show_interval_json(&i));
    }
    json_object_set_new(object, "intervals", intervals);
}

void prediction_show_json(json_t *object, const prediction_stats *e)
{
    json_t *curve = json_array(), *stages = json_array();
    for (int n = 1; n <= PREDICTION_RANKS; n++)
        json_array_append_new(curve, json_real(prediction_top(&e->all, n)));
    for (int i = 0; i < PREDICTION_STAGES; i++) {
        if (!e->stage[i].positions)
            continue;
        json_t *stage = json_pack("{s:i}", "first_move", i * PREDICTION_STAGE + 1);
        json_object_set_new(stage, "last_move",
                            i + 1 < PREDICTION_STAGES ? json_integer((i + 1) * PREDICTION_STAGE)
                                                      : json_null());
        add_stats(stage, &e->stage[i]);
        json_array_append_new(stages, stage);
    }
    json_object_set_new(object, "games", json_integer(e->games));
    add_stats(object, &e->all);
    json_object_set_new(object, "positions_per_second", json_real(prediction_show_rate(e)));
    json_object_set_new(object, "seconds", json_real(e->seconds));
    json_object_set_new(object, "curve", curve);
    json_object_set_new(object, "stages", stages);
}

/* ---- text ---- */

void prediction_show_repeats(int64_t repeats)
{
    if (repeats)
        printf("%lld game%s the moves of an earlier one, so the true intervals are wider; 'katachi "
               "corpus convert --dedupe moves' drops such games\n",
               (long long)repeats, repeats == 1 ? " has" : "s have");
}

void prediction_show_all(const prediction_stats *e)
{
    char text[INTERVAL_TEXT];
    printf("\n%14s  %10s   %s\n", "", "all moves", "95 % interval");
    for (int m = 0; m < N_MEASURES; m++) {
        prediction_interval i = prediction_mean(&e->all, (prediction_measure)m);
        if (measures[m].share)
            printf("%14s  %8.2f %%   %s\n", measures[m].text, 100 * i.mean,
                   prediction_show_interval(text, &i, 100, 2, " %"));
        else
            printf("%14s  %10.3f   %s\n", measures[m].text, i.mean,
                   prediction_show_interval(text, &i, 1, 3,
                                            m == MEASURE_LOG ? " nats a move" : ""));
    }
}

static void print_stage(const char *name, const prediction_sums *s)
{
    printf("%10s  %10lld", name, (long long)s->positions);
    for (int m = 0; m < N_MEASURES; m++) {
        prediction_interval v = prediction_mean(s, (prediction_measure)m);
        if (measures[m].share)
            printf("  %6.2f", 100 * v.mean);
        else if (m == MEASURE_RANK)
            printf("  %9.2f", v.mean);
        else
            printf("  %12.3f", v.mean);
        if (m == MEASURE_LOG && prediction_interval_known(&v))
            printf("  (+-%.3f)", v.high - v.mean);
    }
    putchar('\n');
}

void prediction_show_stages(const prediction_stats *e)
{
    printf("\n%10s  %10s", "moves", "positions");
    for (int m = 0; m < N_MEASURES; m++)
        printf("  %*s", measures[m].share ? 6 : m == MEASURE_RANK ? 9 : 12, measures[m].text);
    putchar('\n');
    for (int i = 0; i < PREDICTION_STAGES; i++) {
        char name[24];
        if (e->stage[i].positions)
            print_stage(prediction_stage_name(i, name), &e->stage[i]);
    }
}
