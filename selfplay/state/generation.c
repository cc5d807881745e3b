#include "selfplay/state/generation.h"

#include <dirent.h>
#include <errno.h>
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

/* ---- counting ---- */

struct counted_file {
    char name[256]; /* of the worker's folder; "": the learner's */
    int64_t at;     /* bytes that were counted */
};

void generation_count_free(generation_count *c)
{
    free(c->file);
    *c = (generation_count){0};
}

/* The file of that name, which may be a new one; NULL: out of memory. */
static struct counted_file *find_file(generation_count *c, const char *name)
{
    for (int i = 0; i < c->n_files; i++)
        if (strcmp(c->file[i].name, name) == 0)
            return &c->file[i];
    struct counted_file *more = realloc(c->file, (size_t)(c->n_files + 1) * sizeof *more);
    if (!more)
        return NULL;
    c->file = more;
    more += c->n_files++;
    *more = (struct counted_file){.at = PLAYED_FILE_START};
    snprintf(more->name, sizeof more->name, "%s", name);
    return more;
}

/* Counts the whole games among n bytes, and says how many bytes they are. */
static go_status count_bytes(played_tally *t, const uint8_t *bytes, size_t n, size_t *used,
                             go_error *err)
{
    played_game g = {0};
    size_t more = 0;
    go_status status;
    *used = 0;
    while ((status = played_file_game(bytes + *used, n - *used, &g, &more, err)) == GO_OK) {
        played_tally_add(t, &g);
        *used += more;
    }
    played_game_free(&g);
    return status == GO_END ? GO_OK : status;
}

/* Counts on in an open file, a piece at a time, which becomes larger if no game fits. */
static go_status count_on(FILE *in, played_tally *t, int64_t *at, go_error *err)
{
    size_t room = 1 << 20, used = 0, n = room;
    uint8_t *piece = malloc(room);
    go_status status = piece ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for games");
    while (status == GO_OK && n == room) {
        n = fseek(in, (long)*at, SEEK_SET) == 0 ? fread(piece, 1, room, in) : 0;
        status = count_bytes(t, piece, n, &used, err);
        *at += (int64_t)used;
        if (status != GO_OK || used > 0 || n < room)
            continue;
        uint8_t *larger = realloc(piece, n = room *= 2);
        if (!larger)
            status = go_fail(err, GO_ENOMEM, "out of memory for a long game");
        piece = larger ? larger : piece;
    }
    free(piece);
    return status;
}

static go_status count_file(generation_count *c, const char *folder, const char *name,
                            go_error *err)
{
    char path[RUN_PATH + 300];
    struct stat now;
    go_error why;
    struct counted_file *file = find_file(c, name);
    if (!file)
        return go_fail(err, GO_ENOMEM, "out of memory for a list of files");
    snprintf(path, sizeof path, "%s/%s/games.katachi", folder, name);
    if (stat(path, &now) != 0 || now.st_size <= file->at)
        return GO_OK;
    FILE *in = fopen(path, "rb");
    if (!in)
        return go_fail(err, GO_EIO, "%s: cannot be read: %s", path, strerror(errno));
    const go_status status = count_on(in, &c->tally, &file->at, &why);
    fclose(in);
    return status == GO_OK ? GO_OK : go_fail(err, status, "%s: after byte %lld: %s", path,
                                             (long long)file->at, why.message);
}

go_status generation_count_go_on(generation_count *c, const run_folder *f, int generation,
                                 go_error *err)
{
    char games[RUN_PATH];
    struct dirent **names;
    if (generation != c->generation)
        generation_count_free(c);
    c->generation = generation;
    run_folder_games(f, generation, games);
    go_status status = count_file(c, games, "", err);
    const int n = list_workers(games, &names);
    for (int i = 0; i < n && status == GO_OK; i++)
        status = count_file(c, games, names[i]->d_name, err);
    free_list(names, n);
    return status;
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
