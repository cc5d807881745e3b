/* generation.h -- all games of a generation: those that the learner's process played, in
 * games/00003, and those of each worker, in games/00003/NAME (worker.h).       */
#ifndef KATACHI_SELFPLAY_STATE_GENERATION_H
#define KATACHI_SELFPLAY_STATE_GENERATION_H

#include "selfplay/state/run_folder.h"
#include "selfplay/tally.h"

typedef go_status generation_take(void *user, const played_game *g, go_error *err);

/* Up to where files of games were read, so that the same games can be read again while more are
 * added.  One that is all 0 has none; generation_marks_free releases it.      */
typedef struct generation_mark {
    int generation;
    char name[256]; /* of the worker's folder; "": the learner's */
    int64_t at;     /* bytes */
} generation_mark;
typedef struct generation_marks {
    int n;
    generation_mark *mark;
} generation_marks;

/* GO_ENOMEM. */
go_status generation_marks_add(generation_marks *m, const generation_mark *mark, go_error *err);
void generation_marks_free(generation_marks *m);

/* Calls for each game, folder by folder in the order of their names, the learner's first.  A
 * file that another process is writing ends before the game under way.  Ends with the first error
 * of `take`; GO_EFORMAT: a file is damaged; GO_EIO, GO_ENOMEM.  A generation whose games were
 * removed has none.  Adds to `marks`, unless it is NULL, how far it read.     */
go_status generation_games(const run_folder *f, int generation, generation_take *take, void *user,
                           generation_marks *marks, go_error *err);

/* The games up to the marks once more, in the same order. */
go_status generation_games_again(const run_folder *f, const generation_marks *marks,
                                 generation_take *take, void *user, go_error *err);

/* The games of a generation counted, again and again while they are played: only what has been
 * added to its files is read.  One that is all 0 has counted nothing.         */
typedef struct generation_count {
    int generation;
    generation_marks counted;
    played_tally tally; /* of all games */
} generation_count;

/* Counts what is new, of another generation from the start.  GO_EFORMAT: a file is damaged;
 * GO_EIO, GO_ENOMEM.                                                          */
go_status generation_count_go_on(generation_count *c, const run_folder *f, int generation,
                                 go_error *err);
void generation_count_free(generation_count *c);

/* Has a worker played for it? */
bool generation_has_workers(const run_folder *f, int generation);

#endif
