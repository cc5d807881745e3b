/* gammas_file.c -- the text format of gammas (doc/formats.md). */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "patterns/gammas.h"

static const char magic[] = "katachi-gammas";
enum { FORMAT_VERSION = 1, MAX_FILE = 1 << 30 };

/* Three cells of two bits in a letter. */
static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

/* ---- writing ---- */

static void write_cells(FILE *f, const vocabulary *v, const shape *s)
{
    int n = s->size ? v->geometry->end[s->size] : 0;
    fputc(' ', f);
    for (int i = 0; i < n; i += 3) {
        int value = 0;
        for (int j = 0; j < 3 && i + j < n; j++)
            value |= shape_cell(s, i + j) << (2 * j);
        fputc(letters[value], f);
    }
}

static void write_shape(FILE *f, const vocabulary *v, feature_id group, const shape *s)
{
    fprintf(f, " %d", s->nest);
    if (group == F_SHAPE3)
        for (int i = 0; i < SHAPE_LIBS; i++)
            fprintf(f, "%s%d", i ? "" : " ", s->libs[i]);
    if (s->mark >= 0)
        fprintf(f, " %d,%d:%d", v->geometry->cell[s->mark].dx, v->geometry->cell[s->mark].dy,
                s->mark_what);
    if (s->size)
        write_cells(f, v, s);
}

static void write_group(FILE *f, const gammas *g, feature_id id)
{
    const vocabulary *v = g->v;
    char name[256];
    int n = v->first[(int)id + 1] - v->first[id];
    if (!n)
        return;
    fprintf(f, "group %s %d\n", feature_describe(id)->name, n);
    for (int i = 0; i < n; i++) {
        int number = v->first[id] + i;
        fprintf(f, "%.6g %" PRIu32, (double)g->gamma[number], g->count[number]);
        if ((int)id >= F_PAIR) {
            ; /* thousands of levels: their order is told in doc/formats.md */
        } else if ((int)id >= SHAPE_GROUPS) {
            feature_level_name(id, i, name, sizeof name);
            fprintf(f, " # %s", name);
        } else if (i > 0) {
            write_shape(f, v, id, &v->shapes[id].shapes[i]);
        }
        fputc('\n', f);
    }
}

/* Names of inputs may hold anything; a line may not hold a line break. */
static void write_data(FILE *f, const char *data)
{
    fputs("data ", f);
    for (const char *c = data; *c; c++)
        fputc((unsigned char)*c < ' ' ? '?' : *c, f);
    fputs(data[0] ? "\n" : "unknown\n", f);
}

go_status gammas_write(const gammas *g, const char *path, go_error *err)
{
    const vocabulary *v = g->v;
    const gammas_origin *o = &g->origin;
    atomic_file *file;
    go_status status = atomic_file_open(&file, path, err);
    if (status != GO_OK)
        return status;
    FILE *f = atomic_file_stream(file);
    fprintf(f, "%s %d\nset %s\nboard %d\nshape-max %d\n", magic, FORMAT_VERSION, v->set.name,
            v->board_size, v->set.shape_max);
    fprintf(f, "diamond-max %d\nresponse-max %d\nresponse-reach %d\n", v->set.diamond_max,
            v->set.response_max, v->set.response_reach);
    write_data(f, o->data);
    fprintf(f, "games %" PRId64 "\npositions %" PRId64 "\nmin-count %d\nprior %.9g\n",
            o->games, o->positions, o->min_count, o->prior);
    fprintf(f, "iterations %d\nlog-likelihood %.6f\nfingerprint %016" PRIx64 "\n", o->iterations,
            o->log_likelihood, o->fingerprint);
    for (int id = 0; id < F_N_GROUPS; id++)
        write_group(f, g, (feature_id)id);
    fprintf(f, "end %d\n", g->n);
    return atomic_file_commit(file, err);
}

/* ---- reading ---- */

typedef struct reader {
    const char *name, *at, *end;
    int line;
    go_error *err;
    vocabulary *v;
    gammas_origin origin;
    float *gamma;
    uint32_t *count;
    int n;
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

/* Makes room for n more gammas and the 1 at the end. */
static go_status make_room(reader *r, int n)
{
    size_t room = (size_t)r->n + (size_t)n + 1;
    float *g = realloc(r->gamma, room * sizeof *g);
    r->gamma = g ? g : r->gamma;
    uint32_t *c = realloc(r->count, room * sizeof *c);
    r->count = c ? c : r->count;
    if (!g || !c)
        return go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
    return GO_OK;
}

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
    const char *p = *at;
    double value = 0, unit = 1;
    int digits = 0, exponent = 0;
    for (; p < end && *p >= '0' && *p <= '9' && digits < 18; digits++)
        value = 10 * value + (*p++ - '0');
    if (p < end && *p == '.')
        for (p++; p < end && *p >= '0' && *p <= '9' && digits < 18; digits++, unit *= 10)
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
    value /= unit;
    return exponent ? value * pow(10, exponent) : value;
}

