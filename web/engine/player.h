/* player.h -- the engine that plays against the user of a page: commands of GTP and their
 * replies.  Only commands that concern the game pass; none that reads or writes files, and of
 * settings none that names one.                                               */
#ifndef KATACHI_WEB_ENGINE_PLAYER_H
#define KATACHI_WEB_ENGINE_PLAYER_H

#include "web/engine/kind.h"
#include "web/server/events.h"

typedef struct web_player web_player;

/* As analyser_create. */
go_status web_player_create(web_player **out, const engine_settings *settings, engine_kind kind,
                            events *to, go_error *err);
void web_player_destroy(web_player *p); /* accepts NULL; ends a search */

/* Sends a command and waits for its reply: *ok, and *text, to be freed, without the "=" and the
 * number.  One command at a time: others wait.  GO_EINVAL: the page may not send it; GO_EIO:
 * the engine has ended, and the next command goes to a new one; GO_ENOMEM.    */
go_status web_player_ask(web_player *p, const char *command, bool *ok, char **text, go_error *err);

/* Ends the search under way with the best move found. */
void web_player_hurry(web_player *p);

#endif
