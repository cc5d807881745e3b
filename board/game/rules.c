#include "board/game/rules.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/near_words.h"

static const struct {
    const char *name;
    rules rules;
} named[RULES_NAMED] = {
    /* scoring, ko, tax, bonus, suicide, button, friendly pass */
    {"tromp-taylor", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, true, false, false}},
    {"cgos", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, false, false, false}},
    {"chinese", {SCORING_AREA, KO_SIMPLE, TAX_NONE, BONUS_N, false, false, true}},
    {"chinese-ogs", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_N, false, false, true}},
    {"chinese-kgs", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_N, false, false, true}},
    {"japanese", {SCORING_TERRITORY, KO_SIMPLE, TAX_SEKI, BONUS_NONE, false, false, true}},
    {"korean", {SCORING_TERRITORY, KO_SIMPLE, TAX_SEKI, BONUS_NONE, false, false, true}},
    {"stone-scoring", {SCORING_AREA, KO_SIMPLE, TAX_ALL, BONUS_NONE, false, false, true}},
    {"ancient-area", {SCORING_AREA, KO_SIMPLE, TAX_ALL, BONUS_NONE, false, false, true}},
    {"aga", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, false, true}},
    {"bga", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, false, true}},
    {"new-zealand", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_NONE, true, false, true}},
    {"nz", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_NONE, true, false, true}},
    {"aga-button", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, true, true}},
};

static const char *skip_fillers(const char *s)
{
    while (*s == '-' || *s == '_' || *s == ' ')
        s++;
    return s;
}

static bool same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a = skip_fillers(a);
        b = skip_fillers(b);
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

bool rules_by_name(const char *name, rules *out)
{
    for (int i = 0; i < RULES_NAMED; i++) {
        if (same_name(name, named[i].name)) {
            *out = named[i].rules;
            return true;
        }
    }
    return false;
}

go_status rules_need(const char *name, rules *out, go_error *err)
{
    const char *names[RULES_NAMED + 1] = {NULL};
    char near[NEAR_TEXT];
    if (rules_by_name(name, out))
        return GO_OK;
    for (int i = 0; i < RULES_NAMED; i++)
        names[i] = named[i].name;
    if (near_words(name, strlen(name), names, "", near))
        return go_fail(err, GO_EINVAL, "there are no rules '%s'; did you mean %s?", name, near);
    return go_fail(err, GO_EINVAL, "there are no rules '%s'; try chinese, japanese, aga or "
                   "tromp-taylor", name);
}

const char *rules_name_at(int i)
{
    return i < RULES_NAMED ? named[i].name : NULL;
}

bool rules_equal(const rules *a, const rules *b)
{
    return a->scoring == b->scoring && a->ko == b->ko && a->tax == b->tax &&
           a->bonus == b->bonus && a->suicide == b->suicide && a->button == b->button &&
           a->friendly_pass == b->friendly_pass;
}

const char *rules_name(const rules *r)
{
    for (int i = 0; i < RULES_NAMED; i++)
        if (rules_equal(r, &named[i].rules))
            return named[i].name;
    return NULL;
}

/* ---- one by one ---- */

/* The fields are enums, each as wide as an unsigned. */
static const struct {
    const char *name, *word[4]; /* the words end with NULL */
    size_t field;
} spelled[] = {
    {"scoring", {"AREA", "TERRITORY"}, offsetof(rules, scoring)},
    {"ko", {"SIMPLE", "POSITIONAL", "SITUATIONAL"}, offsetof(rules, ko)},
    {"tax", {"NONE", "SEKI", "ALL"}, offsetof(rules, tax)},
    {"whiteHandicapBonus", {"0", "N", "N-1"}, offsetof(rules, bonus)},
};
enum { N_SPELLED = sizeof spelled / sizeof spelled[0] };

static int find_spelled(const char *name)
{
    int i = 0;
    while (i < N_SPELLED && strcasecmp(spelled[i].name, name) != 0)
        i++;
    return i;
}

bool rules_set_word(rules *r, const char *name, const char *word)
{
    int which = find_spelled(name);
    for (unsigned i = 0; which < N_SPELLED && spelled[which].word[i]; i++) {
        if (strcasecmp(spelled[which].word[i], word) == 0) {
            memcpy((char *)r + spelled[which].field, &i, sizeof i);
            return true;
        }
    }
    return false;
}

const char *rules_word(const rules *r, const char *name)
{
    int which = find_spelled(name);
    unsigned word;
    if (which == N_SPELLED)
        return NULL;
    memcpy(&word, (const char *)r + spelled[which].field, sizeof word);
    return spelled[which].word[word];
}

/* ---- komi ---- */

double rules_default_komi(const rules *r)
{
    if (r->scoring == SCORING_TERRITORY)
        return 6.5;
    return r->button ? 7.0 : 7.5;
}
