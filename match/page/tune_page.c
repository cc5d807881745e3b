#include "match/page/tune_page.h"

#include <math.h>
#include <stdlib.h>

#include "base/plural.h"
#include "draw/chart.h"
#include "draw/heat_map.h"
#include "draw/markup.h"
#include "match/page/page.h"

enum { DRAWS = 1000, CUT_POINTS = 61, BINS = 12, MAP_CELLS = 24 };

go_status tune_summary_make(tune_summary *out, const match_plan *plan, const match_store *store,
                            const tune_space *space, tuner *t, const tune_present *present,
                            go_error *err)
{
    double place[BASIS_AXES];
    *out = (tune_summary){.plan = plan, .store = store, .space = space, .tuner = t,
                          .present = present, .has_gain = true};
    GO_TRY(match_tally_repeats(store, &out->repeats, err));
    GO_TRY(tuner_estimate(t, DRAWS, &out->estimate, err));
    for (int i = 0; i < space->n; i++) {
        place[i] = present[i].place;
        out->has_gain &= present[i].within;
    }
    if (out->has_gain)
        out->gain = tuner_gain(t, out->estimate.best, place);
    return GO_OK;
}

const char *tune_summary_opponents(const tune_summary *s, char out[PLAYER_NAME + 40])
{
    if (s->plan->n_players == 2)
        snprintf(out, PLAYER_NAME + 40, "%s", s->plan->players[1].name);
    else
        snprintf(out, PLAYER_NAME + 40, "the mean of the %d opponents", s->plan->n_players - 1);
    return out;
}

/* ---- numbers ---- */

static void write_tiles(FILE *out, const tune_summary *s)
{
    char text[40];
    tune_score best = s->estimate.score;
    fputs("<div class=\"tiles\">\n", out);
    markup_tile(out, "games", "%lld", (long long)tuner_games(s->tuner));
    markup_tile(out, "expected score of the best settings", "%.1f %%", 100 * best.score);
    markup_tile(out, "95 % interval of this score", "%.1f .. %.1f\u00a0%%", 100 * best.low,
                100 * best.high);
    markup_tile(out, "Elo above the opponent", "%s", stats_elo_text(stats_elo(best.score), text));
    markup_tile(out, "95 % interval of the Elo", "%s",
                stats_elo_range(stats_elo(best.low), stats_elo(best.high), text));
    if (s->has_gain) {
        char elo[16];
        markup_tile(out, "Elo above the present settings (95 % interval)", "%s (%s)",
                    stats_elo_text(s->gain.elo, elo),
                    stats_elo_range(s->gain.low, s->gain.high, text));
    }
    fputs("</div>\n", out);
}

static void write_settings(FILE *out, const tune_summary *s)
{
    char text[SETTING_TEXT], low[SETTING_TEXT], high[SETTING_TEXT];
    fputs("<h2>The best settings</h2>\n<div class=\"card\"><table><tr><th>setting</th><th>best</th>"
          "<th>95 % range of the best</th><th>present</th><th>tuned within</th></tr>\n", out);
    for (int i = 0; i < s->space->n; i++) {
        const tune_setting *one = &s->space->at[i];
        fputs("<tr>", out);
        markup_cell(out, one->name);
        fprintf(out, "<td>");
        markup_text(out, tune_setting_text(one, s->estimate.best[i], text));
        fputs("</td><td>", out);
        for (int w = 0; w < one->n_words; w++) {
            fprintf(out, "%s", w ? ", " : "");
            markup_text(out, one->word[w]);
            fprintf(out, " %.0f %%", 100 * s->estimate.share[i][w]);
        }
        if (!one->n_words)
            fprintf(out, "%s .. %s", tune_setting_text(one, s->estimate.low[i], low),
                    tune_setting_text(one, s->estimate.high[i], high));
        fputs("</td><td>", out);
        markup_text(out, s->present[i].text);
        if (one->n_words)
            fputs("</td><td></td></tr>\n", out);
        else
            fprintf(out, "</td><td>%g .. %g%s</td></tr>\n", one->low, one->high,
                    one->log ? ", logarithmic" : "");
    }
    fputs("</table><p class=\"soft\">The best value lies in its 95 % range with a probability of "
          "95 %, as far as these games tell; for words it is the probability that each is best. "
          "The best of many settings looks better than it is, so confirm it with a match: katachi "
          "tune prints the command.</p></div>\n", out);
}

/* ---- cuts ---- */

typedef struct cut {
    double x[CUT_POINTS], y[CUT_POINTS], low[CUT_POINTS], high[CUT_POINTS];
} cut;

