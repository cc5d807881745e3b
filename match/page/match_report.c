#include "match/page/match_report.h"

#include <stdlib.h>

#include "base/plural.h"
#include "draw/chart.h"
#include "draw/markup.h"
#include "match/page/page.h"

go_status match_summary_make(match_summary *out, const match_plan *plan, const match_store *store,
                             const sprt_test *test, go_error *err)
{
    *out = (match_summary){.plan = plan, .store = store, .test = *test};
    match_tally *t = &out->tally;
    GO_TRY(match_tally_test(store, test, t, &out->decision, err));
    GO_TRY(match_tally_repeats(store, &out->repeats, err));
    double n = (double)t->games;
    out->score = match_tally_score(t);
    out->score_range = stats_wilson(out->score, n, STATS_Z95);
    out->elo = stats_elo(out->score);
    out->elo_range = stats_elo_interval(out->score, n, STATS_Z95);
    if (test->on) {
        out->llr = match_tally_llr(t, test);
        out->llr_bounds = stats_llr_bounds(test->alpha, test->beta);
    }
    return GO_OK;
}

/* ---- the page ---- */

/* How the numbers developed from game to game. */
enum { MAX_POINTS = 150 };

typedef struct course {
    int n;
    double games[MAX_POINTS], score[MAX_POINTS], low[MAX_POINTS], high[MAX_POINTS];
    double llr[MAX_POINTS];
    player_pace pace[2];
} course;

static go_status follow(const match_summary *m, course *c, go_error *err)
{
    int64_t n = match_store_count(m->store);
    c->n = n < MAX_POINTS ? (int)n : MAX_POINTS;
    for (int i = 0; i < c->n; i++) {
        match_tally t;
        int64_t games = (i + 1) * n / c->n;
        GO_TRY(match_tally_count(m->store, games, 0, 1, &t, err));
        double score = match_tally_score(&t);
        interval range = stats_wilson(score, (double)games, STATS_Z95);
        c->games[i] = (double)games;
        c->score[i] = 100 * score;
        c->low[i] = 100 * range.low;
        c->high[i] = 100 * range.high;
        c->llr[i] = m->test.on ? match_tally_llr(&t, &m->test) : 0;
    }
    return match_pace_read(m->store, 2, c->pace, err);
}

static void write_tiles(FILE *out, const match_summary *m)
{
    char elo[16], range[40];
    const match_tally *t = &m->tally;
    fputs("<div class=\"tiles\">\n", out);
    markup_tile(out, "first player's score", "%.1f %%", 100 * m->score);
    markup_tile(out, "95 % interval of the score", "%.1f .. %.1f\u00a0%%", 100 * m->score_range.low,
                100 * m->score_range.high);
    markup_tile(out, "Elo above the second player", "%s", stats_elo_text(m->elo, elo));
    markup_tile(out, "95 % interval of the Elo", "%s",
                stats_elo_range(m->elo_range.low, m->elo_range.high, range));
    markup_tile(out, "won \u2013 drawn \u2013 lost", "%lld \u2013 %lld \u2013 %lld",
                (long long)t->wins, (long long)t->draws, (long long)t->losses);
    markup_tile(out, "games won by black", "%lld of %lld", (long long)t->black_wins,
                (long long)t->games);
    fputs("</div>\n", out);
}

static void write_score(FILE *out, const course *c)
{
    static const double even[] = {50};
    const chart_line line = {.n = c->n, .x = c->games, .y = c->score, .low = c->low,
                             .high = c->high};
    chart picture = {.x_label = "games", .y_label = "first player's score, %", .n_lines = 1,
                     .line = &line, .digits = 1, .unit = " %", .n_levels = 1, .level = even};
    chart_write_card(out, "Score during the match, with 95 % interval", &picture);
}

static void write_test(FILE *out, const match_summary *m, const course *c)
{
    const double bounds[] = {m->llr_bounds.low, m->llr_bounds.high};
    const chart_line line = {.n = c->n, .x = c->games, .y = c->llr};
    chart picture = {.x_label = "games", .y_label = "log-likelihood ratio", .n_lines = 1,
                     .line = &line, .digits = 2, .unit = "", .n_levels = 2, .level = bounds};
    fprintf(out, "<div class=\"card\"><h3>Sequential test (SPRT): Elo %g or %g?</h3>\n",
            m->test.elo0, m->test.elo1);
    chart_write(out, &picture);
    fprintf(out, "<p class=\"soft\">The log-likelihood ratio is %.2f. The test accepts Elo %g at "
            "%.2f and Elo %g at %.2f; ", m->llr, m->test.elo0, m->llr_bounds.low, m->test.elo1,
            m->llr_bounds.high);
    if (m->decision)
        fprintf(out, "it has accepted Elo %g.</p></div>\n",
                m->decision > 0 ? m->test.elo1 : m->test.elo0);
    else
        fputs("it is not decided yet.</p></div>\n", out);
}

static void write_page(FILE *out, const match_summary *m, course *c, const json_t *settings)
{
    const char *names[] = {m->plan->players[0].name, m->plan->players[1].name};
    side_tally sides[] = {m->tally.side[0], m->tally.side[1]};
    const page_players players = {2, names, sides, c->pace};
    char headline[2 * PLAYER_NAME + 40], title[sizeof headline + 40], text[400];
    snprintf(headline, sizeof headline, "%s against %s", names[0], names[1]);
    snprintf(title, sizeof title, "%s: %lld game%s", headline, (long long)m->tally.games,
             plural_s(m->tally.games));
    match_page_begin(out, title, headline, match_conditions_text(m->plan, text, sizeof text));
    write_tiles(out, m);
    fputs("<h2>Results</h2>\n<div class=\"two\">\n", out);
    write_score(out, c);
    if (m->test.on)
        write_test(out, m, c);
    match_page_ends(out, m->tally.ended_by, m->tally.disagreements, m->tally.unjudged, m->repeats,
                    &players);
    fputs("</div>\n", out);
    match_page_details(out, &players, m->store, m->plan->players, settings);
}

go_status match_report_write(const match_summary *m, const json_t *settings, go_error *err)
{
    atomic_file *file;
    course *c = calloc(1, sizeof *c);
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory for the report");
    go_status status = follow(m, c, err);
    if (status == GO_OK)
        status = match_page_open(&file, m->store, err);
    if (status == GO_OK) {
        write_page(atomic_file_stream(file), m, c, settings);
        status = atomic_file_commit(file, err);
    }
    free(c);
    return status;
}
