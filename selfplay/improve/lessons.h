/* lessons.h -- RUN/lessons.json: the games that the learning under way is from. */
#ifndef KATACHI_SELFPLAY_IMPROVE_LESSONS_H
#define KATACHI_SELFPLAY_IMPROVE_LESSONS_H

#include "selfplay/state/generation.h"

typedef struct lesson_list {
    int64_t fresh;          /* rows of them that are new */
    generation_marks games;
} lesson_list;

/* Writes it for the newest generation of the run.  GO_EIO, GO_ENOMEM. */
go_status lesson_list_write(const run_folder *f, const lesson_list *list, go_error *err);

/* Fills *list, which is empty, for generation_marks_free; false: there is none for the newest
 * generation.                                                                 */
bool lesson_list_read(const run_folder *f, lesson_list *list);

void lesson_list_remove(const run_folder *f);

#endif
