/* mm_text.h -- competitions as text, in the format of Remi Coulom's program `mm`.
 *
 *     ! 5                   number of gammas, all features together
 *     2                     number of features
 *     3 shape               gammas of the first feature (0 1 2), its name
 *     2 distance            gammas of the second (3 4)
 *     !
 *     #                     a competition:
 *     0 3                     the team that won
 *     0 3                     all teams, the winner among them
 *     1 4
 *     2                       at most one gamma of each feature
 *     #                     the next one, and so on to the end of the file
 *
 * Both programs read the same file.  The winner's gammas may be in another order than
 * in the list of teams.  Blank lines are allowed at the end, lines may end in CR LF, and a byte
 * order mark may begin the file.  It is read in one pass, without keeping its text. */
#ifndef KATACHI_MM_TRAIN_SOLVER_MM_TEXT_H
#define KATACHI_MM_TRAIN_SOLVER_MM_TEXT_H

#include <stdio.h>

#include "base/status.h"
#include "mm_train/solver/mm_teams.h"

enum { MM_TEXT_MAX_GAMMAS = 1 << 24, MM_TEXT_MAX_FEATURES = 1 << 16, MM_TEXT_MAX_NAME = 255 };

typedef struct mm_text {
    mm_groups features;
    char **name; /* [n_groups] in the file's encoding, without control characters */
    mm_teams *teams;
} mm_text;

/* Reads a whole file; messages call it `what`.
 *   *out  out  owned by the caller, ended with mm_text_free
 * GO_EFORMAT: with file, line, and what was expected there.  GO_EEMPTY: no
 * competition.  GO_EIO, GO_ENOMEM.                                            */
go_status mm_text_read(FILE *file, const char *what, mm_text *out, go_error *err);
void mm_text_free(mm_text *text);

#endif
