#include "match/page/tournament_report.h"

#include <math.h>
#include <stdlib.h>

#include "base/io/atomic_file.h"
#include "draw/chart.h"
#include "draw/markup.h"
#include "match/page/match_summary.h"
#include "match/page/page.h"

static const char *name_of(const tournament *t, const standing *s)
{
    return t->plan->players[s->player].name;
}

static void write_ratings(FILE *out, const tournament *t)
{
    char elo[16], range[40];
    fputs("<h2>Ratings</h2>\n<div class=\"card\"><table><tr><th>player</th><th>Elo</th>"
          "<th>95 %</th><th>games</th><th>won</th><th>drawn</th><th>lost</th><th>score</th></tr>\n",
          out);
    for (int i = 0; i < t->n; i++) {
        const standing *s = &t->standing[i];
        fputs("<tr><td>", out);
        markup_text(out, name_of(t, s));
        fprintf(out, "</td><td>%s</td><td>%s</td><td>%lld</td><td>%lld</td><td>%lld</td>"
                "<td>%lld</td><td>%.1f %%</td></tr>\n", match_elo_text(s->elo.elo, elo),
                match_elo_range(s->elo.low, s->elo.high, range),
                (long long)s->tally.games, (long long)s->tally.wins, (long long)s->tally.draws,
                (long long)s->tally.losses, 100 * match_tally_score(&s->tally));
    }
    fprintf(out, "</table><p class=\"soft\">Bradley-Terry, the mean of all players being 0. The "
            "first move is worth %s Elo (%s).</p></div>\n",
            match_elo_text(t->first_move.elo, elo),
            match_elo_range(t->first_move.low, t->first_move.high, range));
}

enum { WIDTH = 1040, LEFT = 220, RIGHT = 20, ROW = 30, AXIS = 28 };

/* The Elo at the left border, and a point of it in units of the picture. */
typedef struct elo_scale {
    double low, high, unit;
} elo_scale;

static double across(const elo_scale *s, double elo)
{
    return LEFT + s->unit * (elo - s->low);
}

static void write_axis(FILE *out, const elo_scale *s, int bottom)
{
    double step = chart_step(fmax(1, s->high - s->low), 8);
    int first = (int)ceil(s->low / step), last = (int)floor(s->high / step);
    for (int i = first; i <= last; i++) {
        double at = across(s, i * step);
        fprintf(out, "<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>\n",
                at, at, bottom, at, bottom + 18, i * step);
    }
}

/* The interval as a line, the rating as a dot, in the colour that the player has in
 * all pictures.                                                                */
static void write_bar(FILE *out, const tournament *t, const elo_scale *scale, int i)
{
    const standing *s = &t->standing[i];
    int y = ROW * i + ROW / 2 + 5;
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 12, y + 4);
    markup_text(out, name_of(t, s));
    fprintf(out, "</text><g class=\"c%d\"><line class=\"e\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" "
            "y2=\"%d\"/><circle class=\"d\" cx=\"%.1f\" cy=\"%d\" r=\"5\"><title>%+.0f</title>"
            "</circle></g>\n", i % CHART_COLOURS, across(scale, s->elo.low),
            across(scale, s->elo.high), y, y, across(scale, s->elo.elo), y, s->elo.elo);
}

static void write_picture(FILE *out, const tournament *t)
{
    int bottom = ROW * t->n + 10;
    elo_scale s = {t->standing[0].elo.low, t->standing[0].elo.high, 0};
    for (int i = 1; i < t->n; i++) {
        s.low = fmin(s.low, t->standing[i].elo.low);
        s.high = fmax(s.high, t->standing[i].elo.high);
    }
    s.unit = (WIDTH - LEFT - RIGHT) / fmax(1, s.high - s.low);
    fprintf(out, "<div class=\"card\"><h3>Elo with its 95 %% interval</h3>\n<svg class=\"ch\" "
            "viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"ratings\">\n", WIDTH,
            bottom + AXIS);
    write_axis(out, &s, bottom);
    for (int i = 0; i < t->n; i++)
        write_bar(out, t, &s, i);
    fputs("</svg></div>\n", out);
}

static void write_tiles(FILE *out, const tournament *t)
{
    char range[40];
    const standing *best = &t->standing[0];
    fputs("<div class=\"tiles\">\n", out);
    markup_tile(out, "the strongest", "%s", name_of(t, best));
    markup_tile(out, "its Elo, 95 % interval", "%s",
                match_elo_range(best->elo.low, best->elo.high, range));
    markup_tile(out, "its score", "%.1f %%", 100 * match_tally_score(&best->tally));
    markup_tile(out, "games", "%lld", (long long)t->games);
    markup_tile(out, "the first move in Elo, 95 % interval", "%s",
                match_elo_range(t->first_move.low, t->first_move.high, range));
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
        fputs("<tr><td>", out);
        markup_text(out, name_of(t, &t->standing[i]));
        fputs("</td>", out);
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

/* What players did besides winning, in the order of the ratings. */
typedef struct habits {
    const char **names;
    side_tally *sides;
    player_pace *pace;
} habits;

static go_status habits_make(habits *h, const tournament *t, go_error *err)
{
    size_t n = (size_t)t->n;
    player_pace *by_player = calloc(n, sizeof *by_player);
    *h = (habits){calloc(n, sizeof *h->names), calloc(n, sizeof *h->sides),
                  calloc(n, sizeof *h->pace)};
    go_status status = by_player && h->names && h->sides && h->pace
                           ? match_pace_read(t->store, t->n, by_player, err)
                           : go_fail(err, GO_ENOMEM, "out of memory");
    for (int i = 0; i < t->n && status == GO_OK; i++) {
        h->names[i] = name_of(t, &t->standing[i]);
        h->sides[i] = t->standing[i].tally.side[0];
        h->pace[i] = by_player[t->standing[i].player];
    }
    free(by_player);
    return status;
}

static void write_page(FILE *out, const tournament *t, const habits *h, const json_t *settings)
{
    char text[100];
    snprintf(text, sizeof text, "Tournament of %d players: %lld games", t->n, (long long)t->games);
    match_page_begin(out, text);
    match_page_heading(out, text, t->plan);
    write_tiles(out, t);
    write_ratings(out, t);
    write_picture(out, t);
    write_cross_table(out, t);
    match_page_ends(out, t->ended_by, t->disagreements, t->unjudged, h->names, h->sides, t->n);
    fputs("<h2>Thinking</h2>\n", out);
    match_page_thinking(out, h->names, h->sides, t->n);
    match_page_pace(out, h->names, h->pace, t->n);
    match_page_games(out, t->store, t->plan->players);
    match_page_settings(out, settings);
    match_page_end(out);
}

go_status tournament_report(const tournament *t, const json_t *settings, go_error *err)
{
    char path[4200];
    atomic_file *file;
    habits h;
    snprintf(path, sizeof path, "%s/index.html", match_store_folder(t->store));
    go_status status = habits_make(&h, t, err);
    if (status == GO_OK)
        status = atomic_file_open(&file, path, err);
    if (status == GO_OK) {
        write_page(atomic_file_stream(file), t, &h, settings);
        status = atomic_file_commit(file, err);
    }
    free(h.names);
    free(h.sides);
    free(h.pace);
    return status;
}
