#include "match/page/tournament_report.h"

#include <math.h>
#include <stdlib.h>

#include "base/plural.h"
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

/* ---- the picture ---- */

/* Rows of a name and an interval in percent of the width, so that names are broken where they
 * are too long and text keeps its size on narrow screens.                      */
static const char *const picture_style =
    "<style>.iv{display:grid;grid-template-columns:minmax(0,16em) minmax(0,1fr);gap:2px 20px;"
    "font-size:.8125rem;line-height:1.3;align-items:center;color:var(--soft);padding-right:20px}"
    ".iv>span{overflow-wrap:anywhere}.iv>div{position:relative;min-height:1.85em;align-self:stretch}"
    ".iv s{position:absolute;top:0;bottom:-2px;border-left:1px solid var(--rule)}"
    ".iv i{position:absolute;top:calc(50% - 1px);height:2px;background:var(--accent);opacity:.65}"
    ".iv b{position:absolute;top:calc(50% - 5px);width:10px;height:10px;margin-left:-5px;"
    "border-radius:5px;background:var(--accent)}.iv u{position:absolute;top:.3em;width:6.2em;"
    "margin-left:-3.1em;text-align:center;text-decoration:none}"
    "@media(max-width:32.5em){.iv{grid-template-columns:minmax(0,7em) minmax(0,1fr)}"
    ".iv u:nth-child(even){display:none}}</style>\n";

typedef struct elo_axis {
    double low, range, step;
} elo_axis;

static elo_axis axis_of(const tournament *t)
{
    double low = t->standing[0].elo.low, high = t->standing[0].elo.high;
    for (int i = 1; i < t->n; i++) {
        low = fmin(low, t->standing[i].elo.low);
        high = fmax(high, t->standing[i].elo.high);
    }
    const double range = fmax(1, high - low);
    return (elo_axis){low, range, chart_step(range, 4)};
}

static double percent(const elo_axis *a, double elo)
{
    return 100 * (elo - a->low) / a->range;
}

/* The lines of a row, or the numbers below all of them. */
static void write_marks(FILE *out, const elo_axis *a, bool numbers)
{
    const int last = (int)floor((a->low + a->range) / a->step);
    for (int i = (int)ceil(a->low / a->step); i <= last; i++) {
        const double elo = i * a->step;
        if (numbers)
            fprintf(out, "<u style=\"left:%.2f%%\">%.0f</u>", percent(a, elo), elo);
        else
            fprintf(out, "<s style=\"left:%.2f%%\"></s>", percent(a, elo));
    }
}

/* Each player's interval as a line and its rating as a dot, in its colour in all
 * pictures, over an axis in Elo.                                               */
static void write_picture(FILE *out, const tournament *t)
{
    const elo_axis axis = axis_of(t);
    char text[16], range[40];
    fprintf(out, "<div class=\"card\"><h3>Elo with 95 %% intervals</h3>\n%s<div class=\"iv\">\n",
            picture_style);
    for (int i = 0; i < t->n; i++) {
        const rating elo = t->standing[i].elo;
        fputs("<span>", out);
        markup_text(out, name_of(t, &t->standing[i]));
        fprintf(out, "</span><div class=\"c%d\" title=\"%s (%s)\">", i % CHART_COLOURS,
                stats_elo_text(elo.elo, text), stats_elo_range(elo.low, elo.high, range));
        write_marks(out, &axis, false);
        fprintf(out, "<i style=\"left:%.2f%%;width:%.2f%%\"></i><b style=\"left:%.2f%%\"></b>"
                "</div>\n", percent(&axis, elo.low), 100 * (elo.high - elo.low) / axis.range,
                percent(&axis, elo.elo));
    }
    fputs("<span></span><div>", out);
    write_marks(out, &axis, true);
    fputs("</div>\n</div></div>\n", out);
}

/* ---- the page ---- */

static void write_tiles(FILE *out, const tournament *t)
{
    char range[40];
    const standing *best = &t->standing[0];
    fputs("<div class=\"tiles\">\n", out);
    markup_tile(out, "strongest player", "%s", name_of(t, best));
    markup_tile(out, "its Elo, 95 % interval", "%s",
                stats_elo_range(best->elo.low, best->elo.high, range));
    markup_tile(out, "its score", "%.1f %%", 100 * match_tally_score(&best->tally));
    markup_tile(out, "games", "%lld", (long long)t->games);
    markup_tile(out, "black's advantage in Elo, 95 % interval", "%s",
                stats_elo_range(t->first_move.low, t->first_move.high, range));
    fputs("</div>\n", out);
}

static void write_cross_table(FILE *out, const tournament *t)
{
    fputs("<h2>Cross table</h2>\n<p class=\"soft\">What the player of a row won against the player "
          "of a column; a draw counts half.</p>\n<div class=\"card\"><table><tr><th>player</th>",
          out);
    for (int i = 0; i < t->n; i++) {
        fputs("<th class=\"name\">", out);
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

/* In the order of the ratings; match_page_players_free also after an error. */
static go_status players_make(page_players *p, const tournament *t, go_error *err)
{
    GO_TRY(match_page_players_make(p, t->n, err));
    player_pace *by_player = calloc((size_t)t->n, sizeof *by_player);
    if (!by_player)
        return go_fail(err, GO_ENOMEM, "out of memory for the report");
    go_status status = match_pace_read(t->store, t->n, by_player, err);
    for (int i = 0; i < t->n && status == GO_OK; i++) {
        p->names[i] = name_of(t, &t->standing[i]);
        p->sides[i] = t->standing[i].tally.side[0];
        p->pace[i] = by_player[t->standing[i].player];
    }
    free(by_player);
    return status;
}

static void write_page(FILE *out, const tournament *t, const page_players *p,
                       const json_t *settings)
{
    char title[100], text[400];
    snprintf(title, sizeof title, "Tournament of %d players: %lld game%s", t->n,
             (long long)t->games, plural_s(t->games));
    match_page_begin(out, title, title, match_conditions_text(t->plan, text, sizeof text));
    write_tiles(out, t);
    write_ratings(out, t);
    write_picture(out, t);
    write_cross_table(out, t);
    match_page_ends(out, t->ended_by, t->disagreements, t->unjudged, t->repeats, p);
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
    match_page_players_free(&p);
    return status;
}
