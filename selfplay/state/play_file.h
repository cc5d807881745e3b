/* play_file.h -- RUN/play.json: how the run's games are played, for its workers. */
#ifndef KATACHI_SELFPLAY_STATE_PLAY_FILE_H
#define KATACHI_SELFPLAY_STATE_PLAY_FILE_H

#include <stdint.h>

#include "selfplay/settings.h"
#include "selfplay/state/run_folder.h"

/* What is to be played now. */
typedef struct play_orders {
    int generation; /* whose games they are */
    int net;        /* the generation whose network plays: an older one if that one failed at the
                     * gate */
    int games;      /* that the generation is to have */
} play_orders;

/* All settings but the network, what computes it and its cache, which each process has of its
 * own.  GO_EIO, GO_ENOMEM.                                                    */
go_status play_file_write(const run_folder *f, const selfplay_settings *s, const play_orders *o,
                          go_error *err);

/* Sets those of *s; one that the file lacks has its default.  GO_EIO, GO_EFORMAT: the file is
 * missing or damaged.                                                         */
go_status play_file_read(const run_folder *f, selfplay_settings *s, play_orders *o, go_error *err);

/* The same from the n bytes of such a file.  GO_EFORMAT. */
go_status play_file_parse(const char *text, size_t n, selfplay_settings *s, play_orders *o,
                          go_error *err);

/* Do so many games of the generation suffice even for a learner that is busy, so that workers wait? */
bool play_orders_filled(const play_orders *o, int64_t games);

/* Has the run such a file yet? */
bool play_file_exists(const run_folder *f);

#endif
