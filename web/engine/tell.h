/* tell.h -- sentences as events. */
#ifndef KATACHI_WEB_ENGINE_TELL_H
#define KATACHI_WEB_ENGINE_TELL_H

#include "web/server/events.h"

/* Adds the event {"engine": engine, "text": text}; bytes that are not UTF-8 become '?'. */
void tell_text(events *to, const char *name, const char *engine, const char *text);

#endif