static int letter_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '-' ? 63 : -1;
}

static bool read_cells(const vocabulary *v, const char **at, const char *end, shape *s)
{
    int n = v->geometry->end[s->size];
    for (int i = 0; i < n; i += 3) {
        int value = *at < end ? letter_value(*(*at)++) : -1;
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
    s->mark_what = (uint8_t)what;
    return cell < v->geometry->n_cells;
}

/* " nest [libs] [dx,dy:what] [cells]" */
static bool read_shape(const vocabulary *v, feature_id group, const char *at, const char *end,
                       shape *s)
{
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
    if (s->size && (!skip(&at, end, ' ') || !read_cells(v, &at, end, s)))
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
        shape s;
        if (!read_shape(r->v, id, at, end, &s))
            return bad(r, "this is not a shape of the group '%s'", feature_describe(id)->name);
        int known = r->v->shapes[id].n;
        go_status status = vocabulary_add(r->v, id, shape_key_of(r->v, id, &s), &s, r->err);
        if (status != GO_OK)
            return status;
        if (r->v->shapes[id].n == known)
            return bad(r, "this shape is there twice");
    }
    r->gamma[r->n] = (float)gamma;
    r->count[r->n++] = (uint32_t)count;
    return GO_OK;
}

/* Reads "group NAME N" and its features; *done when it is "end N" instead. */
static go_status read_group(reader *r, int *last, bool *done)
{
    const char *line;
    char name[64];
    int n, features;
    if (!next_line(r, &line, &n))
        return bad(r, "the file is cut short: it has no 'end'");
    if (n >= 64)
        return bad(r, "'group' or 'end' expected");
    memcpy(name, line, (size_t)n);
    name[n] = '\0';
    if (sscanf(name, "end %d", &features) == 1) {
        *done = true;
        return features == r->n ? GO_OK : bad(r, "%d gammas announced, %d found", features, r->n);
    }
    char group[64];
    if (sscanf(name, "group %63s %d", group, &features) != 2)
        return bad(r, "'group' or 'end' expected");
    int id = feature_by_name(group);
    if (id < 0)
        return bad(r, "the group '%s' is not known to this version", group);
    if (id <= *last)
        return bad(r, "the group '%s' is out of order", group);
    if (features < 1 || (id >= SHAPE_GROUPS && features != feature_levels((feature_id)id, r->v->board_size)))
        return bad(r, "the group '%s' does not have %d features in this version", group, features);
    if (features > r->end - r->at)
        return bad(r, "%d features cannot follow in the rest of the file", features);
    *last = id;
    r->v->set.groups |= 1u << id;
    go_status status = make_room(r, features);
    if (status == GO_OK && id < SHAPE_GROUPS)
        status = vocabulary_reserve(r->v, (feature_id)id, features, r->err);
    for (int i = 0; i < features && status == GO_OK; i++)
        status = read_feature(r, (feature_id)id, i);
    return status;
}

static go_status read_magic(reader *r)
{
    char version[32];
    const char *line;
    int n;
    size_t k = sizeof magic - 1;
    if (!next_line(r, &line, &n) || (size_t)n < k || memcmp(line, magic, k))
        return go_fail(r->err, GO_EFORMAT,
                       "%s is not a gammas file: it does not begin with '%s'; make one with "
                       "`katachi train`", r->name, magic);
    snprintf(version, sizeof version, "%.*s", n - (int)k, line + k);
    if (atoi(version) != FORMAT_VERSION)
        return bad(r, "this is version%s of the format, this program reads %d", version,
                   FORMAT_VERSION);
    return GO_OK;
}

static go_status read_everything(reader *r)
{
    int last = -1;
    bool done = false;
    go_status status = read_magic(r);
    if (status == GO_OK)
        status = read_set(r);
    if (status == GO_OK)
        status = read_origin(r);
    while (status == GO_OK && !done)
        status = read_group(r, &last, &done);
    if (status == GO_OK && r->at != r->end)
        status = bad(r, "something follows the 'end'");
    return status;
}

static go_status hand_over(reader *r, gammas **out)
{
    gammas *g = calloc(1, sizeof *g);
    if (!g || make_room(r, 0) != GO_OK) {
        free(g);
        return go_fail(r->err, GO_ENOMEM, "out of memory while reading %s", r->name);
    }
    r->gamma[r->n] = 1;
    vocabulary_number(r->v);
    *g = (gammas){r->v, r->n, r->gamma, r->count, r->origin};
    *out = g;
    return GO_OK;
}

go_status gammas_parse(gammas **out, const char *text, size_t n, const char *name, go_error *err)
{
    reader r = {.name = name, .at = text, .end = text + n, .err = err};
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