/* The surface along one axis, all other settings at their best. */
static void follow(const tune_summary *s, int axis, cut *c)
{
    double place[BASIS_AXES];
    const tune_setting *one = &s->space->at[axis];
    for (int i = 0; i < BASIS_AXES; i++)
        place[i] = s->estimate.best[i];
    for (int k = 0; k < CUT_POINTS; k++) {
        place[axis] = (double)k / (CUT_POINTS - 1);
        tune_score at = tuner_score(s->tuner, place);
        double low = one->log ? log(one->low) : one->low, high = one->log ? log(one->high) : one->high;
        double x = low + place[axis] * (high - low); /* between whole numbers, too */
        c->x[k] = one->log ? exp(x) : x;
        c->y[k] = 100 * at.score;
        c->low[k] = 100 * at.low;
        c->high[k] = 100 * at.high;
    }
}

/* The games in stretches of an axis, whatever the other settings were.  Returns their
 * number.                                                                      */
static int gather(const tune_summary *s, int axis, cut *c)
{
    double games[BINS] = {0}, points[BINS] = {0}, sum[BINS] = {0};
    const tune_setting *one = &s->space->at[axis];
    int n = 0;
    for (int i = 0; i < tuner_samples(s->tuner); i++) {
        const surface_sample *sample = tuner_sample(s->tuner, i);
        int bin = (int)fmin(BINS - 1, sample->at[axis] * BINS);
        games[bin] += sample->games;
        points[bin] += sample->points;
        sum[bin] += sample->games * sample->at[axis];
    }
    for (int b = 0; b < BINS; b++) {
        if (games[b] <= 0)
            continue;
        double score = points[b] / games[b];
        interval range = stats_wilson(score, games[b], STATS_Z95);
        c->x[n] = tune_setting_number(one, sum[b] / games[b]);
        c->y[n] = 100 * score;
        c->low[n] = 100 * range.low;
        c->high[n++] = 100 * range.high;
    }
    return n;
}

static void write_cut(FILE *out, const tune_summary *s, int axis)
{
    static const double even[] = {50};
    const tune_setting *one = &s->space->at[axis];
    cut mean, games;
    follow(s, axis, &mean);
    int n = gather(s, axis, &games);
    const chart_line line[] = {
        {.name = "estimated score with its 95 % band, other settings at their best",
         .n = CUT_POINTS, .x = mean.x, .y = mean.y, .low = mean.low, .high = mean.high, .band = true},
        {.name = "score of the games near that value, whatever the other settings", .n = n,
         .x = games.x, .y = games.y, .low = games.low, .high = games.high, .colour = 1, .loose = true}};
    const chart picture = {.x_label = one->name, .y_label = "score, %", .n_lines = n ? 2 : 1,
                           .line = line, .log_x = one->log, .fine_x = true, .dots = true,
                           .digits = 1, .unit = " %", .n_levels = 1, .level = even};
    chart_write_card(out, one->name, &picture);
}

/* For words, a table in place of a curve. */
static void write_words(FILE *out, const tune_summary *s, int axis)
{
    double place[BASIS_AXES];
    const tune_setting *one = &s->space->at[axis];
    for (int i = 0; i < BASIS_AXES; i++)
        place[i] = s->estimate.best[i];
    fputs("<div class=\"card\"><h3>", out);
    markup_text(out, one->name);
    fputs("</h3><table><tr><th>value</th><th>score</th><th>95 % interval</th><th>games</th>"
          "<th>won</th></tr>\n", out);
    for (int w = 0; w < one->n_words; w++) {
        double games = 0, points = 0;
        place[axis] = w;
        tune_score at = tuner_score(s->tuner, place);
        for (int i = 0; i < tuner_samples(s->tuner); i++) {
            const surface_sample *sample = tuner_sample(s->tuner, i);
            games += (int)sample->at[axis] == w ? sample->games : 0;
            points += (int)sample->at[axis] == w ? sample->points : 0;
        }
        fputs("<tr>", out);
        markup_cell(out, one->word[w]);
        fprintf(out, "<td>%.1f %%</td><td>%.1f .. %.1f</td><td>%g</td><td>%g</td></tr>\n",
                100 * at.score, 100 * at.low, 100 * at.high, games, points);
    }
    fputs("</table><p class=\"soft\">The score is the estimate with the other settings at their "
          "best.</p></div>\n", out);
}

/* ---- maps of pairs ---- */

