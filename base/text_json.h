/* text_json.h -- text as a string of JSON, where all is UTF-8. */
#ifndef KATACHI_BASE_TEXT_JSON_H
#define KATACHI_BASE_TEXT_JSON_H

#include <jansson.h>

/* Bytes that belong to no valid character become '?': names of files and players, and what other
 * programs say, may be anything.  NULL: out of memory, or text is NULL.       */
json_t *text_json(const char *text);

#endif
