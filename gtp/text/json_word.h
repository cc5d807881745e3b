/* json_word.h -- values of JSON where commands have words. */
#ifndef KATACHI_GTP_TEXT_JSON_WORD_H
#define KATACHI_GTP_TEXT_JSON_WORD_H

#include <jansson.h>

enum { JSON_WORD_NUMBER = 32 };

/* A string as it is, true, false, or a number written to `number`; "" for anything else. */
const char *gtp_json_word(const json_t *value, char number[JSON_WORD_NUMBER]);

#endif
