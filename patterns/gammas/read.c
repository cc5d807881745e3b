/* read.c -- reads gammas from the text format of doc/formats.md. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io/read_file.h"
#include "base/utf8.h"
#include "patterns/gammas/gammas.h"
#include "patterns/gammas/text.h"

enum { MAX_FILE = 1 << 30 };

/* A group's place in the text. */
typedef struct section {
    feature_id id;
    int first, n;   /* its gammas */
    const char *at; /* its first feature */
    int line;       /* the one before it */
    go_status status;
    go_error err;
} section;

typedef struct reader {
    const char *name, *at, *end;
    int line;
    go_status status;  /* of the first fault, whose sentence is in *err */
    go_error *err;
    gammas *g;
    int n;             /* gammas so far */
    uint64_t *keys;    /* of the shapes of the group being read */
    int8_t value[256]; /* of each letter of the cells, -1: none */
    int n_sections;
    section sections[F_N_GROUPS];
} reader;

/* A line without its end. */
typedef struct text_line {
    const char *at, *end;
} text_line;

/* Notes a fault in the current line, if it is the first. */
__attribute__((format(printf, 2, 3))) static void bad(reader *r, const char *format, ...)
{
    char fault[256];
    va_list args;
    va_start(args, format);
    vsnprintf(fault, sizeof fault, format, args);
    va_end(args);
    if (r->status == GO_OK)
        r->status = go_fail(r->err, GO_EFORMAT,
                            "%s, line %d: %s; get an intact copy, or make one with 'katachi train'",
                            r->name, r->line, fault);
}

static void out_of_memory(reader *r)
{
    if (r->status == GO_OK)
        r->status = go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
}

/* False at the end of the text, or where it is cut short. */
static bool next_line(reader *r, text_line *line)
{
    const char *stop = r->at < r->end ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
    if (!stop)
        return false;
    const bool carriage = stop > r->at && stop[-1] == '\r'; /* a copy from another system */
    *line = (text_line){r->at, stop - carriage};
    r->at = stop + 1;
    r->line++;
    return true;
}

/* Expects "key value"; the value is copied, "" after a fault. */
static void read_header(reader *r, const char *key, char *value, size_t size)
{
    const size_t k = strlen(key);
    text_line line;
    value[0] = '\0';
    if (r->status != GO_OK)
        return;
    if (!next_line(r, &line)) {
        bad(r, "the file ends before '%s'", key);
        return;
    }
    const size_t n = (size_t)(line.end - line.at);
    if (n <= k + 1 || memcmp(line.at, key, k) || line.at[k] != ' ')
        bad(r, "expected '%s'", key);
    else if (n - k - 1 >= size)
        bad(r, "the value of '%s' is too long", key);
    else
        snprintf(value, size, "%.*s", (int)(n - k - 1), line.at + k + 1);
}

/* Decimal: strtod also reads 0x9 and blanks. */
static double read_number(reader *r, const char *key, double low, double high)
{
    char text[64], *stop;
    read_header(r, key, text, sizeof text);
    double value = strtod(text, &stop);
    if (*stop || text[strspn(text, "0123456789.e+-")] || !(value >= low && value <= high))
        bad(r, "'%s' must be a number from %g to %g, not '%s'", key, low, high, text);
    return value;
}

/* A non-negative whole number of up to 18 digits; false: there is none. */
static bool read_digits(const char **at, const char *end, int64_t *value)
{
    int n = 0;
    for (*value = 0; *at < end && **at >= '0' && **at <= '9' && n < 18; n++)
        *value = 10 * *value + *(*at)++ - '0';
    return n > 0;
}

static int64_t read_whole(reader *r, const char *key, int64_t low, int64_t high)
{
    char text[64];
    const char *at = text;
    int64_t value;
    read_header(r, key, text, sizeof text);
    if (!read_digits(&at, text + strlen(text), &value) || *at || value < low || value > high)
        bad(r, "'%s' must be a whole number from %" PRId64 " to %" PRId64 ", not '%s'", key, low,
            high, text);
    return r->status == GO_OK ? value : low;
}

static int read_int(reader *r, const char *key, int low, int high)
{
    return (int)read_whole(r, key, low, high);
}

static uint64_t read_fingerprint(reader *r)
{
    enum { DIGITS = 16 };
    char text[64];
    read_header(r, "fingerprint", text, sizeof text);
    if (strlen(text) != DIGITS || strspn(text, "0123456789abcdefABCDEF") != DIGITS)
        bad(r, "'fingerprint' must be a hexadecimal number of %d digits, not '%s'", DIGITS, text);
    return strtoull(text, NULL, 16);
}

