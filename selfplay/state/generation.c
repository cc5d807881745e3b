#include "selfplay/state/generation.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "selfplay/record/played_file.h"

static go_status read_file_of(const char *folder, generation_take *take, void *user, go_error *err)
{
    char path[RUN_PATH + 300];
    played_reader *in;
    played_game g = {0};
    snprintf(path, sizeof path, "%s/games.katachi", folder);
    if (access(path, F_OK) != 0)
        return GO_OK; /* old games may be removed, new ones may not have begun */
    GO_TRY(played_reader_open(&in, path, err));
    go_status status = played_reader_next(in, &g, err);
    while (status == GO_OK) {
        status = take(user, &g, err);
        if (status == GO_OK)
            status = played_reader_next(in, &g, err);
    }
    played_reader_close(in);
    played_game_free(&g);
    return status == GO_END ? GO_OK : status;
}

static int is_worker(const struct dirent *e)
{
    return e->d_name[0] != '.' && !strchr(e->d_name, '.');
}

/* The names of the workers' folders; the caller frees them all.  0: there are none. */
static int list_workers(const char *games, struct dirent ***names)
{
    const int n = scandir(games, names, is_worker, alphasort);
    return n < 0 ? 0 : n;
}

static void free_list(struct dirent **names, int n)
{
    for (int i = 0; i < n; i++)
        free(names[i]);
    if (n > 0)
        free(names);
}

go_status generation_games(const run_folder *f, int generation, generation_take *take, void *user,
                           go_error *err)
{
    char games[RUN_PATH], path[RUN_PATH + 260];
    struct dirent **names;
    run_folder_games(f, generation, games);
    GO_TRY(read_file_of(games, take, user, err));
    const int n = list_workers(games, &names);
    go_status status = GO_OK;
    for (int i = 0; i < n && status == GO_OK; i++) {
        snprintf(path, sizeof path, "%s/%s", games, names[i]->d_name);
        status = read_file_of(path, take, user, err);
    }
    free_list(names, n);
    return status;
}

static go_status count(void *user, const played_game *g, go_error *err)
{
    (void)err;
    played_tally_add(user, g);
    return GO_OK;
}

go_status generation_tally(const run_folder *f, int generation, played_tally *tally, go_error *err)
{
    *tally = (played_tally){0};
    return generation_games(f, generation, count, tally, err);
}

bool generation_has_workers(const run_folder *f, int generation)
{
    char games[RUN_PATH];
    struct dirent **names;
    const int n = generation < 0 ? 0 : list_workers(run_folder_games(f, generation, games), &names);
    if (n > 0)
        free_list(names, n);
    return n > 0;
}
