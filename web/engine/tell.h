/* tell.h -- sentences as events. */
#ifndef KATACHI_WEB_ENGINE_TELL_H
#define KATACHI_WEB_ENGINE_TELL_H

#include <jansson.h>

#include "web/server/events.h"

/* Adds the event {"engine": engine, "tag": tag, "text": text}; bytes that are not UTF-8 become '?'.
 * `tag` is that of the page's question and is taken over; NULL: there is none. */
void tell_text(events *to, const char *name, const char *engine, json_t *tag, const char *text);

#endif
