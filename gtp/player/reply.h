/* reply.h -- what goes back to the client, and the log of it. */
#ifndef KATACHI_GTP_PLAYER_REPLY_H
#define KATACHI_GTP_PLAYER_REPLY_H

#include "gtp/player/state.h"

/* Sends "=ID text" or "?ID text" and the empty line that ends a reply.  Empty
 * lines inside the text, which would end it too early, are left out.         */
void gtp_reply(gtp_engine *e, const char *id, bool success, const char *text);

/* Ends a reply that gtp_begin_stream began; `text` may be NULL. */
void gtp_end_stream(gtp_engine *e, const char *text);

/* Adds a line to the log. */
void gtp_log(const gtp_engine *e, char direction, const char *text);

#endif
