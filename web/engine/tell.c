#include "web/engine/tell.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/text_json.h"

void tell_text(events *to, const char *name, const char *engine, const char *text)
{
    json_t *object = json_pack("{s:s, s:o}", "engine", engine, "text", text_json(text));
    char *data = object ? json_dumps(object, JSON_COMPACT) : NULL;
    if (data)
        events_add(to, name, data, false, 0);
    free(data);
    json_decref(object);
}
