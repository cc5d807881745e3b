#include "nn/golden/golden.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "nn/golden/golden_internal.h"

enum { MAX_BYTES = 256 << 20 };

static const char *const number_key[NN_GOLDEN_NUMBERS] = {
#define X(number, key) [NN_GOLDEN_##number] = key,
    NN_GOLDEN_NUMBER_LIST(X)
#undef X
};

/* ---- contents ---- */

const char *nn_golden_net(const nn_golden *g)
{
    return json_string_value(json_object_get(g->root, "net"));
}

size_t nn_golden_count(const nn_golden *g)
{
    return json_array_size(json_object_get(g->root, "positions"));
}

const json_t *nn_golden_entry(const nn_golden *g, size_t i)
{
    return json_array_get(json_object_get(g->root, "positions"), i);
}

const char *nn_golden_id(const nn_golden *g, size_t i)
{
    const char *id = json_string_value(json_object_get(nn_golden_entry(g, i), "id"));
    return id ? id : "?";
}

go_status nn_golden_fail(const nn_golden *g, size_t i, go_error *err, const char *format, ...)
{
    char what[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return go_fail(err, GO_EFORMAT, "%s: position %zu (%s): %s", g->path, i + 1, nn_golden_id(g, i),
                   what);
}

/* A whole number, -1000 if it is out of any range; 0 for anything else. */
static int int_of(const json_t *value)
{
    json_int_t n = json_integer_value(value);
    return n < -1000 || n > 1000 ? -1000 : (int)n;
}

void nn_golden_sides(const nn_golden *g, size_t i, int *width, int *height)
{
    const json_t *entry = nn_golden_entry(g, i), *size = json_object_get(entry, "size");
    *width = int_of(size ? size : json_object_get(entry, "xsize"));
    *height = int_of(size ? size : json_object_get(entry, "ysize"));
}

/* ---- types ---- */

typedef struct json_kind {
    int types; /* a bit for each json_type */
    const char *words;
} json_kind;

static const json_kind object = {1 << JSON_OBJECT, "an object"}, list = {1 << JSON_ARRAY, "a list"},
    string = {1 << JSON_STRING, "a string"}, integer = {1 << JSON_INTEGER, "a whole number"},
    number = {1 << JSON_INTEGER | 1 << JSON_REAL, "a number"},
    boolean = {1 << JSON_TRUE | 1 << JSON_FALSE, "true or false"},
    name_or_object = {1 << JSON_STRING | 1 << JSON_OBJECT, "a name or an object"};

typedef struct key_type {
    const char *key;
    const json_kind *type;
} key_type;

static const key_type position_keys[] = {
    {"id", &string}, {"xsize", &integer}, {"ysize", &integer}, {"size", &integer},
    {"rules", &name_or_object}, {"rules_json", &object}, {"komi", &number}, {"setup", &list},
    {"moves", &list}, {"next", &string}, {"params", &object}, {"preventEncore", &boolean},
    {"spatial", &list}, {"global", &list}, {"eval", &list}, {0}};
static const key_type rules_keys[] = {
    {"suicide", &boolean}, {"hasButton", &boolean}, {"friendlyPassOk", &boolean}, {0}};
static const key_type eval_keys[] = {
    {"optimism", &number}, {"policy", &list}, {"whiteOwnership", &list}, {0}};

static go_status check_types(const nn_golden *g, size_t i, const json_t *from,
                             const key_type *keys, go_error *err)
{
    for (const key_type *k = keys; k->key; k++) {
        const json_t *value = json_object_get(from, k->key);
        if (value && !(1 << json_typeof(value) & k->type->types))
            return nn_golden_fail(g, i, err, "\"%s\" is not %s", k->key, k->type->words);
    }
    return GO_OK;
}

static go_status check_eval(const nn_golden *g, size_t i, const json_t *eval, go_error *err)
{
    if (!json_is_object(eval))
        return nn_golden_fail(g, i, err, "\"eval\" is not a list of objects");
    GO_TRY(check_types(g, i, eval, eval_keys, err));
    for (int n = 0; n < NN_GOLDEN_NUMBERS; n++) {
        const key_type one[] = {{number_key[n], &number}, {0}};
        GO_TRY(check_types(g, i, eval, one, err));
    }
    return GO_OK;
}

static go_status check_position_types(const nn_golden *g, size_t i, go_error *err)
{
    const json_t *entry = nn_golden_entry(g, i), *evals = json_object_get(entry, "eval");
    GO_TRY(check_types(g, i, entry, position_keys, err));
    GO_TRY(check_types(g, i, json_object_get(entry, "rules"), rules_keys, err));
    GO_TRY(check_types(g, i, json_object_get(entry, "rules_json"), rules_keys, err));
    for (size_t k = 0; k < json_array_size(evals); k++)
        GO_TRY(check_eval(g, i, json_array_get(evals, k), err));
    return GO_OK;
}

/* ---- opening ---- */

static go_status load(nn_golden *g, const char *path, go_error *err)
{
    json_error_t where;
    char *text;
    size_t n;
    g->path = strdup(path);
    if (!g->path)
        return go_fail(err, GO_ENOMEM, "out of memory for %s", path);
    GO_TRY(read_file(path, MAX_BYTES, &text, &n, err));
    g->root = json_loadb(text, n, 0, &where);
    free(text);
    if (!g->root)
        return go_fail(err, GO_EFORMAT, "%s: line %d: not JSON: %s", path, where.line, where.text);
    const json_t *positions = json_object_get(g->root, "positions");
    if (!json_is_string(json_object_get(g->root, "net")) || !json_is_array(positions))
        return go_fail(err, GO_EFORMAT, "%s: not a golden file: \"net\" or \"positions\" is "
                       "missing", path);
    for (size_t i = 0; i < json_array_size(positions); i++) {
        if (!json_is_object(json_array_get(positions, i)))
            return go_fail(err, GO_EFORMAT, "%s: position %zu is not an object", path, i + 1);
        GO_TRY(check_position_types(g, i, err));
    }
    return GO_OK;
}

go_status nn_golden_open(nn_golden **out, const char *path, go_error *err)
{
    nn_golden *g = calloc(1, sizeof *g);
    *out = NULL;
    if (!g)
        return go_fail(err, GO_ENOMEM, "out of memory for %s", path);
    go_status status = load(g, path, err);
    if (status == GO_OK)
        *out = g;
    else
        nn_golden_close(g);
    return status;
}

void nn_golden_close(nn_golden *g)
{
    if (!g)
        return;
    json_decref(g->root);
    free(g->path);
    free(g);
}

/* ---- required keys ---- */

static go_status need(const nn_golden *g, size_t i, const json_t *from, const char *key,
                      go_error *err)
{
    if (json_object_get(from, key))
        return GO_OK;
    return nn_golden_fail(g, i, err, "\"%s\" is missing%s", key,
                          from == nn_golden_entry(g, i) ? "" : " in \"eval\"");
}

static go_status need_numbers(const nn_golden *g, size_t i, const json_t *eval, nn_family family,
                              go_error *err)
{
    GO_TRY(need(g, i, eval, "policy", err));
    if (family == NN_KATAGO)
        GO_TRY(need(g, i, eval, "whiteOwnership", err));
    for (int n = 0; n < NN_GOLDEN_NUMBERS; n++) {
        bool of_leela = n == NN_GOLDEN_WINRATE, of_kata = !of_leela && n != NN_GOLDEN_PASS;
        if (!(family == NN_KATAGO ? of_leela : of_kata))
            GO_TRY(need(g, i, eval, number_key[n], err));
    }
    return GO_OK;
}

go_status nn_golden_needs(const nn_golden *g, size_t i, nn_family family, bool answers,
                          go_error *err)
{
    const json_t *entry = nn_golden_entry(g, i), *evals = json_object_get(entry, "eval");
    if (family == NN_KATAGO) {
        GO_TRY(need(g, i, entry, "spatial", err));
        GO_TRY(need(g, i, entry, "global", err));
    }
    if (answers && json_array_size(evals) == 0)
        return nn_golden_fail(g, i, err, "\"eval\" has no answers to compare with");
    for (size_t k = 0; answers && k < json_array_size(evals); k++)
        GO_TRY(need_numbers(g, i, json_array_get(evals, k), family, err));
    return GO_OK;
}

/* ---- inputs ---- */

/* Reads a plane's rows of 0 and 1; false if it is not of these sides. */
static bool read_plane(const char *text, int width, int height, int size, float *plane)
{
    for (int y = 0; text && y < height; y++) {
        for (int x = 0; x < width; x++, text++) {
            if (*text != '0' && *text != '1')
                return false;
            plane[y * size + x] = (float)(*text - '0');
        }
        if (*text++ != (y + 1 < height ? '/' : '\0'))
            return false;
    }
    return text != NULL;
}

go_status nn_golden_inputs(const nn_golden *g, size_t i, int size, float *planes, float *globals,
                           go_error *err)
{
    const json_t *entry = nn_golden_entry(g, i), *spatial = json_object_get(entry, "spatial");
    const json_t *global = json_object_get(entry, "global");
    size_t area = (size_t)size * (size_t)size;
    int width, height;
    nn_golden_sides(g, i, &width, &height);
    if (json_array_size(spatial) != NN_KATA_PLANES || json_array_size(global) != NN_KATA_GLOBALS)
        return nn_golden_fail(g, i, err, "\"spatial\" must have 22 planes and \"global\" 19 "
                              "numbers");
    memset(planes, 0, NN_KATA_PLANES * area * sizeof *planes);
    for (size_t k = 0; k < NN_KATA_PLANES; k++) {
        const char *text = json_string_value(json_array_get(spatial, k));
        if (width > size || height > size ||
            !read_plane(text, width, height, size, planes + k * area))
            return nn_golden_fail(g, i, err, "a plane in \"spatial\" is not rows of 0 and 1 of "
                                  "the size of the board");
    }
    for (size_t k = 0; k < NN_KATA_GLOBALS; k++) {
        const json_t *value = json_array_get(global, k);
        if (!json_is_number(value))
            return nn_golden_fail(g, i, err, "\"global\" is not a list of numbers");
        globals[k] = (float)json_number_value(value);
    }
    return GO_OK;
}

/* ---- answers ---- */

size_t nn_golden_evals(const nn_golden *g, size_t i)
{
    return json_array_size(json_object_get(nn_golden_entry(g, i), "eval"));
}

/* Exactly n numbers; null, where allowed, becomes NAN. */
static bool read_numbers(const json_t *from, int n, bool null, double *out)
{
    if (json_array_size(from) != (size_t)n)
        return false;
    for (int i = 0; i < n; i++) {
        const json_t *value = json_array_get(from, (size_t)i);
        if (!json_is_number(value) && !(null && json_is_null(value)))
            return false;
        out[i] = json_is_number(value) ? json_number_value(value) : NAN;
    }
    return true;
}

go_status nn_golden_read_eval(const nn_golden *g, size_t i, size_t k, nn_golden_eval *out,
                              go_error *err)
{
    const json_t *eval = json_array_get(json_object_get(nn_golden_entry(g, i), "eval"), k);
    const json_t *ownership = json_object_get(eval, "whiteOwnership");
    int width, height;
    nn_golden_sides(g, i, &width, &height);
    if (width < 1 || height < 1 || width * height > BOARD_MAX_AREA)
        return nn_golden_fail(g, i, err, "its board size is not supported");
    /* the files count symmetries as KataGo and Leela Zero do: bit 0 mirrors the rows and
     * bit 1 the columns, the reverse of board/symmetry.h                              */
    const json_t *symmetry = json_object_get(eval, "symmetry");
    const char *word = json_string_value(symmetry);
    json_int_t bits = json_integer_value(symmetry);
    bool average = word && strcmp(word, "average") == 0;
    if (!average && (!json_is_integer(symmetry) || bits < 0 || bits > 7))
        return nn_golden_fail(g, i, err, "\"symmetry\" is not 0 to 7 or \"average\"");
    out->symmetry = average ? -1 : (int)((bits & 4) | (bits & 1) << 1 | (bits & 2) >> 1);
    out->optimism = json_number_value(json_object_get(eval, "optimism"));
    for (int n = 0; n < NN_GOLDEN_NUMBERS; n++) {
        const json_t *value = json_object_get(eval, number_key[n]);
        out->number[n] = json_is_number(value) ? json_number_value(value) : NAN;
    }
    if (!read_numbers(json_object_get(eval, "policy"), width * height, true, out->policy))
        return nn_golden_fail(g, i, err, "\"policy\" is not a number for each point");
    out->has_ownership = ownership != NULL;
    if (ownership && !read_numbers(ownership, width * height, false, out->ownership))
        return nn_golden_fail(g, i, err, "\"whiteOwnership\" is not a number for each point");
    return GO_OK;
}
