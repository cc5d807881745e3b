/* events.h -- what a page is told, in order, as server-sent events (HTML standard, "Server-sent
 * events"): a queue that any thread fills and one connection at a time empties.
 *
 * News that later news replaces (the state of a search) may be dropped when a page reads too
 * slowly; everything else waits.                                              */
#ifndef KATACHI_WEB_SERVER_EVENTS_H
#define KATACHI_WEB_SERVER_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct events events;

/* NULL: out of memory. */
events *events_create(void);
void events_destroy(events *e); /* accepts NULL; nobody reads any more */

/* Adds an event. `data` is one line, borrowed.  With `fleeting`, an earlier fleeting event of
 * the same name and `key` that still waits is replaced.  When memory runs out or too much waits,
 * the event is lost.                                                          */
void events_add(events *e, const char *name, const char *data, bool fleeting, int key);

/* The end: what waits is still read. */
void events_end(events *e);

/* A connection begins or ends to read; a new one takes the place of an old one, whose events_next
 * then ends.  events_open returns its number.                                 */
int events_open(events *e);
void events_close(events *e, int reader);

/* Seconds since the last reader has gone; 0: there is one. */
double events_alone(events *e);

/* Writes some of what waits, or after a second of silence a comment, so that a connection
 * that is gone is noticed.  How many bytes, or -1 at the end.                 */
ssize_t events_next(events *e, int reader, char *to, size_t most);

#endif
