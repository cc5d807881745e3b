#include "match/page/page.h"

#include <stdlib.h>

#include "draw/chart.h"
#include "draw/heat_map.h"
#include "draw/markup.h"
#include "draw/page.h"

go_status match_page_open(atomic_file **out, const match_store *store, go_error *err)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/index.html", match_store_folder(store));
    return atomic_file_open(out, path, err);
}

void match_page_begin(FILE *out, const char *title, const char *headline, const char *below)
{
    page_begin(out, title);
    chart_style(out);
    heat_map_style(out);
    page_body(out);
    fputs("<h1>", out);
    markup_text(out, headline);
    fputs("</h1>\n<p class=\"soft\">", out);
    markup_text(out, below);
    fputs("</p>\n", out);
}

void match_page_end(FILE *out)
{
    page_end(out, "Intervals are 95 % confidence intervals: Wilson's for the score of two players, "
                  "also converted to Elo; for ratings, from the curvature of the likelihood. A "
                  "player that crashes, hangs, sends invalid replies, makes an illegal move or "
                  "runs out of time loses the game.");
}

go_status match_page_players_make(page_players *p, int n, go_error *err)
{
    const size_t count = (size_t)n;
    *p = (page_players){n, calloc(count, sizeof *p->names), calloc(count, sizeof *p->sides),
                        calloc(count, sizeof *p->pace)};
    return p->names && p->sides && p->pace
               ? GO_OK
               : go_fail(err, GO_ENOMEM, "out of memory for the report");
}

void match_page_players_free(page_players *p)
{
    free(p->names);
    free(p->sides);
    free(p->pace);
}

/* ---- tables ---- */

void match_page_rating_head(FILE *out)
{
    fputs("<th>Elo</th><th>95 % interval</th><th>games</th><th>won</th><th>drawn</th><th>lost</th>"
          "<th>score</th></tr>\n", out);
}

void match_page_rating(FILE *out, const rating *elo, const match_tally *t)
{
    char text[16], range[40];
    fprintf(out, "<td>%s</td><td>%s</td><td>%lld</td><td>%lld</td><td>%lld</td><td>%lld</td>",
            stats_elo_text(elo->elo, text), stats_elo_range(elo->low, elo->high, range),
            (long long)t->games, (long long)t->wins, (long long)t->draws, (long long)t->losses);
    if (t->games)
        fprintf(out, "<td>%.1f %%</td></tr>\n", 100 * match_tally_score(t));
    else
        fputs("<td>&#8211;</td></tr>\n", out);
}

void match_page_rating_end(FILE *out, const char *whom, const rating *first_move)
{
    char text[80];
    fprintf(out, "</table><p class=\"soft\">Bradley-Terry ratings; the mean of %s is 0. "
            "%s</p></div>\n", whom, rating_first_move_text(first_move, text));
}

