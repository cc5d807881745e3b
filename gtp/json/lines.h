/* lines.h -- what a line of input asks for. */
#ifndef KATACHI_GTP_JSON_LINES_H
#define KATACHI_GTP_JSON_LINES_H

#include "gtp/json/server.h"

/* Handles a line: a query joins the tasks; an action (query_version, query_models,
 * clear_cache, terminate, terminate_all) is done and answered at once.        */
void json_take_line(json_analysis *s, const char *line);

#endif
