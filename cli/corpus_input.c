#include "cli/corpus_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/interrupt.h"
#include "base/plural.h"
#include "base/text_json.h"

/* ---- values of options; "any" removes a condition ---- */

static bool is_any(const char *text)
{
    return strcasecmp(text, "any") == 0;
}

static go_status parse_rank(const char *text, void *field, go_error *err)
{
    int rank = rank_of(text);
    if (rank == RANK_UNKNOWN && !is_any(text))
        return go_fail(err, GO_EINVAL, "a rank such as 5k, 3d or 9p, not '%s'", text);
    *(int *)field = rank;
    return GO_OK;
}

static bool is_date(const char *text, game_date d)
{
    char whole[3][24];
    snprintf(whole[0], sizeof whole[0], "%04d", d.year);
    snprintf(whole[1], sizeof whole[1], "%04d-%02d", d.year, d.month);
    snprintf(whole[2], sizeof whole[2], "%04d-%02d-%02d", d.year, d.month, d.day);
    for (int i = 0; i < 3; i++)
        if (strcmp(text, whole[i]) == 0)
            return d.year > 0 && (i < 1 || d.month > 0) && (i < 2 || d.day > 0);
    return false;
}

/* More strictly than in a record: what is not understood here would be a filter of another kind. */
static go_status parse_date(const char *text, void *field, go_error *err)
{
    game_date date = date_of(text);
    if (!is_date(text, date) && !is_any(text))
        return go_fail(err, GO_EINVAL, "a date such as 2019 or 2019-04-30, not '%s'", text);
    *(game_date *)field = is_any(text) ? (game_date){0} : date;
    return GO_OK;
}

static go_status parse_size(const char *text, void *field, go_error *err)
{
    char *end;
    const long size = strtol(text, &end, 10);
    const bool some = *text && !*end && size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE;
    if (!some && strcmp(text, "0") != 0 && !is_any(text))
        return go_fail(err, GO_EINVAL, "a whole number from %d to %d, or 0 for any, not '%s'",
                       BOARD_MIN_SIZE, BOARD_MAX_SIZE, text);
    *(int *)field = some ? (int)size : 0;
    return GO_OK;
}

static go_status parse_results(const char *text, void *field, go_error *err)
{
    unsigned set = 0;
    for (const char *at = text; *at && !is_any(text);) {
        size_t n = strcspn(at, ",");
        unsigned found = 0;
        for (int kind = 0; kind < RESULT_N_KINDS; kind++)
            if (strlen(result_kind_name((result_kind)kind)) == n &&
                strncasecmp(at, result_kind_name((result_kind)kind), n) == 0)
                found = 1u << kind;
        if (!found)
            return go_fail(err, GO_EINVAL, "one or several, joined by commas, of score, resign, "
                           "time, forfeit, win, draw, void, unknown, not '%s'", text);
        set |= found;
        at += n + (at[n] == ',');
    }
    *(unsigned *)field = set;
    return GO_OK;
}

static go_status parse_winner(const char *text, void *field, go_error *err)
{
    if (strcasecmp(text, "black") == 0 || strcasecmp(text, "b") == 0)
        *(int *)field = BLACK;
    else if (strcasecmp(text, "white") == 0 || strcasecmp(text, "w") == 0)
        *(int *)field = WHITE;
    else if (is_any(text))
        *(int *)field = EMPTY;
    else
        return go_fail(err, GO_EINVAL, "black or white, not '%s'", text);
    return GO_OK;
}

static go_status parse_rules(const char *text, void *field, go_error *err)
{
    const char *name = ruleset_of(text);
    if (!*name && !is_any(text))
        return go_fail(err, GO_EINVAL, "chinese, japanese, korean, aga, new-zealand, "
                       "tromp-taylor or ing, not '%s'", text);
    *(const char **)field = *name ? name : NULL;
    return GO_OK;
}

static go_status parse_komi(const char *text, void *field, go_error *err)
{
    *(double *)field = NAN;
    if (is_any(text))
        return GO_OK;
    double komi;
    if (!decimal_read(text, &komi) || fabs(komi) >= 100)
        return go_fail(err, GO_EINVAL,
                       "a number of points between -100 and 100, such as 6.5, not '%s'", text);
    *(double *)field = komi;
    return GO_OK;
}

/* ---- the options ---- */

#define FILTER(field) offsetof(corpus_input, filter.field)

