/* rules.c -- the rules, by name or one by one as in KataGo (docs/GTP_Extensions.md,
 * kata-get-rules).                                                            */
#include <strings.h>

#include "gtp/commands/command.h"
#include "gtp/text/rules_json.h"

static go_status rules_from_text(const char *text, rules *out, go_error *err)
{
    json_error_t why;
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    if (!object)
        return go_fail(err, GO_EINVAL, "syntax error: the rules are not a JSON object: %s",
                       why.text);
    go_status status = gtp_rules_from_json(object, out, err);
    json_decref(object);
    return status;
}

static go_status take_rules(gtp_engine *e, const rules *r, go_error *err)
{
    bool same = rules_equal(&e->game->rules, r);
    if (!same && game_set_rules(e->game, r) != GO_OK)
        return go_fail(err, GO_ENOMEM, "out of memory for other rules");
    e->own_rules = *r;
    e->next_ko = r->ko;
    if (!same)
        gtp_position_changed(e);
    return GO_OK;
}

static go_status cmd_set_rules(GTP_ARGS)
{
    rules wanted;
    if (r->rest[0] == '{')
        GO_TRY(rules_from_text(r->rest, &wanted, err));
    else
        GO_TRY(rules_need(r->rest, &wanted, err));
    return take_rules(e, &wanted, err);
}

static go_status cmd_set_rule(GTP_ARGS)
{
    rules wanted = gtp_next_rules(e);
    GO_TRY(gtp_rule_set(&wanted, r->arg[0], r->arg[1], err));
    return take_rules(e, &wanted, err);
}

static go_status cmd_get_rules(GTP_ARGS)
{
    json_t *object = gtp_rules_to_json(&e->game->rules);
    if (!object)
        return go_fail(err, GO_ENOMEM, "out of memory for the rules");
    json_dumpf(object, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return GO_OK;
}

/* On KGS the Chinese rules forbid repeating a position, unlike elsewhere
 * (senseis.xmp.net, KGS "Superko").                                           */
static go_status cmd_kgs_rules(GTP_ARGS)
{
    rules wanted;
    const char *name = strcasecmp(r->arg[0], "chinese") == 0 ? "chinese-kgs" : r->arg[0];
    GO_TRY(rules_need(name, &wanted, err));
    return take_rules(e, &wanted, err);
}

const gtp_command gtp_rules_commands[] = {
    {"kata-set-rules", cmd_set_rules, 1, "NAME or JSON"},
    {"kata-set-rule", cmd_set_rule, 2, "RULE VALUE"},
    {"kata-get-rules", cmd_get_rules, 0, NULL},
    {"kgs-rules", cmd_kgs_rules, 1, "NAME"},
    {0}};
