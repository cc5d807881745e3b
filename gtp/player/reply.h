/* reply.h -- replies to the client, and the log. */
#ifndef KATACHI_GTP_PLAYER_REPLY_H
#define KATACHI_GTP_PLAYER_REPLY_H

#include "gtp/player/state.h"
#include "gtp/text/line.h"

/* Sends "=ID text" or "?ID text" and the empty line that ends a reply.  Empty lines inside
 * the text would end it too early and are omitted.                            */
void gtp_reply(gtp_engine *e, const char *id, bool success, const char *text);

/* Sends "=ID" and a newline, for a command that sends its lines itself. */
void gtp_begin_stream(gtp_engine *e, const gtp_request *r);

/* Sends a line of such a command; false: nobody is listening any more. */
bool gtp_stream_line(gtp_engine *e, const char *line, size_t n);

/* Ends such a reply; `text` may be NULL. */
void gtp_end_stream(gtp_engine *e, const char *text);

/* Adds a line to the log, if there is one: '>' received or '<' sent. */
void gtp_log(const gtp_engine *e, char direction, const char *text);

#endif
