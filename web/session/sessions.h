/* sessions.h -- the open pages: each has its events and its engines, which are started when they
 * are first asked and end with the page.
 *
 *     sessions_create(&all, &settings, &err);
 *     sessions_open(all, id, &s, &err);  a page begins to read its events, or comes back
 *     sessions_find(all, id, &s, &err);  a page asks for something
 *     session_release(s);                both end with this
 *     sessions_sweep(all);               now and then: ends those whose page is gone        */
#ifndef KATACHI_WEB_SESSION_SESSIONS_H
#define KATACHI_WEB_SESSION_SESSIONS_H

#include "web/engine/analyser.h"
#include "web/engine/player.h"

enum { SESSIONS_MAX = 8 };

typedef struct sessions sessions;
typedef struct session session;

/* `settings` are copied, their strings borrowed.  GO_ENOMEM. */
go_status sessions_create(sessions **out, const engine_settings *settings, go_error *err);

/* Tells all pages that the server ends ("bye"); their streams end then. */
void sessions_end(sessions *all);

/* Has everybody been answered? */
bool sessions_quiet(sessions *all);
void sessions_destroy(sessions *all); /* accepts NULL; nobody asks any more */

/* The session `id`, or a new one if there is none of that name (NULL: a new one).  Where there is no
 * room, the one whose page has been gone longest makes it.  GO_EEMPTY: SESSIONS_MAX pages are open,
 * or the server ends; GO_EIO, GO_ENOMEM.                                      */
go_status sessions_open(sessions *all, const char *id, session **out, go_error *err);

/* GO_EEMPTY: there is none of that name. */
go_status sessions_find(sessions *all, const char *id, session **out, go_error *err);
void session_release(session *s);

/* Ends the sessions whose page has gone, and the searches of those that still wait for an answer.
 * Returns how many sessions are left.                                         */
int sessions_sweep(sessions *all);

const char *session_id(const session *s);
events *session_events(session *s);

/* Its engines, started now if they were not.  GO_EIO, GO_ENOMEM. */
go_status session_analyser(session *s, engine_kind kind, analyser **out, go_error *err);
go_status session_player(session *s, engine_kind kind, web_player **out, go_error *err);

/* Ends its analysis by that engine, if there is one, or by all. */
void session_stop(session *s, engine_kind kind);
void session_stop_all(session *s);

/* Ends the search for a move, which is then played. */
void session_hurry(session *s);

#endif
