/* interrupt.h -- stopping in an orderly way when the user or the system asks.
 *
 * After interrupt_catch the first SIGINT or SIGTERM only sets a flag, which
 * long loops look at; a second one ends the program at once.                 */
#ifndef KATACHI_BASE_INTERRUPT_H
#define KATACHI_BASE_INTERRUPT_H

#include <stdbool.h>

/* Installs the handlers.  Called by the program, not by the library. */
void interrupt_catch(void);

/* Has a signal arrived?  May be called from any thread. */
bool interrupt_requested(void);

#endif
