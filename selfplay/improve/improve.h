/* improve.h -- a network improves by playing against itself: play, learn, measure, again.
 *
 * Each generation plays games (selfplay/run.h), the next one learns from the newest of all games
 * (learner.h), and plays a few against the one before it and, now and then, against the classic
 * engine, for the ratings (measure.h).  The averaged network plays the next games, unless there is
 * a gate that it fails (gate.h).  What a run consists of is in its folder (run_folder.h), so
 * it can be killed at any moment and goes on: it loses the games under way and at most a minute
 * of learning.                                                                */
#ifndef KATACHI_SELFPLAY_IMPROVE_IMPROVE_H
#define KATACHI_SELFPLAY_IMPROVE_IMPROVE_H

#include "selfplay/improve/cycle.h"

/* Goes on until a limit is reached.  GO_EINTR: the user stopped it, and the same call goes on;
 * GO_EINVAL: settings; and as run_folder_open, selfplay_run_games, learner_run and duel_play. */
go_status improve_run(const char *folder, const improve_settings *s,
                      const improve_listener *listener, go_error *err);

#endif
