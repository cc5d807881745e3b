#include "match/page/tournament_report.h"

#include <math.h>
#include <stdlib.h>

#include "draw/chart.h"
#include "draw/markup.h"
#include "match/page/page.h"

static const char *name_of(const tournament *t, const standing *s)
{
    return t->plan->players[s->player].name;
}

static void write_ratings(FILE *out, const tournament *t)
{
    fputs("<h2>Ratings</h2>\n<div class=\"card\"><table><tr><th>player</th>", out);
    match_page_rating_head(out);
    for (int i = 0; i < t->n; i++) {
        fputs("<tr>", out);
        markup_cell(out, name_of(t, &t->standing[i]));
        match_page_rating(out, &t->standing[i].elo, &t->standing[i].tally);
    }
    match_page_rating_end(out, "all players", &t->first_move);
}

enum { WIDTH = 1040, LEFT = 220, RIGHT = 20, ROW = 30, AXIS = 28 };

/* Each player's interval as a line and its rating as a dot, in its colour in all
 * pictures, over an axis in Elo.                                               */
static void write_picture(FILE *out, const tournament *t)
{
    int bottom = ROW * t->n + 10;
    double low = t->standing[0].elo.low, high = t->standing[0].elo.high;
    for (int i = 1; i < t->n; i++) {
        low = fmin(low, t->standing[i].elo.low);
        high = fmax(high, t->standing[i].elo.high);
    }
    double range = fmax(1, high - low), unit = (WIDTH - LEFT - RIGHT) / range;
    double step = chart_step(range, 8);
    fprintf(out, "<div class=\"card\"><h3>Elo with its 95 %% interval</h3>\n<svg class=\"ch\" "
            "viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"ratings\">\n", WIDTH, bottom + AXIS);
    for (int i = (int)ceil(low / step); i <= (int)floor(high / step); i++) {
        double x = LEFT + unit * (i * step - low);
        fprintf(out, "<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n",
                x, x, bottom, x, bottom + 18, i * step);
    }
    for (int i = 0; i < t->n; i++) {
        rating elo = t->standing[i].elo;
        int y = ROW * i + ROW / 2 + 5;
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 12, y + 4);
        markup_text(out, name_of(t, &t->standing[i]));
        fprintf(out, "</text><g class=\"c%d\"><line class=\"e\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" "
                "y2=\"%d\"/><circle class=\"d\" cx=\"%.1f\" cy=\"%d\" r=\"5\"><title>%+.0f</title>"
                "</circle></g>\n", i % CHART_COLOURS, LEFT + unit * (elo.low - low),
                LEFT + unit * (elo.high - low), y, y, LEFT + unit * (elo.elo - low), y, elo.elo);
    }
    fputs("</svg></div>\n", out);
}

static void write_tiles(FILE *out, const tournament *t)
{
    char range[40];
    const standing *best = &t->standing[0];
    fputs("<div class=\"tiles\">\n", out);
    markup_tile(out, "the strongest", "%s", name_of(t, best));
    markup_tile(out, "its Elo, 95 % interval", "%s",
                stats_elo_range(best->elo.low, best->elo.high, range));
    markup_tile(out, "its score", "%.1f %%", 100 * match_tally_score(&best->tally));
    markup_tile(out, "games", "%lld", (long long)t->games);
    markup_tile(out, "the first move in Elo, 95 % interval", "%s",
                stats_elo_range(t->first_move.low, t->first_move.high, range));
    fputs("</div>\n", out);
}

static void write_cross_table(FILE *out, const tournament *t)
{
    fputs("<h2>Everyone against everyone</h2>\n<div class=\"card\"><table><tr><th></th>", out);
    for (int i = 0; i < t->n; i++) {
        fputs("<th>", out);
        markup_text(out, name_of(t, &t->standing[i]));
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    for (int i = 0; i < t->n; i++) {
        fputs("<tr>", out);
        markup_cell(out, name_of(t, &t->standing[i]));
        for (int k = 0; k < t->n; k++) {
            const match_tally *m = &t->standing[i].against[t->standing[k].player];
            if (m->games)
                fprintf(out, "<td>%g of %lld</td>", (double)m->wins + 0.5 * (double)m->draws,
                        (long long)m->games);
            else
                fputs("<td>&#8211;</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

/* In the order of the ratings; players_free also after an error. */
static go_status players_make(page_players *p, const tournament *t, go_error *err)
{
    size_t n = (size_t)t->n;
    player_pace *by_player = calloc(n, sizeof *by_player);
    *p = (page_players){t->n, calloc(n, sizeof *p->names), calloc(n, sizeof *p->sides),
                        calloc(n, sizeof *p->pace)};
    go_status status = by_player && p->names && p->sides && p->pace
                           ? match_pace_read(t->store, t->n, by_player, err)
                           : go_fail(err, GO_ENOMEM, "out of memory for the report");
    for (int i = 0; i < t->n && status == GO_OK; i++) {
        p->names[i] = name_of(t, &t->standing[i]);
        p->sides[i] = t->standing[i].tally.side[0];
        p->pace[i] = by_player[t->standing[i].player];
    }
    free(by_player);
    return status;
}

static void players_free(page_players *p)
{
    free(p->names);
    free(p->sides);
    free(p->pace);
}

static void write_page(FILE *out, const tournament *t, const page_players *p,
                       const json_t *settings)
{
    char title[100], text[400];
    snprintf(title, sizeof title, "Tournament of %d players: %lld games", t->n,
             (long long)t->games);
    match_page_begin(out, title, title, match_conditions_text(t->plan, text, sizeof text));
    write_tiles(out, t);
    write_ratings(out, t);
    write_picture(out, t);
    write_cross_table(out, t);
    match_page_ends(out, t->ended_by, t->disagreements, t->unjudged, p);
    match_page_details(out, p, t->store, t->plan->players, settings);
}

go_status tournament_report(const tournament *t, const json_t *settings, go_error *err)
{
    atomic_file *file;
    page_players p;
    go_status status = players_make(&p, t, err);
    if (status == GO_OK)
        status = match_page_open(&file, t->store, err);
    if (status == GO_OK) {
        write_page(atomic_file_stream(file), t, &p, settings);
        status = atomic_file_commit(file, err);
    }
    players_free(&p);
    return status;
}
