/* interrupt.h -- orderly stop at the request of the user or the system.
 *
 * After interrupt_catch the first SIGINT or SIGTERM only sets a flag, which long
 * loops check; a second one ends the program at once.  SIGHUP, sent when the terminal is
 * closed, sets the flag too, unless it was ignored before.  After the first signal, a write to a
 * closed pipe fails and no longer ends the program.                           */
#ifndef KATACHI_BASE_INTERRUPT_H
#define KATACHI_BASE_INTERRUPT_H

#include <stdbool.h>

/* Installs the handlers.  Called by the program, not by the library. */
void interrupt_catch(void);

/* Has a signal arrived?  May be called from any thread. */
bool interrupt_requested(void);

/* A second signal, which ends the program at once, removes the file before.  May be called from any
 * thread.  `path` is borrowed until interrupt_keeps_file; of very many files some are not removed.
 */
void interrupt_removes_file(const char *path);

/* Takes that back.  False: the program is ending and still reads `path`, which must not be freed.
 */
bool interrupt_keeps_file(const char *path);

#endif
