#include "gtp/json/parse.h"

#include <string.h>

json_t *json_parse(const char *line, json_error_t *why)
{
    json_t *value = json_loads(line, 0, why);
    return value ? value : json_loads(line, JSON_DECODE_INT_AS_REAL, why);
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* What follows the string whose first quote is at `text`; NULL: it does not end. */
static const char *string_end(const char *text)
{
    for (text++; *text && *text != '"'; text++)
        if (*text == '\\' && text[1])
            text++;
    return *text ? text + 1 : NULL;
}

/* The string at `text`, or NULL. */
static json_t *string_at(const char *text)
{
    const char *end = *text == '"' ? string_end(text) : NULL;
    return end ? json_loadb(text, (size_t)(end - text), JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL)
               : NULL;
}

json_t *json_salvage_id(const char *line)
{
    int depth = 0;
    for (const char *at = line; *at;) {
        if (*at != '"') {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            at++;
            continue;
        }
        const char *end = string_end(at);
        if (!end)
            return NULL;
        const char *next = skip_blanks(end);
        if (depth == 1 && *next == ':' && end - at == 4 && strncmp(at, "\"id\"", 4) == 0)
            return string_at(skip_blanks(next + 1));
        at = end;
    }
    return NULL;
}
