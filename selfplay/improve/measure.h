/* measure.h -- how strong the newest generation of a run is: its gate, its duels.
 *
 * Parts of a match are saved as they end, so a run that is killed goes on with the next part. */
#ifndef KATACHI_SELFPLAY_IMPROVE_MEASURE_H
#define KATACHI_SELFPLAY_IMPROVE_MEASURE_H

#include "selfplay/improve/cycle.h"

typedef struct measuring {
    const improve_settings *s;
    const improve_listener *tell;
    const run_folder *folder;
    run_history *history;
} measuring;

/* Lets the newest generation pass the gate or not, if there is one and it has not yet.
 * As duel_open, duel_play and run_history_add_duel.                           */
go_status measure_gate(const measuring *m, go_error *err);

/* Its other matches: against the generation before it, unless that was the gate, and every few
 * generations against the classic engine.                                     */
go_status measure_strength(const measuring *m, go_error *err);

#endif
