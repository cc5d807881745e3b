#include "board/game/rules.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/near_words.h"

static const struct {
    const char *name, *title;
    rules rules;
} named[RULES_NAMED] = {
    /* scoring, ko, tax, bonus, suicide, button, friendly pass */
    {"tromp-taylor", "Tromp-Taylor",
     {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, true, false, false}},
    {"cgos", "CGOS", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, false, false, false}},
    {"chinese", "Chinese", {SCORING_AREA, KO_SIMPLE, TAX_NONE, BONUS_N, false, false, true}},
    {"chinese-ogs", "Chinese (OGS, KGS)",
     {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_N, false, false, true}},
    {"chinese-kgs", "Chinese (OGS, KGS)",
     {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_N, false, false, true}},
    {"japanese", "Japanese",
     {SCORING_TERRITORY, KO_SIMPLE, TAX_SEKI, BONUS_NONE, false, false, true}},
    {"korean", "Korean", {SCORING_TERRITORY, KO_SIMPLE, TAX_SEKI, BONUS_NONE, false, false, true}},
    {"stone-scoring", "stone scoring",
     {SCORING_AREA, KO_SIMPLE, TAX_ALL, BONUS_NONE, false, false, true}},
    {"ancient-area", "ancient area",
     {SCORING_AREA, KO_SIMPLE, TAX_ALL, BONUS_NONE, false, false, true}},
    {"aga", "AGA", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, false, true}},
    {"bga", "BGA", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, false, true}},
    {"french", "French",
     {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, false, true}},
    {"new-zealand", "New Zealand",
     {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_NONE, true, false, true}},
    {"nz", "New Zealand", {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_NONE, true, false, true}},
    {"aga-button", "AGA button",
     {SCORING_AREA, KO_SITUATIONAL, TAX_NONE, BONUS_N_MINUS_1, false, true, true}},
    {"ing", "Ing", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, true, false, true}},
    {"goe", "Goe", {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, true, false, true}},
    {"ancient-territory", "ancient territory",
     {SCORING_TERRITORY, KO_SIMPLE, TAX_ALL, BONUS_NONE, false, false, false}},
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

/* ---- the short form ---- */

/* Its keys and what they stand for; the first four have words, the others 0 or 1. */
static const struct {
    const char *key, *rule;
    size_t flag;
} short_form[] = {
    {"ko", "ko", 0}, {"score", "scoring", 0}, {"tax", "tax", 0}, {"whb", "whiteHandicapBonus", 0},
    {"sui", NULL, offsetof(rules, suicide)},
    {"button", NULL, offsetof(rules, button)},
    {"fpok", NULL, offsetof(rules, friendly_pass)},
};
enum { N_SHORT = sizeof short_form / sizeof short_form[0] };

/* Sets what the key stands for.  False: there is no such key or value. */
static bool set_short(rules *r, const char *key, const char *value)
{
    int i = 0;
    while (i < N_SHORT && strcmp(short_form[i].key, key) != 0)
        i++;
    if (i == N_SHORT)
        return strcmp(key, "komi") == 0; /* which is none of the rules here */
    if (short_form[i].rule)
        return rules_set_word(r, short_form[i].rule, value);
    const bool on = *value == '1';
    memcpy((char *)r + short_form[i].flag, &on, sizeof on);
    return strcmp(value, "0") == 0 || strcmp(value, "1") == 0;
}

/* Keys are in lower case, values are not.  The oldest records have no tax. */
static bool read_short(const char *text, rules *out)
{
    static const char lower[] = "abcdefghijklmnopqrstuvwxyz";
    rules r = {SCORING_AREA, KO_POSITIONAL, TAX_NONE, BONUS_NONE, false, false, false};
    if (strncmp(text, "ko", 2) != 0 || !strstr(text, "score"))
        return false;
    const bool taxed = strstr(text, "tax") != NULL;
    while (*text) {
        char key[8], value[16];
        const size_t n = strspn(text, lower), m = strcspn(text + n, lower);
        if (n >= sizeof key || m >= sizeof value)
            return false;
        snprintf(key, sizeof key, "%.*s", (int)n, text);
        snprintf(value, sizeof value, "%.*s", (int)m, text + n);
        if (!set_short(&r, key, value))
            return false;
        text += n + m;
    }
    if (!taxed && r.scoring == SCORING_TERRITORY)
        r.tax = TAX_SEKI;
    *out = r;
    return true;
}