const option corpus_input_options[] = {
    OPT_CUSTOM("size", 0, "N", "0", FILTER(size), parse_size,
               "only games on boards of this size, 2 to 25; 0: no limit",
               .apart = true), /* a size to play on does not choose games to learn from */
    OPT_INT("min-moves", 0, "N", "0", 0, 1000000, FILTER(min_moves),
            "only games of at least N moves"),
    OPT_INT("max-moves", 0, "N", "0", 0, 1000000, FILTER(max_moves),
            "only games of at most N moves; 0: any"),
    OPT_INT("min-handicap", 0, "N", "-1", -1, 625, FILTER(min_handicap),
            "only games with at least N handicap stones; -1: any"),
    OPT_INT("max-handicap", 0, "N", "-1", -1, 625, FILTER(max_handicap),
            "only games with at most N handicap stones; -1: any"),
    OPT_CUSTOM("min-rank", 0, "RANK", "any", FILTER(min_rank), parse_rank,
               "only games with both players of RANK (5k, 3d, 9p) or stronger; professionals are "
               "above 9d"),
    OPT_CUSTOM("max-rank", 0, "RANK", "any", FILTER(max_rank), parse_rank,
               "only games with both players of RANK or weaker"),
    OPT_REAL("min-rating", 0, "X", "0", 0, 10000, FILTER(min_rating),
             "only games with both players rated X or higher (a number in BR and WR); 0: any"),
    OPT_REAL("max-rating", 0, "X", "0", 0, 10000, FILTER(max_rating),
             "only games with both players rated X or lower; 0: any"),
    OPT_TEXT("player", 0, "NAME", NULL, FILTER(player),
             "only games of a player whose name contains NAME, ignoring case"),
    OPT_CUSTOM("since", 0, "DATE", "any", FILTER(since), parse_date,
               "only games of DATE (2019 or 2019-04-30) or later"),
    OPT_CUSTOM("until", 0, "DATE", "any", FILTER(until), parse_date,
               "only games of DATE or earlier"),
    OPT_CUSTOM("result", 0, "KIND,...", "any", FILTER(results), parse_results,
               "only games that ended by score, resign, time, forfeit, win, draw, void or unknown",
               .words = "score|resign|time|forfeit|win|draw|void|unknown"),
    OPT_CUSTOM("winner", 0, "COLOUR", "any", FILTER(winner), parse_winner,
               "only games won by black or by white", .words = "black|white"),
    OPT_CUSTOM("rules", 0, "NAME", "any", FILTER(rules), parse_rules,
               "only games under this ruleset: chinese, japanese, korean, aga, new-zealand, ...",
               .words = "chinese|japanese|korean|aga|new-zealand|tromp-taylor|ing"),
    OPT_CUSTOM("min-komi", 0, "X", "any", FILTER(min_komi), parse_komi,
               "only games with a komi of X or more"),
    OPT_CUSTOM("max-komi", 0, "X", "any", FILTER(max_komi), parse_komi,
               "only games with a komi of X or less"),
    OPT_TEXT("charset", 0, "NAME", NULL, offsetof(corpus_input, charset),
             "character set of games that are not UTF-8, name no character set, and whose character "
             "set cannot be detected"),
    OPT_FLAG("strict", 0, NULL, offsetof(corpus_input, strict),
             "stop with an error at the first broken game instead of skipping it"),
    {0}};

/* ---- opening ---- */

static void show_broken(void *user, const char *message)
{
    corpus_input *in = user;
    if (in->broken_list)
        json_array_append_new(in->broken_list, text_json(message));
    if (in->shown_broken < in->most_shown)
        fprintf(stderr, "katachi: skipped: %s\n", message);
    else if (in->shown_broken == in->most_shown)
        fprintf(
            stderr,
            "katachi: further broken games are not shown; 'katachi corpus check' lists them all\n");
    in->shown_broken++;
}

static bool go_on(void *user)
{
    const corpus_input *in = user;
    if (in->show)
        in->show(in->shown);
    return !interrupt_requested();
}

go_status corpus_input_open(corpus_input *in, corpus **out, const char *const *inputs, int n,
                            bool replay, go_error *err)
{
    corpus_options options = {.filter = &in->filter, .strict = in->strict, .replay = replay,
                              .skip_damaged = in->skip_damaged, .charset = in->charset,
                              .on_broken = show_broken, .go_on = go_on, .user = in};
    in->shown_broken = 0;
    if (in->most_shown == 0)
        in->most_shown = 20;
    return corpus_open(out, inputs, n, &options, err);
}

go_status corpus_input_once(const char *const *inputs, int n, const char *test, go_error *err)
{
    int found = test && strcmp(test, "-") == 0;
    for (int i = 0; i < n; i++)
        found += strcmp(inputs[i], "-") == 0;
    return found < 2 ? GO_OK
                     : go_fail(err, GO_EINVAL,
                               "standard input (-) can be read only once; name a file for %s",
                               test ? "INPUT or --test" : "the other INPUT");
}

/* ---- the end ---- */

void corpus_input_summary(const corpus_counts *c)
{
    fprintf(stderr, "%10lld  game%s (%lld move%s) from %lld file%s\n", (long long)c->games,
            plural_s(c->games), (long long)c->moves, plural_s(c->moves), (long long)c->files,
            plural_s(c->files));
    fprintf(stderr, "%10lld  filtered out\n", (long long)c->filtered);
    fprintf(stderr, "%10lld  broken\n", (long long)c->broken);
    if (c->cut)
        fprintf(stderr, "%10lld  of the games are cut short by a setup in mid-game\n",
                (long long)c->cut);
    if (c->ignored)
        fprintf(stderr, "%10lld  other file%s left out\n", (long long)c->ignored,
                plural_s(c->ignored));
}

void corpus_input_json(json_t *object, const corpus_counts *c)
{
    json_object_update_new(
        object,
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "files", (json_int_t)c->files, "games",
                  (json_int_t)c->games, "moves", (json_int_t)c->moves, "filtered",
                  (json_int_t)c->filtered, "broken", (json_int_t)c->broken, "cut",
                  (json_int_t)c->cut, "ignored", (json_int_t)c->ignored));
}

go_status corpus_input_check(const corpus_counts *c, go_error *err)
{
    if (c->games > 0)
        return GO_OK;
    if (c->filtered > 0)
        return go_fail(err, GO_EEMPTY,
                       "no usable game: %lld filtered out, %lld broken; use wider filters",
                       (long long)c->filtered, (long long)c->broken);
    return go_fail(err, GO_EEMPTY, "no game found in %lld file%s (%lld broken, %lld other file%s "
                   "left out); give SGF files, archives or folders of them",
                   (long long)c->files, plural_s((long long)c->files), (long long)c->broken,
                   (long long)c->ignored, plural_s((long long)c->ignored));
}
