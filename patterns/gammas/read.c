/* read.c -- reads gammas from the text format of doc/formats.md. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io/read_file.h"
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
    go_error *err;
    vocabulary *v;
    gammas_origin origin;
    float *gamma;
    uint32_t *count;
    int n;             /* gammas so far */
    uint64_t *keys;    /* of the shapes of the group being read */
    int8_t value[256]; /* of each letter of the cells, -1: none */
    int n_sections;
    section sections[F_N_GROUPS];
} reader;

__attribute__((format(printf, 2, 3))) static go_status bad(reader *r, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return go_fail(r->err, GO_EFORMAT,
                   "%s, line %d: %s; get a whole copy, or make one with `katachi train`", r->name,
                   r->line, what);
}

/* Copies the next line without its end into `line`; false at the end of data. */
static bool next_line(reader *r, const char **line, int *n)
{
    if (r->at >= r->end)
        return false;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (!stop)
        return false; /* cut short */
    *line = r->at;
    *n = (int)(stop - r->at);
    r->at = stop + 1;
    r->line++;
    return true;
}

/* Expects "key value"; the value is copied. */
static go_status read_header(reader *r, const char *key, char *value, size_t size)
{
    const char *line;
    int n;
    size_t k = strlen(key);
    if (!next_line(r, &line, &n))
        return bad(r, "the file ends where '%s' should be", key);
    if ((size_t)n <= k + 1 || memcmp(line, key, k) || line[k] != ' ')
        return bad(r, "'%s' expected", key);
    if ((size_t)n - k - 1 >= size)
        return bad(r, "the value of '%s' is too long", key);
    memcpy(value, line + k + 1, (size_t)n - k - 1);
    value[(size_t)n - k - 1] = '\0';
    return GO_OK;
}

static go_status read_number(reader *r, const char *key, double low, double high, double *value)
{
    char text[64], *stop;
    go_status status = read_header(r, key, text, sizeof text);
    if (status != GO_OK)
        return status;
    *value = strtod(text, &stop);
    if (*stop || !(*value >= low && *value <= high))
        return bad(r, "'%s' should be a number from %g to %g, not '%s'", key, low, high, text);
    return GO_OK;
}

static go_status read_int(reader *r, const char *key, int low, int high, int *value)
{
    double number;
    go_status status = read_number(r, key, low, high, &number);
    if (status == GO_OK && number != floor(number))
        return bad(r, "'%s' should be a whole number", key);
    if (status == GO_OK)
        *value = (int)number;
    return status;
}

static go_status read_set(reader *r)
{
    char name[64];
    int board_size = 0, most = 0, diamond = 0, response = 0, reach = 0;
    go_status status = read_header(r, "set", name, sizeof name);
    if (status != GO_OK)
        return status;
    const feature_set *known = feature_set_by_name(name);
    if (!known)
        return bad(r, "the feature set '%s' is not known to this version", name);
    feature_set set = *known;
    if ((status = read_int(r, "board", BOARD_MIN_SIZE, BOARD_MAX_SIZE, &board_size)) != GO_OK ||
        (status = read_int(r, "shape-max", 3, SHAPE_MAX, &most)) != GO_OK ||
        (status = read_int(r, "diamond-max", 3, DIAMOND_MAX, &diamond)) != GO_OK ||
        (status = read_int(r, "response-max", 2, DIAMOND_MAX, &response)) != GO_OK ||
        (status = read_int(r, "response-reach", DIAMOND_MIN, DIAMOND_MAX, &reach)) != GO_OK)
        return status;
    set.shape_max = most;
    set.diamond_max = diamond;
    set.response_max = response;
    set.response_reach = reach;
    set.groups = 0; /* those that follow */
    r->v = vocabulary_create(&set, board_size);
    return r->v ? GO_OK : go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
}

