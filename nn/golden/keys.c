/* keys.c -- which keys a golden file has, and of which type. */
#include <stdio.h>

#include "nn/golden/json.h"

const char *const nn_golden_number_key[NN_GOLDEN_NUMBERS] = {
    [NN_GOLDEN_WIN] = "whiteWin",
    [NN_GOLDEN_LOSS] = "whiteLoss",
    [NN_GOLDEN_NO_RESULT] = "noResult",
    [NN_GOLDEN_LEAD] = "whiteLead",
    [NN_GOLDEN_SCORE] = "whiteScoreSelfplay",
    [NN_GOLDEN_SCORE_SQ] = "whiteScoreSelfplaySq",
    [NN_GOLDEN_TIME] = "varTimeLeft",
    [NN_GOLDEN_VALUE_ERROR] = "shorttermWinlossError",
    [NN_GOLDEN_SCORE_ERROR] = "shorttermScoreError",
    [NN_GOLDEN_WINRATE] = "winrate_stm",
    [NN_GOLDEN_PASS] = "policyPass"};

/* ---- types ---- */

enum {
    OBJECT = 1 << JSON_OBJECT,
    ARRAY = 1 << JSON_ARRAY,
    STRING = 1 << JSON_STRING,
    INTEGER = 1 << JSON_INTEGER,
    NUMBER = INTEGER | 1 << JSON_REAL,
    BOOLEAN = 1 << JSON_TRUE | 1 << JSON_FALSE
};

typedef struct key_type {
    const char *key;
    int types;
    const char *words; /* "a number" */
} key_type;

static const key_type position_keys[] = {{"id", STRING, "a string"},
                                         {"xsize", INTEGER, "a whole number"},
                                         {"ysize", INTEGER, "a whole number"},
                                         {"size", INTEGER, "a whole number"},
                                         {"rules", STRING | OBJECT, "a name or an object"},
                                         {"rules_json", OBJECT, "an object"},
                                         {"komi", NUMBER, "a number"},
                                         {"setup", ARRAY, "a list"},
                                         {"moves", ARRAY, "a list"},
                                         {"next", STRING, "a string"},
                                         {"params", OBJECT, "an object"},
                                         {"preventEncore", BOOLEAN, "true or false"},
                                         {"spatial", ARRAY, "a list"},
                                         {"global", ARRAY, "a list"},
                                         {"eval", ARRAY, "a list"},
                                         {0}};
static const key_type rules_keys[] = {{"suicide", BOOLEAN, "true or false"},
                                      {"hasButton", BOOLEAN, "true or false"},
                                      {"friendlyPassOk", BOOLEAN, "true or false"},
                                      {0}};
static const key_type eval_keys[] = {{"optimism", NUMBER, "a number"},
                                     {"policy", ARRAY, "a list"},
                                     {"whiteOwnership", ARRAY, "a list"},
                                     {0}};

static go_status wrong_type(const nn_golden *g, size_t i, const key_type *k, go_error *err)
{
    char what[100];
    snprintf(what, sizeof what, "\"%s\" is not %s", k->key, k->words);
    return nn_golden_fail(g, i, err, what);
}

static go_status check_types(const nn_golden *g, size_t i, const json_t *object,
                             const key_type *keys, go_error *err)
{
    for (const key_type *k = keys; k->key; k++) {
        const json_t *value = json_object_get(object, k->key);
        if (value && !(1 << json_typeof(value) & k->types))
            return wrong_type(g, i, k, err);
    }
    return GO_OK;
}

static go_status check_eval(const nn_golden *g, size_t i, const json_t *eval, go_error *err)
{
    if (!json_is_object(eval))
        return nn_golden_fail(g, i, err, "\"eval\" is not a list of objects");
    go_status status = check_types(g, i, eval, eval_keys, err);
    for (int n = 0; n < NN_GOLDEN_NUMBERS && status == GO_OK; n++) {
        const key_type number[] = {{nn_golden_number_key[n], NUMBER, "a number"}, {0}};
        status = check_types(g, i, eval, number, err);
    }
    return status;
}

go_status nn_golden_check_types(const nn_golden *g, size_t i, go_error *err)
{
    const json_t *entry = nn_golden_entry(g, i), *evals = json_object_get(entry, "eval");
    go_status status = check_types(g, i, entry, position_keys, err);
    if (status == GO_OK)
        status = check_types(g, i, json_object_get(entry, "rules"), rules_keys, err);
    if (status == GO_OK)
        status = check_types(g, i, json_object_get(entry, "rules_json"), rules_keys, err);
    for (size_t k = 0; k < json_array_size(evals) && status == GO_OK; k++)
        status = check_eval(g, i, json_array_get(evals, k), err);
    return status;
}

/* ---- what must be there ---- */

static go_status need(const nn_golden *g, size_t i, const json_t *object, const char *key,
                      go_error *err)
{
    char what[200];
    if (json_object_get(object, key))
        return GO_OK;
    snprintf(what, sizeof what, "\"%s\" is missing%s", key,
             object == nn_golden_entry(g, i) ? "" : " in \"eval\"");
    return nn_golden_fail(g, i, err, what);
}

static go_status need_numbers(const nn_golden *g, size_t i, const json_t *eval, nn_family family,
                              go_error *err)
{
    go_status status = need(g, i, eval, "policy", err);
    if (status == GO_OK && family == NN_KATAGO)
        status = need(g, i, eval, "whiteOwnership", err);
    for (int n = 0; n < NN_GOLDEN_NUMBERS && status == GO_OK; n++) {
        bool of_leela = n == NN_GOLDEN_WINRATE, of_kata = !of_leela && n != NN_GOLDEN_PASS;
        if (!(family == NN_KATAGO ? of_leela : of_kata))
            status = need(g, i, eval, nn_golden_number_key[n], err);
    }
    return status;
}

go_status nn_golden_needs(const nn_golden *g, size_t i, nn_family family, bool answers,
                          go_error *err)
{
    const json_t *entry = nn_golden_entry(g, i), *evals = json_object_get(entry, "eval");
    go_status status = GO_OK;
    if (family == NN_KATAGO)
        status = need(g, i, entry, "spatial", err);
    if (status == GO_OK && family == NN_KATAGO)
        status = need(g, i, entry, "global", err);
    if (!answers || status != GO_OK)
        return status;
    if (json_array_size(evals) == 0)
        return nn_golden_fail(g, i, err, "there is no answer in \"eval\" to compare with");
    for (size_t k = 0; k < json_array_size(evals) && status == GO_OK; k++)
        status = need_numbers(g, i, json_array_get(evals, k), family, err);
    return status;
}
