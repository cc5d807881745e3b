/* rules_json.h -- rules in KataGo's form (docs/GTP_Extensions.md, kata-get-rules): one
 * by one, or as a JSON object
 *
 *     {"ko":"POSITIONAL", "scoring":"AREA", "tax":"NONE", "suicide":false,
 *      "hasButton":false, "whiteHandicapBonus":"0", "friendlyPassOk":true}     */
#ifndef KATACHI_GTP_TEXT_RULES_JSON_H
#define KATACHI_GTP_TEXT_RULES_JSON_H

#include <jansson.h>

#include "base/status.h"
#include "board/game/rules.h"

/* Sets one rule by name and value, in upper or lower case.  GO_EINVAL, with *r unchanged:
 * there is no such rule or value; err may be NULL.                             */
go_status gtp_rule_set(rules *r, const char *name, const char *value, go_error *err);

/* Reads the rules that the object names; those that it does not name are as in KataGo: of
 * Tromp-Taylor, but with TAX_SEKI for territory scoring.  GO_EINVAL, with *r unchanged: it is not
 * an object, or a rule or value is unknown.                                   */
go_status gtp_rules_from_json(const json_t *object, rules *r, go_error *err);

/* The object for these rules; NULL: out of memory. */
json_t *gtp_rules_to_json(const rules *r);

#endif
