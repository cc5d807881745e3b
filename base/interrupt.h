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

#endif
