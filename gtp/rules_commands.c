/* rules_commands.c -- the rules, by name or one by one as KataGo has them
 * (its GTP extensions, docs/GTP_Extensions.md: kata-get-rules).              */
#include <jansson.h>
#include <strings.h>

#include "gtp/args.h"
#include "gtp/command.h"

static const char *const scorings[] = {"AREA", "TERRITORY", NULL};
static const char *const kos[] = {"SIMPLE", "POSITIONAL", "SITUATIONAL", NULL};
static const char *const taxes[] = {"NONE", "SEKI", "ALL", NULL};
static const char *const bonuses[] = {"0", "N", "N-1", NULL};

/* The index of a word in a list, whatever its case.  False: it is not there. */
static bool pick(const char *const *words, const char *text, int *index)
{
    for (*index = 0; words[*index]; ++*index)
        if (strcasecmp(words[*index], text) == 0)
            return true;
    return false;
}

/* Sets one rule that is a word of a list.  False: no such rule or value. */
static bool set_word(rules *r, const char *key, const char *value)
{
    int i;
    if (!strcasecmp(key, "scoring") && pick(scorings, value, &i))
        r->scoring = (scoring_rule)i;
    else if (!strcasecmp(key, "ko") && pick(kos, value, &i))
        r->ko = (ko_rule)i;
    else if (!strcasecmp(key, "tax") && pick(taxes, value, &i))
        r->tax = (tax_rule)i;
    else if (!strcasecmp(key, "whiteHandicapBonus") && pick(bonuses, value, &i))
        r->bonus = (handicap_bonus)i;
    else
        return false;
    return true;
}

static bool set_rule(rules *r, const char *key, const char *value)
{
    if (!strcasecmp(key, "suicide") || !strcasecmp(key, "multiStoneSuicideLegal"))
        return gtp_arg_bool(value, &r->suicide);
    if (!strcasecmp(key, "hasButton"))
        return gtp_arg_bool(value, &r->button);
    if (!strcasecmp(key, "friendlyPassOk"))
        return gtp_arg_bool(value, &r->friendly_pass);
    return set_word(r, key, value);
}

/* A JSON value as the word that set_rule takes; `number` is room for one. */
static const char *value_text(const json_t *value, char number[32])
{
    if (json_is_boolean(value))
        return json_is_true(value) ? "true" : "false";
    if (json_is_integer(value)) {
        snprintf(number, 32, "%lld", (long long)json_integer_value(value));
        return number;
    }
    return json_is_string(value) ? json_string_value(value) : "";
}

static go_status rules_from_json(const char *text, rules *out, go_error *err)
{
    const char *key;
    json_t *value;
    json_error_t why;
    char number[32];
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    if (!json_is_object(object)) {
        json_decref(object);
        return go_fail(err, GO_EINVAL, "syntax error: the rules are no JSON object: %s",
                       object ? "not { }" : why.text);
    }
    rules r = *out;
    go_status status = GO_OK;
    json_object_foreach(object, key, value)
        if (status == GO_OK && !set_rule(&r, key, value_text(value, number)))
            status = go_fail(err, GO_EINVAL, "there is no rule '%s' with such a value", key);
    json_decref(object);
    if (status == GO_OK)
        *out = r;
    return status;
}

static go_status take_rules(gtp_engine *e, const rules *r, go_error *err)
{
    if (rules_equal(&e->game->rules, r))
        return GO_OK;
    if (game_set_rules(e->game, r) != GO_OK)
        return go_fail(err, GO_ENOMEM, "out of memory for other rules");
    gtp_position_changed(e);
    return GO_OK;
}

static go_status cmd_set_rules(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    rules wanted = e->game->rules;
    (void)out;
    go_status status = GO_OK;
    if (r->rest[0] == '{')
        status = rules_from_json(r->rest, &wanted, err);
    else if (!rules_by_name(r->rest, &wanted))
        status = go_fail(err, GO_EINVAL, "there are no rules called '%s'", r->rest);
    return status == GO_OK ? take_rules(e, &wanted, err) : status;
}

static go_status cmd_set_rule(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    rules wanted = e->game->rules;
    (void)out;
    if (!set_rule(&wanted, r->arg[0], r->arg[1]))
        return go_fail(err, GO_EINVAL, "there is no rule '%s' with the value '%s'", r->arg[0],
                       r->arg[1]);
    return take_rules(e, &wanted, err);
}

static go_status cmd_get_rules(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    const rules *now = &e->game->rules;
    (void)r;
    json_t *object = json_pack(
        "{s:b, s:b, s:s, s:s, s:b, s:s, s:s}", "friendlyPassOk", now->friendly_pass,
        "hasButton", now->button, "ko", kos[now->ko], "scoring", scorings[now->scoring],
        "suicide", now->suicide, "tax", taxes[now->tax], "whiteHandicapBonus",
        bonuses[now->bonus]);
    if (!object)
        return go_fail(err, GO_ENOMEM, "out of memory for the rules");
    json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return GO_OK;
}

/* KGS's Chinese rules forbid to repeat a position, unlike those of the name
 * elsewhere (senseis.xmp.net, KGS "Superko").                                */
static go_status cmd_kgs_rules(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err)
{
    rules wanted;
    (void)out;
    const char *name = strcasecmp(r->arg[0], "chinese") == 0 ? "chinese-kgs" : r->arg[0];
    if (!rules_by_name(name, &wanted))
        return go_fail(err, GO_EINVAL, "there are no rules called '%s'", r->arg[0]);
    return take_rules(e, &wanted, err);
}

const gtp_command gtp_rules_commands[] = {
    {"kata-set-rules", cmd_set_rules, 1, "NAME or JSON"},
    {"kata-set-rule", cmd_set_rule, 2, "RULE VALUE"},
    {"kata-get-rules", cmd_get_rules, 0, NULL},
    {"kgs-rules", cmd_kgs_rules, 1, "NAME"},
    {0}};
