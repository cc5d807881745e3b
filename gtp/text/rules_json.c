#include "gtp/text/rules_json.h"

#include <strings.h>

#include "base/options.h"
#include "gtp/text/json_word.h"

/* The field of a rule that is true or false; NULL: another rule. */
static bool *flag_of(rules *r, const char *name)
{
    if (!strcasecmp(name, "suicide") || !strcasecmp(name, "multiStoneSuicideLegal"))
        return &r->suicide;
    if (!strcasecmp(name, "hasButton"))
        return &r->button;
    return !strcasecmp(name, "friendlyPassOk") ? &r->friendly_pass : NULL;
}

static go_status no_such_word(const char *name, const char *value, go_error *err)
{
    const char *first = rules_word_at(name, 0);
    if (!first)
        return go_fail(err, GO_EINVAL, "unknown rule '%s'; the rules are ko, scoring, tax, "
                       "suicide, hasButton, friendlyPassOk and whiteHandicapBonus", name);
    const char *second = rules_word_at(name, 1), *third = rules_word_at(name, 2);
    return third ? go_fail(err, GO_EINVAL, "%s is %s, %s or %s, not '%s'", name, first, second,
                           third, value)
                 : go_fail(err, GO_EINVAL, "%s is %s or %s, not '%s'", name, first, second, value);
}

go_status gtp_rule_set(rules *r, const char *name, const char *value, go_error *err)
{
    bool *flag = flag_of(r, name);
    if (flag)
        return options_read_flag(value, flag)
                   ? GO_OK
                   : go_fail(err, GO_EINVAL, "%s is true or false, not '%s'", name, value);
    const char *known = strcasecmp(name, "score") ? name : "scoring";
    return rules_set_word(r, known, value) ? GO_OK : no_such_word(known, value, err);
}

go_status gtp_rules_from_json(const json_t *object, rules *r, go_error *err)
{
    const char *name;
    json_t *value;
    char number[JSON_WORD_NUMBER];
    rules named;
    bool taxed = false;
    rules_by_name("tromp-taylor", &named);
    if (!json_is_object(object))
        return go_fail(err, GO_EINVAL, "syntax error: the rules are not a JSON object { }");
    json_object_foreach((json_t *)object, name, value) {
        GO_TRY(gtp_rule_set(&named, name, gtp_json_word(value, number), err));
        taxed |= !strcasecmp(name, "tax");
    }
    if (!taxed && named.scoring == SCORING_TERRITORY)
        named.tax = TAX_SEKI;
    *r = named;
    return GO_OK;
}

json_t *gtp_rules_to_json(const rules *r)
{
    return json_pack("{s:b, s:b, s:s, s:s, s:b, s:s, s:s}", "friendlyPassOk", r->friendly_pass,
                     "hasButton", r->button, "ko", rules_word(r, "ko"), "scoring",
                     rules_word(r, "scoring"), "suicide", r->suicide, "tax", rules_word(r, "tax"),
                     "whiteHandicapBonus", rules_word(r, "whiteHandicapBonus"));
}
