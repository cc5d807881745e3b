/* spare.h -- what a run can do without: games outside the window, which do not set the threshold
 * of resignation either, and networks that were surpassed.                     */
#ifndef KATACHI_SELFPLAY_IMPROVE_SPARE_H
#define KATACHI_SELFPLAY_IMPROVE_SPARE_H

#include "selfplay/improve/cycle.h"

/* Removes as much of that as the limits ask for, if they do (selfplay/state/tidy.h).  The newest
 * two networks, the one that plays and the one of the highest rating stay in any case.
 * GO_EIO, GO_ENOMEM.                                                          */
go_status spare_remove(const improve_settings *s, const run_folder *f, const run_history *h,
                       tidy_done *done, go_error *err);

#endif
