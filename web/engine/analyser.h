/* analyser.h -- positions analysed for a page, by KataGo's analysis protocol (doc/analysis.md) in
 * a thread of its own; answers become events.
 *
 *     event: analysis   {"engine":"network","tag":...,"turnNumber":...,"moveInfos":[...],...}
 *     event: problem    {"engine":"network","text":"..."}
 *
 * The newest query is what counts: a new one ends the one before, of which nothing is told any
 * more.  All values are from black's view.                                    */
#ifndef KATACHI_WEB_ENGINE_ANALYSER_H
#define KATACHI_WEB_ENGINE_ANALYSER_H

#include <jansson.h>

#include "web/engine/kind.h"
#include "web/server/events.h"

typedef struct analyser analyser;

/* `settings` are copied, their strings and `to` borrowed.  GO_EIO, GO_ENOMEM. */
go_status analyser_create(analyser **out, const engine_settings *settings, engine_kind kind,
                          events *to, go_error *err);
void analyser_destroy(analyser *a); /* accepts NULL; ends the analysis */

/* Begins to analyse `query`, an object of the protocol, whose "id" is replaced; `tag` comes back
 * with its answers.  Both are borrowed.  Any thread.  An engine that has ended is started again.
 * GO_EIO: it cannot be; GO_ENOMEM.                                            */
go_status analyser_query(analyser *a, const json_t *query, const json_t *tag, go_error *err);

void analyser_stop(analyser *a);

#endif
