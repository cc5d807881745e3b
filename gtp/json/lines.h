/* lines.h -- what comes in. */
#ifndef KATACHI_GTP_JSON_LINES_H
#define KATACHI_GTP_JSON_LINES_H

#include "gtp/json/server.h"

/* Answers a line: a query is put among the tasks, an action is done. */
void json_take_line(json_analysis *s, const char *line);

#endif
