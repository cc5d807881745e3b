/* run_folder.h -- the folder of a run in which a network improves by games against itself:
 *
 *     RUN/run.json              what it is: the settings that may not change
 *     RUN/nets/00003.bin.gz     the network of generation 3
 *     RUN/games/00003/          the games of generation 3 (selfplay/folder.h)
 *     RUN/latest.bin.gz         a link to the network that plays now
 *     RUN/play.json             how it plays, for workers (play_file.h)
 *     RUN/learning              the state of the learning that is under way
 *     RUN/lessons.json          the games that it is from (improve/lessons.h)
 *     RUN/spent.json            the time that the newest generation has taken so far (spent.h)
 *     RUN/history.tsv, duels.tsv, gate.tsv     what has been (history.h)
 *     RUN/index.html            the page
 *
 * Every file is complete or absent, or loses at most its last line, so what is there says how
 * far a run has come: the last network, and whether its games are all there.  One process works
 * in a folder at a time.                                                      */
#ifndef KATACHI_SELFPLAY_STATE_RUN_FOLDER_H
#define KATACHI_SELFPLAY_STATE_RUN_FOLDER_H

#include <jansson.h>

#include "base/status.h"

enum { RUN_PATH = 4096 };

typedef struct run_folder {
    char path[RUN_PATH / 2];
    int lock;   /* file descriptor; -1: only looked at */
    int newest; /* generation of the last network; -1: none */
} run_folder;

/* Makes the folder or opens it again, for this process alone.  `settings`, borrowed, must be
 * those that run.json has, unless there is no network yet.  GO_EINVAL: another process works in
 * it, it was begun with other settings (which ones, is said), or it has work of another kind;
 * GO_EIO; GO_EFORMAT: run.json is damaged.                                    */
go_status run_folder_open(run_folder *f, const char *path, const json_t *settings, go_error *err);
void run_folder_close(run_folder *f);

/* Looks at a run, even while it goes on.  GO_EIO: there is none. */
go_status run_folder_look(run_folder *f, const char *path, go_error *err);

/* Names in the folder, written to out[RUN_PATH], which is returned. */
const char *run_folder_net(const run_folder *f, int generation, char *out);
const char *run_folder_games(const run_folder *f, int generation, char *out);
const char *run_folder_file(const run_folder *f, const char *name, char *out);

/* Makes RUN/latest.bin.gz that network, unless the folder is on a disk that has no links.  GO_EIO. */
go_status run_folder_link(const run_folder *f, int generation, go_error *err);

/* Writes a JSON file of the folder, which is complete or as it was.  GO_EIO. */
go_status run_folder_write(const run_folder *f, const char *name, const json_t *all,
                           go_error *err);

#endif