static go_status read_origin(reader *r)
{
    gammas_origin *o = &r->origin;
    char text[64], *stop;
    double games = 0, positions = 0;
    go_status status;
    if ((status = read_header(r, "data", o->data, sizeof o->data)) != GO_OK ||
        (status = read_number(r, "games", 0, 1e15, &games)) != GO_OK ||
        (status = read_number(r, "positions", 0, 1e15, &positions)) != GO_OK ||
        (status = read_int(r, "min-count", 0, 1 << 30, &o->min_count)) != GO_OK ||
        (status = read_number(r, "prior", 0, 1e9, &o->prior)) != GO_OK ||
        (status = read_int(r, "iterations", 0, 1 << 30, &o->iterations)) != GO_OK ||
        (status = read_number(r, "log-likelihood", -1e9, 0, &o->log_likelihood)) != GO_OK ||
        (status = read_header(r, "fingerprint", text, sizeof text)) != GO_OK)
        return status;
    o->fingerprint = strtoull(text, &stop, 16);
    if (*stop)
        return bad(r, "'fingerprint' should be a number in base 16");
    o->games = (int64_t)games;
    o->positions = (int64_t)positions;
    return GO_OK;
}

/* ---- features ---- */

/* A whole number, not negative, up to 9 digits; -1: none there. */
static int read_digits(const char **at, const char *end)
{
    int value = 0, n = 0;
    while (*at < end && **at >= '0' && **at <= '9' && n++ < 9)
        value = 10 * value + *(*at)++ - '0';
    return n ? value : -1;
}

static bool skip(const char **at, const char *end, char c)
{
    if (*at >= end || **at != c)
        return false;
    ++*at;
    return true;
}

static int read_signed(const char **at, const char *end)
{
    bool minus = skip(at, end, '-');
    int value = read_digits(at, end);
    return minus ? -value : value;
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
        exponent = read_signed(&p, end);
        if (exponent < -300 || exponent > 300)
            return -1;
    }
    *at = p;
    value /= unit[places];
    return exponent ? value * pow(10, exponent) : value;
}

static bool read_cells(const reader *r, const char **at, const char *end, shape *s)
{
    int n = r->v->geometry->end[s->size];
    for (int i = 0; i < n; i += 3) {
        int value = *at < end ? r->value[(unsigned char)*(*at)++] : -1;
        if (value < 0)
            return false;
        for (int j = 0; j < 3 && i + j < n; j++)
            shape_set_cell(s, i + j, value >> (2 * j) & 3);
    }
    return true;
}

static bool read_mark(const vocabulary *v, const char **at, const char *end, shape *s)
{
    int dx = read_signed(at, end);
    bool ok = skip(at, end, ',');
    int dy = read_signed(at, end);
    ok = ok && skip(at, end, ':');
    int what = read_digits(at, end);
    if (!ok || what < 0 || what > 3 || abs(dx) > DIAMOND_REACH || abs(dy) > DIAMOND_REACH)
        return false;
    int cell = v->geometry->index[dy + DIAMOND_REACH][dx + DIAMOND_REACH];
    s->mark = (int16_t)cell;
    s->mark_class = (uint8_t)what;
    return cell < v->geometry->n_cells;
}

/* " nest [libs] [dx,dy:what] [cells]" */
static bool read_shape(const reader *r, feature_id group, const char *at, const char *end,
                       shape *s)
{
    const vocabulary *v = r->v;
    *s = (shape){.mark = -1};
    if (!skip(&at, end, ' '))
        return false;
    int nest = read_digits(&at, end);
    if (nest < 0 || nest >= shape_nests(&v->set, group))
        return false;
    s->nest = (uint8_t)nest;
    s->size = (uint8_t)shape_size(group, nest);
    if (group == F_SHAPE3) {
        if (!skip(&at, end, ' '))
            return false;
        for (int i = 0; i < SHAPE_LIBS; i++) {
            if (at >= end || *at < '0' || *at > '3')
                return false;
            s->libs[i] = (uint8_t)(*at++ - '0');
        }
    }
    if (group == F_RESPONSE || group == F_FOLLOW)
        if (!skip(&at, end, ' ') || !read_mark(v, &at, end, s))
            return false;
    if (s->size && (!skip(&at, end, ' ') || !read_cells(r, &at, end, s)))
        return false;
    return at == end;
}

