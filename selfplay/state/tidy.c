#include "selfplay/state/tidy.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Bytes of a file, or of all that is in a folder, which are removed with it if asked; 0 if there
 * is none.                                                                    */
static go_status go_over(const char *path, bool removes, int64_t *bytes, go_error *err)
{
    char copy[RUN_PATH];
    char *const paths[] = {copy, NULL};
    *bytes = 0;
    snprintf(copy, sizeof copy, "%s", path);
    FTS *all = access(path, F_OK) == 0 ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL) : NULL;
    go_status status = GO_OK;
    for (FTSENT *e; all && status == GO_OK && (e = fts_read(all));) {
        const bool is_folder = e->fts_info == FTS_D || e->fts_info == FTS_DP;
        if (e->fts_info == FTS_D)
            continue; /* comes again after what is in it */
        *bytes += !is_folder && e->fts_statp ? (int64_t)e->fts_statp->st_size : 0;
        if (removes && remove(e->fts_accpath) != 0 && errno != ENOENT)
            status = go_fail(err, GO_EIO, "%s: cannot remove: %s", e->fts_path, strerror(errno));
    }
    if (all)
        fts_close(all);
    return status;
}

/* How many bytes have to go. */
static go_status find_excess(const run_folder *f, const tidy_limits *limits, int64_t *excess,
                             go_error *err)
{
    char path[RUN_PATH];
    int64_t games, nets;
    struct statvfs disk;
    *excess = 0;
    if (limits->keep > 0) {
        GO_TRY(go_over(run_folder_file(f, "games", path), false, &games, err));
        GO_TRY(go_over(run_folder_file(f, "nets", path), false, &nets, err));
        *excess = games + nets - limits->keep;
    }
    if (limits->spare > 0 && statvfs(f->path, &disk) == 0) {
        const int64_t lacks = limits->spare - (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
        *excess = lacks > *excess ? lacks : *excess;
    }
    return GO_OK;
}

static go_status remove_one(const char *path, int64_t *excess, int *n, tidy_done *done,
                            go_error *err)
{
    int64_t bytes;
    if (access(path, F_OK) != 0)
        return GO_OK;
    GO_TRY(go_over(path, true, &bytes, err));
    *excess -= bytes;
    done->bytes += bytes;
    ++*n;
    return GO_OK;
}

go_status run_tidy(const run_folder *f, const tidy_limits *limits, int first, const bool *needed,
                   tidy_done *done, go_error *err)
{
    char path[RUN_PATH];
    int64_t excess;
    *done = (tidy_done){0};
    GO_TRY(find_excess(f, limits, &excess, err));
    for (int i = 0; i < first && excess > 0; i++)
        GO_TRY(remove_one(run_folder_games(f, i, path), &excess, &done->games, done, err));
    for (int i = 0; i < f->newest && excess > 0; i++)
        if (!needed[i])
            GO_TRY(remove_one(run_folder_net(f, i, path), &excess, &done->nets, done, err));
    return GO_OK;
}
