/* play_file.h -- RUN/play.json: how the run's games are played, for its workers. */
#ifndef KATACHI_SELFPLAY_STATE_PLAY_FILE_H
#define KATACHI_SELFPLAY_STATE_PLAY_FILE_H

#include "selfplay/state/run_folder.h"
#include "selfplay/settings.h"

/* All settings but the network, what computes it and its cache, which each process has of its
 * own.  `games`: of a generation.  GO_EIO, GO_ENOMEM.                         */
go_status play_file_write(const run_folder *f, const selfplay_settings *s, int games,
                          go_error *err);

/* Sets those of *s.  GO_EIO, GO_EFORMAT: the file is missing or damaged. */
go_status play_file_read(const run_folder *f, selfplay_settings *s, int *games, go_error *err);

#endif
