/* parse.h -- lines of JSON as clients write them. */
#ifndef KATACHI_GTP_JSON_PARSE_H
#define KATACHI_GTP_JSON_PARSE_H

#include <jansson.h>

/* The value of a line; numbers that are too big for an integer become reals.  NULL: it is not
 * JSON, and *why says where.                                                  */
json_t *json_parse(const char *line, json_error_t *why);

/* The string "id" of an object that cannot be parsed, so that the client learns which query is at
 * fault.  NULL: none is found.                                                */
json_t *json_salvage_id(const char *line);

#endif
