#include "web/engine/tell.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void tell_text(events *to, const char *name, const char *engine, const char *text)
{
    json_t *string = json_string(text);
    char *plain = string ? NULL : strdup(text);
    for (char *at = plain; at && *at; at++)
        if ((unsigned char)*at >= 128)
            *at = '?';
    if (plain)
        string = json_string(plain);
    json_t *object = json_pack("{s:s, s:o}", "engine", engine, "text",
                               string ? string : json_null());
    char *data = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (data)
        events_add(to, name, data, false, 0);
    free(data);
    free(plain);
    json_decref(object);
}
