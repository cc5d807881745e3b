#include "mm_train/solver/mm_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"

typedef struct reader {
    FILE *file;
    const char *what;
    go_error *err;
    go_status status;
    long long line; /* of the character that comes next, from 1 */
    size_t at, end;
    bool ended;
    char buffer[1 << 16];
} reader;

/* The next character, which stays the next one; EOF at the end. */
static int look(reader *r)
{
    if (r->at == r->end && !r->ended) {
        r->at = 0;
        r->end = fread(r->buffer, 1, sizeof r->buffer, r->file);
        r->ended = r->end == 0;
    }
    return r->at < r->end ? (unsigned char)r->buffer[r->at] : EOF;
}

static void take(reader *r)
{
    if (look(r) == '\n')
        r->line++;
    r->at += r->at < r->end;
}

static void skip_spaces(reader *r)
{
    while (look(r) == ' ' || look(r) == '\t' || look(r) == '\r')
        take(r);
}

static bool at_line_end(reader *r)
{
    skip_spaces(r);
    return look(r) == '\n' || look(r) == EOF;
}

/* ---- messages ---- */

/* The functions that follow return false on failure, with the status in r->status. */
#define FAIL(r, ...) ((r)->status = go_fail((r)->err, __VA_ARGS__), false)

/* "FILE, line N: X where Y was expected"; X is the word that goes on here after `begin`. */
static bool expected_after(reader *r, const char *begin, const char *wanted)
{
    char word[32];
    size_t n = (size_t)snprintf(word, sizeof word, "%s", begin);
    if (ferror(r->file))
        return FAIL(r, GO_EIO, "cannot read %s: %s", r->what, strerror(errno));
    long long line = r->line;
    if (!n && look(r) == EOF)
        return FAIL(r, GO_EFORMAT, "%s ends in line %lld, where %s was expected", r->what, line,
                    wanted);
    if (!n && look(r) == '\n')
        return FAIL(r, GO_EFORMAT, "%s, line %lld: the line ends where %s was expected", r->what,
                    line, wanted);
    for (int c = look(r); n < sizeof word - 1 && c > ' ' && c != EOF; c = look(r)) {
        word[n++] = c < 127 ? (char)c : '?';
        take(r);
    }
    word[n] = 0;
    return FAIL(r, GO_EFORMAT, "%s, line %lld: \"%s\" where %s was expected", r->what, line,
                word, wanted);
}

static bool expected_here(reader *r, const char *wanted)
{
    return expected_after(r, "", wanted);
}

/* ---- pieces ---- */

static bool read_line_end(reader *r)
{
    if (!at_line_end(r))
        return expected_here(r, "the end of the line");
    take(r);
    return true;
}

static bool read_mark(reader *r, char mark, const char *wanted)
{
    skip_spaces(r);
    if (look(r) != mark)
        return expected_here(r, wanted);
    take(r);
    return true;
}

/* A whole number in min .. max, ended by space, line end or end of file. */
static bool read_number(reader *r, int min, int max, const char *wanted, int *out)
{
    long long value = 0;
    char digits[16] = "";
    skip_spaces(r);
    if (look(r) < '0' || look(r) > '9')
        return expected_here(r, wanted);
    for (size_t n = 0; look(r) >= '0' && look(r) <= '9'; take(r)) {
        if (value <= max)
            value = 10 * value + (look(r) - '0');
        if (n < sizeof digits - 1)
            digits[n++] = (char)look(r);
    }
    if (look(r) > ' ')
        return expected_after(r, digits, wanted);
    if (value < min || value > max)
        return FAIL(r, GO_EFORMAT, "%s, line %lld: a number outside %d .. %d where %s was "
                    "expected", r->what, r->line, min, max, wanted);
    *out = (int)value;
    return true;
}

/* The rest of the line as a name of the feature; may be empty. */
static bool read_name(reader *r, char **out)
{
    char name[MM_TEXT_MAX_NAME + 1];
    size_t n = 0;
    skip_spaces(r);
    for (int c = look(r); c != '\n' && c != EOF; c = look(r)) {
        if (c < ' ' && c != '\t' && c != '\r')
            return FAIL(r, GO_EFORMAT, "%s, line %lld: byte %d in the name of a feature",
                        r->what, r->line, c);
        if (n == MM_TEXT_MAX_NAME)
            return FAIL(r, GO_EFORMAT,
                        "%s, line %lld: the name of a feature is longer than %d bytes",
                        r->what, r->line, MM_TEXT_MAX_NAME);
        name[n++] = (char)(c == '\t' || c == '\r' ? ' ' : c);
        take(r);
    }
    take(r);
    while (n > 0 && name[n - 1] == ' ')
        n--;
    *out = strndup(name, n);
    return *out || FAIL(r, GO_ENOMEM, "no memory for the names of features");
}

/* ---- the header ---- */

/* The mark with which editors on Windows begin a text in UTF-8. */
static void skip_byte_order_mark(reader *r)
{
    for (const char *mark = "\xef\xbb\xbf"; *mark && look(r) == (unsigned char)*mark; mark++)
        take(r);
}