const char *rules_text(const rules *r, char out[RULES_TEXT_MAX])
{
    const char *name = rules_name(r);
    if (name)
        snprintf(out, RULES_TEXT_MAX, "%s", name);
    else
        snprintf(out, RULES_TEXT_MAX, "ko%sscore%stax%ssui%d%s%s%s%s", rules_word(r, "ko"),
                 rules_word(r, "scoring"), rules_word(r, "tax"), r->suicide,
                 r->button ? "button1" : "", r->bonus ? "whb" : "",
                 r->bonus ? rules_word(r, "whiteHandicapBonus") : "",
                 r->friendly_pass ? "fpok1" : "");
    return out;
}

int rules_bonus(const rules *r, int handicap)
{
    return r->bonus == BONUS_NONE || handicap == 0 ? 0 : handicap - (r->bonus == BONUS_N_MINUS_1);
}

/* ---- by name ---- */

bool rules_by_name(const char *name, rules *out)
{
    for (int i = 0; i < RULES_NAMED; i++) {
        if (same_name(name, named[i].name)) {
            *out = named[i].rules;
            return true;
        }
    }
    return read_short(name, out);
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
        return go_fail(err, GO_EINVAL, "unknown rules '%s'; did you mean %s?", name, near);
    return go_fail(err, GO_EINVAL, "unknown rules '%s'; try chinese, japanese, aga or tromp-taylor",
                   name);
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

/* The first ruleset that equals r, or differs at most in the ko rule or in the friendly pass, if it
 * may; -1: none.                                                              */
static int find_like(const rules *r, bool other_ko, bool other_pass)
{
    for (int i = 0; i < RULES_NAMED; i++) {
        rules like = named[i].rules;
        if (other_ko)
            like.ko = r->ko;
        if (other_pass)
            like.friendly_pass = r->friendly_pass;
        if (rules_equal(r, &like))
            return i;
    }
    return -1;
}

const char *rules_name(const rules *r)
{
    const int i = find_like(r, false, false);
    return i < 0 ? NULL : named[i].name;
}

/* Rules that are like none with a name: "area scoring with simple ko, group tax, suicide". */
static void title_in_parts(const rules *r, const char *ko, char out[RULES_TITLE_MAX])
{
    const bool territory = r->scoring == SCORING_TERRITORY;
    static const char *const taxes[2][3] = {{"", ", no points in seki", ", group tax"},
                                            {", points in seki", "", ", group tax"}};
    static const char *const bonuses[] = {[BONUS_NONE] = "",
                                          [BONUS_N] = ", handicap bonus N",
                                          [BONUS_N_MINUS_1] = ", handicap bonus N-1"};
    snprintf(out, RULES_TITLE_MAX, "%s scoring%s%s%s%s%s%s", territory ? "territory" : "area", ko,
             taxes[territory][r->tax], r->suicide ? ", suicide" : "", r->button ? ", button" : "",
             bonuses[r->bonus], territory || !r->friendly_pass ? "" : ", dead stones by agreement");
}

const char *rules_title(const rules *r, char out[RULES_TITLE_MAX])
{
    static const char *const kos[] = {[KO_SIMPLE] = " with simple ko",
                                      [KO_POSITIONAL] = " with positional superko",
                                      [KO_SITUATIONAL] = " with situational superko"};
    const int exact = find_like(r, false, false);
    const int same_ko = find_like(r, false, true), same_pass = find_like(r, true, false);
    if (exact >= 0)
        snprintf(out, RULES_TITLE_MAX, "%s rules", named[exact].title);
    else if (same_ko >= 0)
        snprintf(out, RULES_TITLE_MAX, "%s rules, dead stones %s", named[same_ko].title,
                 r->friendly_pass ? "by agreement" : "captured");
    else if (same_pass >= 0)
        snprintf(out, RULES_TITLE_MAX, "%s rules%s", named[same_pass].title, kos[r->ko]);
    else
        title_in_parts(r, kos[r->ko], out);
    return out;
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

const char *rules_word_at(const char *name, int i)
{
    int which = find_spelled(name);
    return which < N_SPELLED ? spelled[which].word[i] : NULL;
}

/* ---- komi ---- */

double rules_default_komi(const rules *r)
{
    if (r->scoring == SCORING_TERRITORY)
        return 6.5;
    return r->button ? 7.0 : 7.5;
}
