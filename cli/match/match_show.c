#include "cli/match/match_show.h"

#include <math.h>
#include <string.h>

#include "base/text_json.h"
#include "base/utf8.h"
#include "match/client/spec.h"

/* ---- text ---- */

int match_name_width(const match_plan *plan)
{
    int width = 0;
    for (int i = 0; i < plan->n_players; i++) {
        int n = utf8_columns(plan->players[i].name);
        width = n > width ? n : width;
    }
    return width;
}

void match_print_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

void match_print_value(const char *key, const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_.,:/+@%=";
    printf(" --%s=", key);
    if (value[strspn(value, plain)] == '\0')
        fputs(value, stdout);
    else
        match_print_quoted(value);
}

void match_print_option(const char *key, const char *value)
{
    if (strcmp(key, "name") != 0 && strcmp(key, "threads") != 0 && !spec_is_budget(key))
        match_print_value(key, value);
}

void match_print_rating(const rating *elo, const match_tally *t)
{
    char text[16], range[40];
    printf(" %6s %16s %6lld %6lld %6lld %6lld", stats_elo_text(elo->elo, text),
           stats_elo_range(elo->low, elo->high, range), (long long)t->games, (long long)t->wins,
           (long long)t->draws, (long long)t->losses);
    if (t->games)
        printf(" %6.1f %%\n", 100 * match_tally_score(t));
    else
        printf(" %8s\n", "-");
}

static void print_scores(const match_summary *m)
{
    int width = match_name_width(m->plan);
    char text[40], elo[16], range[40];
    const match_tally *t = &m->tally;
    printf("%-*s %6s %6s %6s %6s   %-24s %s\n", width, "", "games", "won", "drawn", "lost",
           "score (95 %)", "Elo (95 %)");
    for (int i = 0; i < 2; i++) {
        const char *name = m->plan->players[i].name;
        double sign = i ? -1 : 1, score = i ? 1 - m->score : m->score;
        interval s = m->score_range, e = m->elo_range;
        if (i) {
            s = (interval){1 - s.high, 1 - s.low};
            e = (interval){-e.high, -e.low};
        }
        snprintf(text, sizeof text, "%5.1f %% (%.1f .. %.1f)", 100 * score, 100 * s.low,
                 100 * s.high);
        printf("%-*s %6lld %6lld %6lld %6lld   %-24s %s (%s)\n", utf8_field(name, width), name,
               (long long)t->games, (long long)(i ? t->losses : t->wins), (long long)t->draws,
               (long long)(i ? t->wins : t->losses), text, stats_elo_text(sign * m->elo, elo),
               stats_elo_range(e.low, e.high, range));
    }
}

static void print_thinking(const match_summary *m)
{
    int width = match_name_width(m->plan);
    printf("\n%-*s %10s %10s %12s %10s %14s %14s\n", width, "", "s/move", "slowest",
           "playouts/move", "games lost", "points, black", "points, white");
    for (int i = 0; i < 2; i++) {
        const side_tally *t = &m->tally.side[i];
        const char *name = m->plan->players[i].name;
        char playouts[24];
        long long lost = 0;
        for (int e = 0; e < END_N; e++)
            lost += t->lost_by[e];
        printf("%-*s %10.3f %10.3f %12s %10lld %8g of %3lld %8g of %3lld\n",
               utf8_field(name, width), name, match_seconds_per_move(t), t->slowest,
               match_playouts_text(t, "-", playouts), lost, (double)t->points2[BLACK] / 2,
               (long long)t->games[BLACK], (double)t->points2[WHITE] / 2,
               (long long)t->games[WHITE]);
    }
}

void match_print_ends(const char *what, const int64_t by[END_N])
{
    const char *comma = " ";
    printf("%s:", what);
    for (int e = 0; e < END_N; e++) {
        if (by[e]) {
            printf("%s%s %lld", comma, game_end_name((game_end)e), (long long)by[e]);
            comma = ", ";
        }
    }
    puts(comma[0] == ' ' ? " nothing" : "");
}

void match_print_losses(const char *name, const side_tally *t)
{
    char what[PLAYER_NAME + 10];
    snprintf(what, sizeof what, "Lost by %s", name);
    match_print_ends(what, t->lost_by);
}

void match_print_doubts(int64_t disagreements, int64_t unjudged, int64_t repeats)
{
    printf("Games whose winner the players disagreed on: %lld\n", (long long)disagreements);
    if (disagreements)
        puts("These were counted as they stood; with --referee 'katachi gtp -q' a third program "
             "decides them.");
    printf("Games counted as they stood, because nobody could tell which stones were dead: %lld\n",
           (long long)unjudged);
    if (repeats)
        printf("Games that repeat an earlier one move by move: %lld\n"
               "These tell nothing new, so the true intervals are wider; more openings make the "
               "games differ.\n",
               (long long)repeats);
}

