/* samples.h -- some games of a generation on a page (with the rules of svg_board_style): how they
 * ended, and each as SGF behind a link.                                       */
#ifndef KATACHI_SELFPLAY_PAGE_SAMPLES_H
#define KATACHI_SELFPLAY_PAGE_SAMPLES_H

#include <stdio.h>

#include "selfplay/state/run_folder.h"

/* Of the `games` that the generation has, a few at even distances; nothing if they were removed.
 * GO_EFORMAT, GO_EIO, GO_ENOMEM: its games cannot be read.                    */
go_status samples_write(FILE *out, const run_folder *f, int generation, int64_t games,
                        go_error *err);

#endif