static bool read_header(reader *r, mm_text *text)
{
    int n_gammas = 0, n_features = 0, sum = 0;
    skip_byte_order_mark(r);
    if (!read_mark(r, '!', "\"! NUMBER-OF-GAMMAS\"") ||
        !read_number(r, 1, MM_TEXT_MAX_GAMMAS, "the number of gammas", &n_gammas) ||
        !read_line_end(r) ||
        !read_number(r, 1, MM_TEXT_MAX_FEATURES, "the number of features", &n_features) ||
        !read_line_end(r))
        return false;
    int *first = calloc((size_t)n_features + 1, sizeof *first);
    text->name = calloc((size_t)n_features, sizeof *text->name);
    text->features = (mm_groups){text->name ? n_features : 0, first};
    if (!first || !text->name)
        return FAIL(r, GO_ENOMEM, "no memory for %d features", n_features);
    for (int f = 0; f < n_features; f++) {
        int size = 0;
        if (!read_number(r, 0, n_gammas - sum, "the number of gammas of a feature", &size) ||
            !read_name(r, &text->name[f]))
            return false;
        sum += size;
        first[f + 1] = sum;
    }
    if (sum != n_gammas)
        return FAIL(r, GO_EFORMAT,
                    "%s, line %lld: the features have %d gammas together, but the first line "
                    "says %d", r->what, r->line - 1, sum, n_gammas);
    return read_mark(r, '!', "\"!\" after the features") && read_line_end(r);
}

/* ---- competitions ---- */

/* Gammas of one team, ascending, so that two teams can be compared. */
typedef struct team {
    int n, room;
    int *gamma;
} team;

static bool read_team(reader *r, int n_gammas, team *out)
{
    out->n = 0;
    do {
        int gamma = 0, k = out->n;
        if (out->n == out->room)
            return FAIL(r, GO_EFORMAT,
                        "%s, line %lld: a team of more than %d gamma%s, though a team holds at "
                        "most one of each feature",
                        r->what, r->line, out->room, plural_s(out->room));
        if (!read_number(r, 0, n_gammas - 1, "the number of a gamma", &gamma))
            return false;
        for (; k > 0 && out->gamma[k - 1] > gamma; k--)
            out->gamma[k] = out->gamma[k - 1];
        out->gamma[k] = gamma;
        out->n++;
    } while (!at_line_end(r));
    take(r);
    return true;
}

/* *ended: only blank lines are left.  Blank lines before anything else are refused: they
 * could mean teams of strength 1, or nothing.                                */
static bool find_file_end(reader *r, bool *ended)
{
    long long blank = 0;
    while (at_line_end(r) && look(r) != EOF) {
        blank = blank ? blank : r->line;
        take(r);
    }
    *ended = look(r) == EOF;
    if (blank && !*ended)
        return FAIL(r, GO_EFORMAT,
                    "%s, line %lld: a blank line; a team needs a gamma, and nothing else "
                    "may stand here", r->what, blank);
    return true;
}

/* One competition, from "#" to the next. */
static bool read_competition(reader *r, mm_text *text, team *winner, team *other, bool *ended)
{
    int n_gammas = text->features.first[text->features.n_groups], won = -1;
    long long winner_line = r->line + 1;
    if (!read_mark(r, '#', "\"#\", which begins a competition,") || !read_line_end(r) ||
        !read_team(r, n_gammas, winner) || !find_file_end(r, ended))
        return false;
    for (int k = 0; !*ended && look(r) != '#'; k++) {
        long long line = r->line;
        go_error why;
        if (!read_team(r, n_gammas, other))
            return false;
        go_status status = mm_teams_add(text->teams, other->gamma, other->n, &why);
        if (status == GO_EINVAL)
            return FAIL(r, GO_EFORMAT, "%s, line %lld: %s", r->what, line, why.message);
        if (status != GO_OK)
            return FAIL(r, status, "%s", why.message);
        if (won < 0 && winner->n == other->n &&
            memcmp(winner->gamma, other->gamma, (size_t)other->n * sizeof *other->gamma) == 0)
            won = k;
        if (!find_file_end(r, ended))
            return false;
    }
    if (won < 0)
        return FAIL(r, GO_EFORMAT,
                    "%s, line %lld: the winner is not among the teams that follow; list it "
                    "there too", r->what, winner_line);
    r->status = mm_teams_decide(text->teams, won, r->err);
    return r->status == GO_OK;
}

static bool read_all(reader *r, mm_text *text)
{
    if (!read_header(r, text))
        return false;
    const int room = text->features.n_groups;
    team winner = {0, room, calloc((size_t)room, sizeof(int))};
    team other = {0, room, calloc((size_t)room, sizeof(int))};
    bool ended = false;
    if (!winner.gamma || !other.gamma)
        r->status = go_fail(r->err, GO_ENOMEM, "no memory for a team");
    else
        r->status = mm_teams_create(&text->features, &text->teams, r->err);
    bool good = r->status == GO_OK && find_file_end(r, &ended);
    while (good && !ended)
        good = read_competition(r, text, &winner, &other, &ended);
    free(winner.gamma);
    free(other.gamma);
    if (good && ferror(r->file))
        return FAIL(r, GO_EIO, "cannot read %s: %s", r->what, strerror(errno));
    return good && (mm_teams_problem(text->teams)->n_competitions > 0 ||
                    FAIL(r, GO_EEMPTY, "%s holds no competition", r->what));
}

go_status mm_text_read(FILE *file, const char *what, mm_text *out, go_error *err)
{
    reader *r = calloc(1, sizeof *r);
    if (!r)
        return go_fail(err, GO_ENOMEM, "no memory to read %s", what);
    r->file = file;
    r->what = what;
    r->err = err;
    r->line = 1;
    mm_text text = {0};
    if (read_all(r, &text))
        *out = text;
    else
        mm_text_free(&text);
    go_status status = r->status;
    free(r);
    return status;
}

void mm_text_free(mm_text *text)
{
    for (int f = 0; text->name && f < text->features.n_groups; f++)
        free(text->name[f]);
    free(text->name);
    free((void *)(uintptr_t)text->features.first);
    mm_teams_destroy(text->teams);
    *text = (mm_text){0};
}