static go_status read_feature(reader *r, feature_id id, int i)
{
    const char *line;
    int n;
    if (!next_line(r, &line, &n))
        return bad(r, "the file ends within the group '%s'", feature_describe(id)->name);
    const char *end = line + n;
    const char *at = line;
    double gamma = read_decimal(&at, end);
    if (at == line || at > end || !(gamma > 0) || !(gamma < 1e31))
        return bad(r, "a gamma should be a number above 0, not '%.*s'", n < 20 ? n : 20, line);
    if (!skip(&at, end, ' '))
        return bad(r, "a count should follow the gamma");
    const char *digits = at;
    double count = 0;
    while (at < end && *at >= '0' && *at <= '9' && at - digits < 10)
        count = 10 * count + *at++ - '0';
    if (at == digits || count > UINT32_MAX)
        return bad(r, "a count should follow the gamma");
    if ((int)id < SHAPE_GROUPS && i > 0) {
        shape *s = &r->v->shapes[id].shapes[i];
        if (!read_shape(r, id, at, end, s))
            return bad(r, "this is not a shape of the group '%s'", feature_describe(id)->name);
        r->keys[i] = shape_key_of(r->v, id, s);
    }
    r->gamma[r->n] = (float)gamma;
    r->count[r->n++] = (uint32_t)count;
    return GO_OK;
}

/* ---- sections ---- */

static bool skip_lines(reader *r, int n)
{
    const char *line;
    int length;
    while (n > 0 && next_line(r, &line, &length))
        n--;
    return n == 0;
}

static go_status add_section(reader *r, const char *name, int features)
{
    int id = feature_by_name(name), last = r->n_sections ? (int)r->sections[r->n_sections - 1].id : -1;
    if (id < 0)
        return bad(r, "the group '%s' is not known to this version", name);
    if (id <= last)
        return bad(r, "the group '%s' is out of order", name);
    if (features < 1 ||
        (id >= SHAPE_GROUPS && features != feature_levels((feature_id)id, r->v->board_size)))
        return bad(r, "the group '%s' does not have %d features in this version", name, features);
    r->v->set.groups |= 1u << id;
    r->sections[r->n_sections++] = (section){.id = (feature_id)id, .first = r->n, .n = features,
                                             .at = r->at, .line = r->line};
    if (!skip_lines(r, features))
        return bad(r, "the file ends within the group '%s'", name);
    r->n += features;
    return GO_OK;
}

/* The number that ends a line after `head`; -1: the line is not of that form. */
static int number_after(const char *line, int n, const char *head)
{
    const char *at = line + strlen(head), *end = line + n;
    if ((size_t)n < strlen(head) || memcmp(line, head, strlen(head)) != 0)
        return -1;
    int number = read_digits(&at, end);
    return at == end ? number : -1;
}

/* Reads "group NAME N" and skips its features; *done: it was "end N" instead. */
static go_status find_section(reader *r, bool *done)
{
    const char *line;
    char head[64];
    int n;
    if (!next_line(r, &line, &n))
        return bad(r, "the file is cut short: it has no 'end'");
    int total = number_after(line, n, "end ");
    if (total >= 0) {
        *done = true;
        return total == r->n ? GO_OK : bad(r, "%d gammas announced, %d found", total, r->n);
    }
    const char *name = line + strlen("group "), *space = memrchr(line, ' ', (size_t)n);
    if (!space || space <= name || space - line >= (int)sizeof head - 1 ||
        memcmp(line, "group ", strlen("group ")) != 0)
        return bad(r, "'group' or 'end' expected");
    snprintf(head, sizeof head, "%.*s", (int)(space + 1 - line), line);
    int features = number_after(line, n, head);
    snprintf(head, sizeof head, "%.*s", (int)(space - name), name);
    return features < 0 ? bad(r, "'group' or 'end' expected") : add_section(r, head, features);
}

static go_status read_features(reader *r, const section *s)
{
    go_status status = GO_OK;
    for (int i = 0; i < s->n && status == GO_OK; i++)
        status = read_feature(r, s->id, i);
    return status;
}

