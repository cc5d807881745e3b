#include "gtp/text/rules_json.h"

#include <strings.h>

#include "base/options.h"
#include "gtp/text/json_word.h"

bool gtp_rule_set(rules *r, const char *name, const char *value)
{
    if (!strcasecmp(name, "suicide") || !strcasecmp(name, "multiStoneSuicideLegal"))
        return options_read_flag(value, &r->suicide);
    if (!strcasecmp(name, "hasButton"))
        return options_read_flag(value, &r->button);
    if (!strcasecmp(name, "friendlyPassOk"))
        return options_read_flag(value, &r->friendly_pass);
    return rules_set_word(r, strcasecmp(name, "score") ? name : "scoring", value);
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
        if (!gtp_rule_set(&named, name, gtp_json_word(value, number)))
            return go_fail(err, GO_EINVAL, "unknown rule '%s', or an unknown value for it", name);
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