int match_show_text(const match_summary *m)
{
    char text[400];
    printf("%s\n\n", match_conditions_text(m->plan, text, sizeof text));
    print_scores(m);
    print_thinking(m);
    puts("");
    match_print_ends("Games ended by", m->tally.ended_by);
    for (int i = 0; i < 2; i++)
        match_print_losses(m->plan->players[i].name, &m->tally.side[i]);
    match_print_doubts(m->tally.disagreements, m->tally.unjudged, m->repeats);
    if (m->test.on) {
        printf("SPRT of Elo %g against %g: log-likelihood ratio %.2f of %.2f .. %.2f, ",
               m->test.elo0, m->test.elo1, m->llr, m->llr_bounds.low, m->llr_bounds.high);
        if (m->decision)
            printf("decided: the difference is rather %g\n",
                   m->decision > 0 ? m->test.elo1 : m->test.elo0);
        else
            puts("not decided yet");
    }
    return EXIT_OK;
}

/* ---- JSON ---- */

/* JSON has no infinity. */
static json_t *real_or_null(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *match_mean_json(double sum, int64_t n)
{
    return n ? json_real(sum / (double)n) : json_null();
}

json_t *match_rating_json(json_t *object, const rating *elo, const match_tally *t)
{
    json_t *numbers = json_pack("{s:f, s:[f,f], s:I, s:I, s:I, s:I}", "elo", elo->elo, "elo_95",
                                elo->low, elo->high, "games", (json_int_t)t->games, "wins",
                                (json_int_t)t->wins, "draws", (json_int_t)t->draws, "losses",
                                (json_int_t)t->losses);
    json_object_update(object, numbers);
    json_decref(numbers);
    return object;
}

json_t *match_ends_json(const int64_t by[END_N])
{
    json_t *object = json_object();
    for (int e = 0; e < END_N; e++)
        json_object_set_new(object, game_end_name((game_end)e), json_integer(by[e]));
    return object;
}

json_t *match_side_json(const side_tally *t)
{
    return json_pack("{s:I, s:o, s:f, s:o, s:I, s:f, s:I, s:f, s:o}",
                     "moves", (json_int_t)t->moves,
                     "seconds_per_move", match_mean_json(t->seconds, t->moves),
                     "slowest", t->slowest,
                     "playouts_per_move", match_mean_json(t->playouts, t->counted_moves),
                     "games_as_black", (json_int_t)t->games[BLACK],
                     "points_as_black", (double)t->points2[BLACK] / 2,
                     "games_as_white", (json_int_t)t->games[WHITE],
                     "points_as_white", (double)t->points2[WHITE] / 2,
                     "lost_by", match_ends_json(t->lost_by));
}

static json_t *test_json(const match_summary *m)
{
    if (!m->test.on)
        return json_null();
    const char *result = m->decision > 0 ? "elo1" : m->decision < 0 ? "elo0" : "open";
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", m->test.elo0, "elo1", m->test.elo1,
                     "llr", m->llr, "low", m->llr_bounds.low, "high", m->llr_bounds.high, "result",
                     result);
}

int match_show_json(const match_summary *m, const json_t *settings)
{
    const match_tally *t = &m->tally;
    json_t *sides = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *side = match_side_json(&t->side[i]);
        json_object_set_new(side, "name", text_json(m->plan->players[i].name));
        json_array_append_new(sides, side);
    }
    return cli_print_json(json_pack(
        "{s:O, s:o, s:I, s:I, s:I, s:I, s:f, s:[f,f], s:o, s:[o,o], s:o, s:I, s:I, s:I, s:I, "
        "s:[I,I,I,I,I], s:o, s:o}",
        "settings", (json_t *)settings, "folder", text_json(match_store_folder(m->store)), "games",
        (json_int_t)t->games, "wins", (json_int_t)t->wins, "draws", (json_int_t)t->draws, "losses",
        (json_int_t)t->losses, "score", m->score, "score_95", m->score_range.low,
        m->score_range.high, "elo", real_or_null(m->elo), "elo_95", real_or_null(m->elo_range.low),
        real_or_null(m->elo_range.high), "ended_by", match_ends_json(t->ended_by), "disagreements",
        (json_int_t)t->disagreements, "unjudged", (json_int_t)t->unjudged, "repeats",
        (json_int_t)m->repeats, "black_wins", (json_int_t)t->black_wins, "pairs",
        (json_int_t)t->pairs[0], (json_int_t)t->pairs[1], (json_int_t)t->pairs[2],
        (json_int_t)t->pairs[3], (json_int_t)t->pairs[4], "sprt", test_json(m), "players", sides));
}