/* A shape group: the first feature is "no known shape", the others make the
 * dictionary.                                                                */
static go_status read_shapes(reader *r, const section *s)
{
    r->keys = malloc((size_t)s->n * sizeof *r->keys);
    go_status status = r->keys ? vocabulary_reserve(r->v, s->id, s->n, r->err)
                               : go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
    if (status == GO_OK)
        status = read_features(r, s);
    if (status == GO_OK) {
        int twice = vocabulary_index(r->v, s->id, r->keys, s->n - 1);
        r->line = s->line + 1 + twice;
        if (twice)
            status = bad(r, "this shape is there twice");
    }
    free(r->keys);
    return status;
}

static void read_section(const reader *all, section *s)
{
    reader r = *all; /* its own place in the text; the arrays are shared */
    r.at = s->at;
    r.line = s->line;
    r.n = s->first;
    r.err = &s->err;
    s->status = (int)s->id < SHAPE_GROUPS ? read_shapes(&r, s) : read_features(&r, s);
}

/* The groups do not depend on each other: each has its own dictionary. */
static go_status read_sections(reader *r)
{
    r->gamma = calloc((size_t)r->n + 1, sizeof *r->gamma);
    r->count = calloc((size_t)r->n + 1, sizeof *r->count);
    if (!r->gamma || !r->count)
        return go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < r->n_sections; i++)
        read_section(r, &r->sections[i]);
    for (int i = 0; i < r->n_sections; i++)
        if (r->sections[i].status != GO_OK)
            return go_fail(r->err, r->sections[i].status, "%s", r->sections[i].err.message);
    return GO_OK;
}

static go_status read_magic(reader *r)
{
    const char *line;
    int n;
    size_t k = sizeof gammas_magic - 1;
    if (!next_line(r, &line, &n) || (size_t)n < k || memcmp(line, gammas_magic, k) != 0)
        return go_fail(r->err, GO_EFORMAT,
                       "%s is not a gammas file: it does not begin with '%s'; make one with "
                       "`katachi train`", r->name, gammas_magic);
    if (number_after(line, n, "katachi-gammas ") != GAMMAS_VERSION)
        return bad(r, "this is version%.*s of the format, this program reads %d",
                   n - (int)k < 20 ? n - (int)k : 20, line + k, GAMMAS_VERSION);
    return GO_OK;
}

static go_status read_everything(reader *r)
{
    bool done = false;
    go_status status = read_magic(r);
    if (status == GO_OK)
        status = read_set(r);
    if (status == GO_OK)
        status = read_origin(r);
    while (status == GO_OK && !done)
        status = find_section(r, &done);
    if (status == GO_OK && r->at != r->end)
        status = bad(r, "something follows the 'end'");
    return status == GO_OK ? read_sections(r) : status;
}

static go_status hand_over(reader *r, gammas **out)
{
    gammas *g = calloc(1, sizeof *g);
    if (!g)
        return go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
    r->gamma[r->n] = 1;
    vocabulary_number(r->v);
    *g = (gammas){r->v, r->n, r->gamma, r->count, r->origin};
    *out = g;
    return GO_OK;
}

go_status gammas_parse(gammas **out, const char *text, size_t n, const char *name, go_error *err)
{
    reader r = {.name = name, .at = text, .end = text + n, .err = err};
    memset(r.value, -1, sizeof r.value);
    for (int i = 0; i < 64; i++)
        r.value[(unsigned char)gammas_letters[i]] = (int8_t)i;
    go_status status = read_everything(&r);
    if (status == GO_OK)
        status = hand_over(&r, out);
    if (status != GO_OK) {
        vocabulary_destroy(r.v);
        free(r.gamma);
        free(r.count);
    }
    return status;
}

go_status gammas_read(gammas **out, const char *path, go_error *err)
{
    char *text;
    size_t n;
    go_status status = read_file(path, MAX_FILE, &text, &n, err);
    if (status != GO_OK)
        return status;
    status = gammas_parse(out, text, n, path, err);
    free(text);
    return status;
}