static go_status write_map(FILE *out, const tune_summary *s, int across, int up, go_error *err)
{
    int n = tuner_samples(s->tuner);
    double *value = calloc(MAP_CELLS * MAP_CELLS, sizeof *value), place[BASIS_AXES];
    heat_dot *dot = calloc((size_t)n + 1, sizeof *dot);
    if (value && dot) {
        char mark[6][SETTING_TEXT];
        const tune_setting *x = &s->space->at[across], *y = &s->space->at[up];
        for (int i = 0; i < BASIS_AXES; i++)
            place[i] = s->estimate.best[i];
        for (int i = 0; i < MAP_CELLS * MAP_CELLS; i++) {
            int column = i % MAP_CELLS, row = i / MAP_CELLS;
            place[across] = (column + 0.5) / MAP_CELLS;
            place[up] = (row + 0.5) / MAP_CELLS;
            value[i] = 100 * tuner_score(s->tuner, place).score;
        }
        for (int i = 0; i < n; i++) {
            const surface_sample *sample = tuner_sample(s->tuner, i);
            dot[i] = (heat_dot){sample->at[across], sample->at[up], sample->points / sample->games};
        }
        for (int i = 0; i < 3; i++) {
            tune_setting_text(x, 0.5 * i, mark[i]);
            tune_setting_text(y, 0.5 * i, mark[3 + i]);
        }
        const heat_map map = {{x->name, mark[0], mark[1], mark[2]},
                              {y->name, mark[3], mark[4], mark[5]}, MAP_CELLS, value, "%.1f %%", n,
                              dot, {s->estimate.best[across], s->estimate.best[up], 1}};
        fputs("<div class=\"card\"><h3>", out);
        markup_text(out, x->name);
        fputs(" and ", out);
        markup_text(out, y->name);
        fputs("</h3>\n", out);
        heat_map_write(out, &map);
        fputs("</div>\n", out);
    }
    go_status status = value && dot ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for a map");
    free(value);
    free(dot);
    return status;
}

static go_status write_maps(FILE *out, const tune_summary *s, go_error *err)
{
    int ranges = 0;
    for (int i = 0; i < s->space->n; i++)
        ranges += s->space->at[i].n_words == 0;
    if (ranges < 2)
        return GO_OK;
    fputs("<h2>Pairs of settings</h2>\n<p class=\"soft\">The estimated score, with all other "
          "settings at their best. Each dot is a pair of games: filled if both were won, hollow "
          "if both were lost. The cross marks the best settings.</p>\n<div class=\"two\">\n", out);
    for (int up = 1; up < s->space->n; up++)
        for (int across = 0; across < up; across++)
            if (!s->space->at[up].n_words && !s->space->at[across].n_words)
                GO_TRY(write_map(out, s, across, up, err));
    fputs("</div>\n", out);
    return GO_OK;
}

/* ---- the page ---- */

static go_status write_page(FILE *out, const tune_summary *s, const page_players *players,
                            const json_t *settings, go_error *err)
{
    char opponents[PLAYER_NAME + 40], headline[2 * PLAYER_NAME + 80], title[sizeof headline + 40];
    char text[400];
    snprintf(headline, sizeof headline, "Tuning: %s against %s", players->names[0],
             tune_summary_opponents(s, opponents));
    snprintf(title, sizeof title, "%s: %lld game%s", headline, (long long)tuner_games(s->tuner),
             plural_s(tuner_games(s->tuner)));
    match_page_begin(out, title, headline, match_conditions_text(s->plan, text, sizeof text));
    write_tiles(out, s);
    write_settings(out, s);
    fputs("<h2>One setting at a time</h2>\n<div class=\"two\">\n", out);
    for (int i = 0; i < s->space->n; i++)
        (s->space->at[i].n_words ? write_words : write_cut)(out, s, i);
    fputs("</div>\n", out);
    GO_TRY(write_maps(out, s, err));
    match_tally all;
    match_tally_player(s->store, 0, &all);
    fputs("<h2>All games</h2>\n", out);
    match_page_ends(out, all.ended_by, all.disagreements, all.unjudged, s->repeats, players);
    match_page_details(out, players, s->store, s->plan->players, settings);
    return GO_OK;
}

go_status tune_page_write(const tune_summary *s, const json_t *settings, go_error *err)
{
    int n = s->plan->n_players;
    page_players players;
    atomic_file *file = NULL;
    go_status status = match_page_players_make(&players, n, err);
    if (status == GO_OK)
        status = match_pace_read(s->store, n, players.pace, err);
    for (int i = 0; i < n && status == GO_OK; i++) {
        match_tally t;
        match_tally_player(s->store, i, &t);
        players.names[i] = s->plan->players[i].name;
        players.sides[i] = t.side[0];
    }
    if (status == GO_OK)
        status = match_page_open(&file, s->store, err);
    if (status == GO_OK) {
        status = write_page(atomic_file_stream(file), s, &players, settings, err);
        if (status == GO_OK)
            status = atomic_file_commit(file, err);
        else
            atomic_file_discard(file);
    }
    match_page_players_free(&players);
    return status;
}
