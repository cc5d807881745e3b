/* mm_text_write.h -- competitions as text that mm_text_read reads back as the same ones. */
#ifndef KATACHI_TESTS_MM_TEXT_WRITE_H
#define KATACHI_TESTS_MM_TEXT_WRITE_H

#include <errno.h>
#include <string.h>

#include "mm_train/solver/mm_text.h"

static inline go_status write_team(const mm_text *text, int64_t competition, int k, FILE *file,
                            go_error *err)
{
    int n;
    const int32_t *gamma = mm_teams_team(text->teams, competition, k, &n);
    if (n == 0)
        return go_fail(err, GO_EINVAL,
                       "team %d of competition %lld holds no gamma, which the format of mm cannot "
                       "express", k, (long long)competition);
    for (int m = 0; m < n; m++)
        fprintf(file, m + 1 < n ? "%d " : "%d\n", (int)gamma[m]);
    return GO_OK;
}

/* GO_EINVAL: a team without gammas or a name with a line break, which the format cannot
 * express.  GO_EIO.                                                          */
static inline go_status mm_text_write(const mm_text *text, FILE *file, go_error *err)
{
    const mm_groups *f = &text->features;
    int64_t n_competitions = mm_teams_problem(text->teams)->n_competitions;
    fprintf(file, "! %d\n%d\n", f->first[f->n_groups], f->n_groups);
    for (int k = 0; k < f->n_groups; k++) {
        if (strpbrk(text->name[k], "\r\n"))
            return go_fail(err, GO_EINVAL, "the name of feature %d holds a line break", k);
        fprintf(file, "%d %s\n", f->first[k + 1] - f->first[k], text->name[k]);
    }
    fputs("!\n", file);
    for (int64_t j = 0; j < n_competitions; j++) {
        fputs("#\n", file);
        for (int k = -1; k < mm_teams_size(text->teams, j); k++) { /* the winner first */
            int which = k < 0 ? mm_teams_winner(text->teams, j) : k;
            GO_TRY(write_team(text, j, which, file, err));
        }
    }
    if (fflush(file) != 0 || ferror(file))
        return go_fail(err, GO_EIO, "cannot write the competitions: %s", strerror(errno));
    return GO_OK;
}

#endif