static void read_set(reader *r)
{
    char name[64];
    read_header(r, "set", name, sizeof name);
    const feature_set *known = feature_set_by_name(name);
    if (!known) {
        bad(r, "this version does not know the feature set '%s'", name);
        return;
    }
    feature_set set = *known;
    int board_size = read_int(r, "board", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    set.shape_max = read_int(r, "shape-max", 3, SHAPE_MAX);
    set.diamond_max = read_int(r, "diamond-max", 3, DIAMOND_MAX);
    set.response_max = read_int(r, "response-max", 2, DIAMOND_MAX);
    set.response_reach = read_int(r, "response-reach", DIAMOND_MIN, DIAMOND_MAX);
    set.groups = 0; /* those that follow */
    r->g->v = vocabulary_create(&set, board_size);
    if (!r->g->v)
        out_of_memory(r);
}

static void read_origin(reader *r)
{
    gammas_origin *o = &r->g->origin;
    const int64_t most = 1000000000000000;
    read_header(r, "data", o->data, sizeof o->data);
    utf8_hide_controls(o->data); /* which 'show' prints */
    o->games = read_whole(r, "games", 0, most);
    o->positions = read_whole(r, "positions", 0, most);
    o->min_count = read_int(r, "min-count", 0, 1 << 30);
    o->prior = read_number(r, "prior", 0, 1e9);
    o->iterations = read_int(r, "iterations", 0, 1 << 30);
    o->log_likelihood = read_number(r, "log-likelihood", -1e9, 0);
    o->fingerprint = read_fingerprint(r);
}

/* ---- features ---- */

static bool skip(const char **at, const char *end, char c)
{
    if (*at >= end || **at != c)
        return false;
    ++*at;
    return true;
}

/* Of an absolute value up to `most`; false: there is none. */
static bool read_signed(const char **at, const char *end, int most, int *value)
{
    const bool minus = skip(at, end, '-');
    int64_t size;
    if (!read_digits(at, end, &size) || size > most)
        return false;
    *value = minus ? -(int)size : (int)size;
    return true;
}

/* A decimal number such as 0.0123 or 1.5e-07; strtod would take a third of the
 * time of reading a file.  Leaves *at where it is when there is none.         */
static double read_decimal(const char **at, const char *end)
{
    static const double unit[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                  1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    const char *p = *at;
    double value = 0;
    int digits = 0, places = 0, exponent = 0;
    for (; p < end && *p >= '0' && *p <= '9' && digits < 18; digits++)
        value = 10 * value + (*p++ - '0');
    if (p < end && *p == '.')
        for (p++; p < end && *p >= '0' && *p <= '9' && digits < 18; digits++, places++)
            value = 10 * value + (*p++ - '0');
    if (!digits)
        return -1;
    if (p < end && *p == 'e') {
        p++;
        if (p < end && *p == '+')
            p++;
        if (!read_signed(&p, end, 300, &exponent))
            return -1;
    }
    *at = p;
    value /= unit[places];
    return exponent ? value * pow(10, exponent) : value;
}

/* " nest [libs] [dx,dy:class] [cells]" */
static bool read_shape(const reader *r, feature_id group, const char *at, const char *end,
                       shape *s)
{
    const vocabulary *v = r->g->v;
    *s = (shape){.mark = -1};
    if (!skip(&at, end, ' '))
        return false;
    int64_t nest, class;
    if (!read_digits(&at, end, &nest) || nest >= shape_nests(&v->set, group))
        return false;
    s->nest = (uint8_t)nest;
    s->size = (uint8_t)shape_size(group, (int)nest);
    if (group == F_SHAPE3) {
        if (!skip(&at, end, ' '))
            return false;
        for (int i = 0; i < SHAPE_LIBS; i++) {
            if (at >= end || *at < '0' || *at > '3')
                return false;
            s->libs[i] = (uint8_t)(*at++ - '0');
        }
    }
    if (group == F_RESPONSE || group == F_FOLLOW) {
        int dx, dy;
        if (!skip(&at, end, ' ') || !read_signed(&at, end, DIAMOND_REACH, &dx) ||
            !skip(&at, end, ',') || !read_signed(&at, end, DIAMOND_REACH, &dy) ||
            !skip(&at, end, ':') || !read_digits(&at, end, &class) || class > 3)
            return false;
        s->mark = v->geometry->index[dy + DIAMOND_REACH][dx + DIAMOND_REACH];
        s->mark_class = (uint8_t)class;
        if (s->mark >= v->geometry->n_cells)
            return false;
    }
    const int n = s->size ? v->geometry->end[s->size] : 0;
    if (n && !skip(&at, end, ' '))
        return false;
    for (int i = 0; i < n; i += 3) {
        int value = at < end ? r->value[(unsigned char)*at++] : -1;
        if (value < 0)
            return false;
        for (int j = 0; j < 3 && i + j < n; j++)
            shape_set_cell(s, i + j, value >> (2 * j) & 3);
    }
    return at == end;
}

static void read_feature(reader *r, feature_id id, int i)
{
    text_line line;
    if (!next_line(r, &line)) {
        bad(r, "the file ends within the group '%s'", feature_describe(id)->name);
        return;
    }
    const char *at = line.at, *end = line.end;
    const int n = (int)(end - at);
    double gamma = read_decimal(&at, end), count = 0;
    if (at == line.at || at > end || !(gamma > 0) || !(gamma < 1e31))
        bad(r, "a gamma must be a number above 0 and below 1e31, not '%.*s'", n < 20 ? n : 20,
            line.at);
    bool spaced = skip(&at, end, ' ');
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9' && at - digits < 10)
        count = 10 * count + *at++ - '0';
    if (!spaced || at == digits || count > UINT32_MAX)
        bad(r, "no count after the gamma");
    if ((int)id < SHAPE_GROUPS && i > 0 && r->status == GO_OK) {
        shape *s = &r->g->v->shapes[id].shapes[i];
        if (read_shape(r, id, at, end, s))
            r->keys[i] = shape_key_of(r->g->v, id, s);
        else
            bad(r, "this is not a shape of the group '%s'", feature_describe(id)->name);
    }
    if (r->status != GO_OK)
        return;
    r->g->gamma[r->n] = gammas_within(gamma);
    r->g->count[r->n++] = (uint32_t)count;
}

/* ---- sections ---- */

/* Notes the place of the group `name` with this many features, and skips them. */
static void add_section(reader *r, const char *name, int features)
{
    vocabulary *v = r->g->v;
    int id = feature_by_name(name);
    int last = r->n_sections ? (int)r->sections[r->n_sections - 1].id : -1;
    if (id < 0)
        bad(r, "this version does not know the group '%s'", name);
    else if (id <= last)
        bad(r, "the group '%s' is out of order", name);
    else if (features < 1 || (id >= SHAPE_GROUPS &&
                              features != feature_levels((feature_id)id, v->board_size)))
        bad(r, "the group '%s' does not have %d features in this version", name, features);
    if (r->status != GO_OK)
        return;
    v->set.groups |= 1u << id;
    r->sections[r->n_sections++] = (section){.id = (feature_id)id, .first = r->n, .n = features,
                                             .at = r->at, .line = r->line};
    r->n += features;
    text_line line;
    for (int i = 0; i < features && r->status == GO_OK; i++)
        if (!next_line(r, &line))
            bad(r, "the file ends within the group '%s'", name);
}

/* The number that ends a line after `head`; -1: the line has another form. */
static int number_after(text_line line, const char *head)
{
    const size_t n = strlen(head);
    if ((size_t)(line.end - line.at) < n || memcmp(line.at, head, n) != 0)
        return -1;
    const char *at = line.at + n;
    int64_t number;
    const bool is = read_digits(&at, line.end, &number) && at == line.end && number <= MAX_FILE;
    return is ? (int)number : -1;
}

/* Reads "group NAME N" and skips its features.  False: it was "end N" instead, or
 * a fault.                                                                    */
static bool find_section(reader *r)
{
    text_line line;
    char head[64];
    if (!next_line(r, &line)) {
        bad(r, "the file is cut short: it has no 'end'");
        return false;
    }
    int total = number_after(line, "end "), features = -1;
    if (total >= 0) {
        if (total != r->n)
            bad(r, "expected %d gammas, found %d", total, r->n);
        return false;
    }
    const char *space = memrchr(line.at, ' ', (size_t)(line.end - line.at));
    const ptrdiff_t prefix = (ptrdiff_t)strlen("group "), n = space ? space + 1 - line.at : 0;
    if (n > prefix + 1 && n < (ptrdiff_t)sizeof head &&
        !memcmp(line.at, "group ", (size_t)prefix)) {
        snprintf(head, sizeof head, "%.*s", (int)n, line.at);
        features = number_after(line, head);
        head[n - 1] = '\0';
    }
    if (features < 0)
        bad(r, "expected 'group' or 'end'");
    else
        add_section(r, head + prefix, features);
    return r->status == GO_OK;
}

/* In a shape group the first feature is "no known shape", and the others make the
 * dictionary.                                                                */
static void read_section(const reader *all, section *s)
{
    reader r = *all; /* its own place in the text; the arrays are shared */
    const bool shapes = (int)s->id < SHAPE_GROUPS;
    r.at = s->at;
    r.line = s->line;
    r.n = s->first;
    r.err = &s->err;
    r.keys = shapes ? malloc((size_t)s->n * sizeof *r.keys) : NULL;
    if (shapes && !r.keys)
        out_of_memory(&r);
    else if (shapes)
        r.status = vocabulary_reserve(r.g->v, s->id, s->n, r.err);
    for (int i = 0; i < s->n && r.status == GO_OK; i++)
        read_feature(&r, s->id, i);
    if (shapes && r.status == GO_OK) {
        int twice = vocabulary_index(r.g->v, s->id, r.keys, s->n - 1);
        r.line = s->line + 1 + twice;
        if (twice)
            bad(&r, "this shape appears twice");
    }
    free(r.keys);
    s->status = r.status;
}

/* The groups do not depend on each other: each has its own dictionary. */
static void read_sections(reader *r)
{
    gammas *g = r->g;
    g->n = r->n;
    g->gamma = calloc((size_t)r->n + 1, sizeof *g->gamma);
    g->count = calloc((size_t)r->n + 1, sizeof *g->count);
    if (!g->gamma || !g->count) {
        out_of_memory(r);
        return;
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < r->n_sections; i++)
        read_section(r, &r->sections[i]);
    for (int i = 0; i < r->n_sections && r->status == GO_OK; i++)
        if (r->sections[i].status != GO_OK)
            r->status = go_fail(r->err, r->sections[i].status, "%s", r->sections[i].err.message);
    g->gamma[r->n] = 1;
    vocabulary_number(g->v);
}

static void read_magic(reader *r)
{
    text_line line;
    const size_t k = sizeof gammas_magic - 1;
    if (!next_line(r, &line) || (size_t)(line.end - line.at) < k ||
        memcmp(line.at, gammas_magic, k) != 0) {
        r->status =
            go_fail(r->err, GO_EFORMAT, "%s is not a gammas file: it does not begin with '%s'",
                    r->name, gammas_magic);
        return;
    }
    const int rest = (int)(line.end - line.at - (ptrdiff_t)k);
    if (number_after(line, "katachi-gammas ") != GAMMAS_VERSION)
        r->status = go_fail(r->err, GO_EFORMAT,
                            "%s, line 1: version%.*s of the format is that of another Katachi "
                            "(this one reads version %d); use that one, or make gammas with "
                            "'katachi train'",
                            r->name, rest < 20 ? rest : 20, line.at + k, GAMMAS_VERSION);
}

go_status gammas_parse(gammas **out, const char *text, size_t n, const char *name, go_error *err)
{
    reader r = {.name = name, .at = text, .end = text + n, .err = err,
                .g = calloc(1, sizeof *r.g)};
    memset(r.value, -1, sizeof r.value);
    for (int i = 0; i < 64; i++)
        r.value[(unsigned char)gammas_letters[i]] = (int8_t)i;
    if (r.g)
        read_magic(&r);
    else
        out_of_memory(&r);
    if (r.status == GO_OK)
        read_set(&r);
    if (r.status == GO_OK)
        read_origin(&r);
    while (r.status == GO_OK && find_section(&r)) {
    }
    if (r.status == GO_OK && r.at != r.end)
        bad(&r, "unexpected text after 'end'");
    if (r.status == GO_OK)
        read_sections(&r);
    if (r.status == GO_OK)
        *out = r.g;
    else
        gammas_destroy(r.g);
    return r.status;
}

go_status gammas_read(gammas **out, const char *path, go_error *err)
{
    char *text;
    size_t n;
    GO_TRY(read_file(path, MAX_FILE, &text, &n, err));
    go_status status = gammas_parse(out, text, n, path, err);
    free(text);
    return status;
}
