#include "web/engine/tell.h"

#include <stdlib.h>

#include "base/text_json.h"

void tell_text(events *to, const char *name, const char *engine, json_t *tag, const char *text)
{
    json_t *object =
        json_pack("{s:s, s:o*, s:o}", "engine", engine, "tag", tag, "text", text_json(text));
    char *data = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (data)
        events_add(to, name, data, false, 0);
    free(data);
    json_decref(object);
}
