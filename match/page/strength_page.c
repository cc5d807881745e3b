#include "match/page/strength_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/ending.h"
#include "base/io/atomic_file.h"
#include "base/plural.h"
#include "draw/chart.h"
#include "draw/markup.h"
#include "match/page/page.h"

/* ---- the picture ---- */

static int by_family_and_time(const void *a, const void *b)
{
    const strength_player *x = *(const strength_player *const *)a;
    const strength_player *y = *(const strength_player *const *)b;
    double apart = match_seconds_per_move(x->tally.side) - match_seconds_per_move(y->tally.side);
    if (x->family != y->family)
        return x->family - y->family;
    return apart < 0 ? -1 : apart > 0 ? 1 : x < y ? -1 : 1;
}

/* One line for each family of a group, rising in time. */
static go_status write_picture(FILE *out, const strength *s, const strength_group *g,
                               bool document, go_error *err)
{
    size_t most = (size_t)g->n;
    const strength_player **who = calloc(most, sizeof *who);
    chart_line *line = calloc(most, sizeof *line);
    double *x = calloc(4 * most, sizeof *x);
    int n = 0, n_lines = 0;
    go_status status = GO_OK;
    if (!who || !line || !x) {
        status = go_fail(err, GO_ENOMEM, "out of memory for a picture");
        goto done;
    }
    double *y = x + most, *low = y + most, *high = low + most;
    for (int i = g->first; i < g->first + g->n; i++)
        if (match_seconds_per_move(s->player[i].tally.side) > 0)
            who[n++] = &s->player[i];
    qsort(who, (size_t)n, sizeof *who, by_family_and_time);
    for (int i = 0; i < n; i++) {
        x[i] = match_seconds_per_move(who[i]->tally.side);
        y[i] = who[i]->elo.elo;
        low[i] = who[i]->elo.low;
        high[i] = who[i]->elo.high;
        if (i == 0 || who[i]->family != who[i - 1]->family) {
            line[n_lines] = (chart_line){.name = s->family[who[i]->family].label, .x = x + i,
                                         .y = y + i, .low = low + i, .high = high + i,
                                         .colour = n_lines};
            n_lines++;
        }
        line[n_lines - 1].n++;
    }
    const chart c = {.x_label = "seconds per move, measured", .y_label = "Elo, with 95 % interval",
                     .n_lines = n_lines, .line = line, .log_x = true, .wide = true, .dots = true,
                     .digits = 0, .unit = " Elo"};
    if (n_lines > 0)
        (document ? chart_write_document : chart_write)(out, &c);
    else if (document)
        status = go_fail(err, GO_EEMPTY, "no picture: these folders have no times of moves");
    else
        fputs("<p>These games have no times of moves.</p>\n", out);
done:
    free(who);
    free(line);
    free(x);
    return status;
}

/* ---- the page ---- */

static go_status write_group(FILE *out, const strength *s, int k, go_error *err)
{
    const strength_group *g = &s->group[k];
    fputs("<h2>", out);
    if (s->n_groups > 1)
        fprintf(out, "Group %d: ", k + 1);
    fprintf(out, "%dx%d, %lld game%s</h2>\n<div class=\"card\"><h3>Strength by time per "
                 "move</h3>\n",
            g->size, g->size, (long long)g->games, plural_s(g->games));
    go_status status = write_picture(out, s, g, false, err);
    fputs("</div>\n<div class=\"card\"><table><tr><th>player</th><th class=\"t\">time or level</th>"
          "<th>seconds per move</th><th>playouts per move</th>", out);
    match_page_rating_head(out);
    for (int i = g->first; i < g->first + g->n; i++) {
        const strength_player *p = &s->player[i];
        char playouts[24];
        fputs("<tr>", out);
        markup_cell(out, s->family[p->family].label);
        markup_cell(out, p->budget);
        fprintf(out, "<td>%.3f</td><td>%s</td>", match_seconds_per_move(p->tally.side),
                match_playouts_text(p->tally.side, "&#8211;", playouts));
        match_page_rating(out, &p->elo, &p->tally);
    }
    match_page_rating_end(out, "these players", &g->first_move);
    return status;
}

static void write_folders(FILE *out, const strength *s)
{
    fputs("<h2>Folders</h2>\n<div class=\"card\"><table><tr><th>folder</th><th>board</th>"
          "<th>komi</th><th>games</th><th>group</th></tr>\n", out);
    for (int i = 0; i < s->n_folders; i++) {
        const strength_folder *f = &s->folder[i];
        fputs("<tr><td>", out);
        markup_text(out, f->path);
        fprintf(out, "</td><td>%dx%d</td><td>%g</td><td>%lld</td>", f->size, f->size, f->komi,
                (long long)f->games);
        if (f->group >= 0)
            fprintf(out, "<td>%d</td></tr>\n", f->group + 1);
        else
            fputs("<td>&#8211;</td></tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

/* The spec of each family, which its name may not tell. */
static void write_families(FILE *out, const strength *s)
{
    fputs("<h2>Players</h2>\n<div class=\"card\"><table class=\"facts\"><tr><th>player</th>"
          "<th class=\"t\">specification without name, time and level</th></tr>\n", out);
    for (int i = 0; i < s->n_families; i++) {
        fputs("<tr>", out);
        markup_cell(out, s->family[i].label);
        markup_cell(out, s->family[i].spec);
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

static void write_changes(FILE *out, const strength *s)
{
    for (int i = 0; i < s->n_changes; i++) {
        const strength_change *c = &s->change[i];
        fputs("<p>Different files are called ", out);
        markup_text(out, c->file);
        fputs(", in ", out);
        markup_text(out, c->first);
        if (c->later != c->first) {
            fputs(" and ", out);
            markup_text(out, c->later);
        }
        fputs("; their players are rated as one.</p>\n", out);
    }
}

static go_status write_page(FILE *out, const strength *s, go_error *err)
{
    go_status status = GO_OK;
    match_page_begin(out, "Strength by time per move", "Strength by time per move",
                     "Each player has a line, with a point for each time, number of playouts or "
                     "level it was given. The time is what it took per move on average.");
    if (s->n_groups > 1)
        fprintf(out, "<p>There are %d groups of players that never met: ratings from different "
                "groups cannot be compared.</p>\n", s->n_groups);
    for (int i = 0; i < s->n_groups && status == GO_OK; i++)
        status = write_group(out, s, i, err);
    write_families(out, s);
    write_folders(out, s);
    if (s->own_games)
        fprintf(out, "<p class=\"soft\">%lld game%s of a player against itself %s left out.</p>\n",
                (long long)s->own_games, plural_s(s->own_games),
                s->own_games == 1 ? "is" : "are");
    if (s->repeats)
        fprintf(out,
                "<p>Games that repeat an earlier one of their folder move by move: %lld. They "
                "tell nothing new, so the true intervals are wider.</p>\n",
                (long long)s->repeats);
    write_changes(out, s);
    match_page_end(out);
    return status;
}

go_status strength_write(const strength *s, const char *path, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, path, err));
    FILE *out = atomic_file_stream(file);
    go_status status = ending_at(path, ".svg") ? write_picture(out, s, &s->group[0], true, err)
                                               : write_page(out, s, err);
    if (status == GO_OK)
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return status;
}