void match_page_ends(FILE *out, const int64_t by[END_N], int64_t disagreements, int64_t unjudged,
                     int64_t repeats, const page_players *p)
{
    fputs("<div class=\"card\"><h3>How the games ended</h3><table>\n"
          "<tr><th>ended by</th><th>games</th>", out);
    for (int i = 0; i < p->n; i++) {
        fputs("<th class=\"name\">lost by ", out);
        markup_text(out, p->names[i]);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    for (int e = 0; e < END_N; e++) {
        if (by[e] == 0)
            continue;
        fprintf(out, "<tr><td>%s</td><td>%lld</td>", game_end_name((game_end)e), (long long)by[e]);
        for (int i = 0; i < p->n; i++)
            fprintf(out, "<td>%lld</td>", (long long)p->sides[i].lost_by[e]);
        fputs("</tr>\n", out);
    }
    fprintf(out, "</table><p class=\"soft\">Games whose winner the players disagreed on: %lld",
            (long long)disagreements);
    if (disagreements)
        fputs(" (counted as the board stood; with <code>--referee</code> a third program decides "
              "them)", out);
    fprintf(out,
            ". Games counted as the board stood, because nobody could tell which stones were "
            "dead: %lld.",
            (long long)unjudged);
    if (repeats)
        fprintf(out,
                " Games that repeat an earlier one move by move: %lld. They tell nothing new, "
                "so the true intervals are wider.",
                (long long)repeats);
    fputs("</p></div>\n", out);
}

/* ---- thinking ---- */

static void write_thinking(FILE *out, const page_players *p)
{
    fputs("<h2>Thinking</h2>\n<div class=\"card\"><table><tr><th>player</th>"
          "<th>seconds per move</th><th>slowest move, s</th><th>playouts per move</th>"
          "<th>playouts per second</th><th>won as black</th><th>won as white</th></tr>\n", out);
    for (int i = 0; i < p->n; i++) {
        const side_tally *t = &p->sides[i];
        char playouts[24];
        fputs("<tr>", out);
        markup_cell(out, p->names[i]);
        fprintf(out, "<td>%.3f</td><td>%.2f</td><td>%s</td>", match_seconds_per_move(t), t->slowest,
                match_playouts_text(t, "&#8211;", playouts));
        if (t->counted_moves && t->counted_seconds > 0)
            fprintf(out, "<td>%.0f</td>", t->playouts / t->counted_seconds);
        else
            fputs("<td>&#8211;</td>", out);
        fprintf(out, "<td>%g of %lld</td><td>%g of %lld</td></tr>\n",
                (double)t->points2[BLACK] / 2, (long long)t->games[BLACK],
                (double)t->points2[WHITE] / 2, (long long)t->games[WHITE]);
    }
    fputs("</table></div>\n", out);
}

/* Draws the means of those players for whom they are known; nothing for none. */
static void write_pace(FILE *out, const page_players *p, bool playouts)
{
    chart_line *line = calloc((size_t)p->n, sizeof *line);
    chart picture = {.x_label = "move number",
                     .y_label = playouts ? "playouts, mean" : "seconds, mean", .line = line,
                     .from_zero = true, .digits = playouts ? 0 : 3, .unit = playouts ? "" : " s"};
    for (int i = 0; line && i < p->n; i++) {
        const pace_line *l = playouts ? &p->pace[i].playouts : &p->pace[i].seconds;
        if (l->n > 0)
            line[picture.n_lines++] = (chart_line){.name = p->names[i], .n = l->n, .x = l->move,
                                                   .y = l->mean, .colour = i};
    }
    if (picture.n_lines > 0)
        chart_write_card(out, playouts ? "Playouts per move" : "Seconds per move", &picture);
    free(line);
}

/* ---- games and settings ---- */

static void write_game(FILE *out, const match_game *m, const player *players)
{
    char record[40], result[SCORE_TEXT_MAX];
    const game_side *b = &m->side[BLACK], *w = &m->side[WHITE];
    fprintf(out, "<tr><td><a href=\"%s\">%lld</a></td>", match_store_record(m, record),
            (long long)m->number + 1);
    markup_cell(out, players[b->player].name);
    markup_cell(out, players[w->player].name);
    fprintf(out, "<td>%s</td><td class=\"t%s\">%s</td><td>%d</td><td>%.1f</td><td>%.1f</td>"
            "<td>%lld</td>", match_game_result(m, result), m->end >= END_TIME ? " bad" : "",
            game_end_name(m->end), m->n_moves, b->seconds, w->seconds, (long long)m->opening + 1);
    if (m->keys[0])
        markup_cell(out, m->keys);
    markup_cell(out, m->note);
    fputs("</tr>\n", out);
}

/* "max_moves" as "max-moves", which is what the option is called. */
static const char *option_name(const char *key, char name[80])
{
    snprintf(name, 80, "%s", key);
    for (char *c = name; *c; c++)
        *c = *c == '_' ? '-' : *c;
    return name;
}

static void write_setting(FILE *out, const char *name, const json_t *value)
{
    const char *text = json_string_value(value);
    char *dumped = text ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));
    fputs("<tr>", out);
    markup_cell(out, name);
    markup_cell(out, text ? text : dumped ? dumped : "");
    fputs("</tr>\n", out);
    free(dumped);
}

/* The latest games, so that the page of a long match stays small. */
static void write_games(FILE *out, const match_store *store, const player *players)
{
    const int64_t games = match_store_count(store);
    const bool keys = games > 0 && match_store_game(store, 0)->keys[0];
    const int64_t first = games > MATCH_PAGE_GAMES ? games - MATCH_PAGE_GAMES : 0;
    fputs("<h2>Games</h2>\n<div class=\"card\">", out);
    if (first > 0)
        fprintf(out, "<p class=\"soft\">The last %d of %lld games. All of them are in "
                "<a href=\"games.sgf.gz\">games.sgf.gz</a>, and a line for each in "
                "<a href=\"results.jsonl\">results.jsonl</a>.</p>\n",
                MATCH_PAGE_GAMES, (long long)games);
    fputs("<table><tr><th>game</th>"
          "<th class=\"t\">black</th><th class=\"t\">white</th><th>result</th>"
          "<th class=\"t\">ended by</th><th>moves</th><th>black's time, s</th>"
          "<th>white's time, s</th><th>opening</th>", out);
    fprintf(out, "%s<th class=\"t\">note</th></tr>\n", keys ? "<th class=\"t\">settings</th>" : "");
    for (int64_t k = first; k < games; k++)
        write_game(out, match_store_game(store, k), players);
    fputs("</table></div>\n", out);
}

void match_page_details(FILE *out, const page_players *p, const match_store *store,
                        const player *players, const json_t *settings)
{
    const char *key;
    json_t *value;
    size_t i;
    char name[80];
    write_thinking(out, p);
    fputs("<div class=\"two\">\n", out);
    write_pace(out, p, false);
    write_pace(out, p, true);
    fputs("</div>\n", out);
    write_games(out, store, players);
    fputs("<h2>Settings</h2>\n<div class=\"card\"><table class=\"facts\">\n", out);
    json_array_foreach(json_object_get(settings, "players"), i, value)
        write_setting(out, json_string_value(json_object_get(value, "name")),
                      json_object_get(value, "spec"));
    json_object_foreach((json_t *)settings, key, value)
        if (!json_is_array(value))
            write_setting(out, option_name(key, name), value);
    fputs("</table></div>\n", out);
    match_page_end(out);
}
