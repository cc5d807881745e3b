/* actions.h -- lines that are not queries but tell the server something, or ask
 * about it: query_version, query_models, clear_cache, terminate, terminate_all. */
#ifndef KATACHI_GTP_JSON_ACTIONS_H
#define KATACHI_GTP_JSON_ACTIONS_H

#include "gtp/json/server.h"

/* Does what the "action" of the request says and answers it. */
void json_act(json_analysis *s, const json_t *request);

#endif
