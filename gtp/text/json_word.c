#include "gtp/text/json_word.h"

#include <stdio.h>

const char *gtp_json_word(const json_t *value, char number[JSON_WORD_NUMBER])
{
    if (json_is_boolean(value))
        return json_is_true(value) ? "true" : "false";
    if (json_is_number(value)) {
        snprintf(number, JSON_WORD_NUMBER, "%.10g", json_number_value(value));
        return number;
    }
    return json_is_string(value) ? json_string_value(value) : "";
}
