#include "selfplay/state/generation.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "selfplay/record/played_file.h"

/* ---- how far ---- */

go_status generation_marks_add(generation_marks *m, const generation_mark *mark, go_error *err)
{
    generation_mark *more = realloc(m->mark, (size_t)(m->n + 1) * sizeof *more);
    if (!more)
        return go_fail(err, GO_ENOMEM, "out of memory for a list of files");
    m->mark = more;
    more[m->n++] = *mark;
    return GO_OK;
}

void generation_marks_free(generation_marks *m)
{
    free(m->mark);
    m->mark = NULL;
    m->n = 0;
}

/* ---- reading ---- */

/* A file of games of the generation; `name`: of the worker's folder, "": the learner's. */
static const char *file_of(const run_folder *f, int generation, const char *name,
                           char path[RUN_PATH + 300])
{
    char games[RUN_PATH];
    snprintf(path, RUN_PATH + 300, "%s%s%s/games.katachi", run_folder_games(f, generation, games),
             *name ? "/" : "", name);
    return path;
}

/* Reads up to mark->at, where it leaves where the last game ended. */
static go_status read_up_to(played_reader *in, generation_mark *mark, generation_take *take,
                            void *user, go_error *err)
{
    const int64_t end = mark->at;
    played_game g = {0};
    go_status status = GO_OK;
    while (status == GO_OK && (mark->at = played_reader_at(in)) < end) {
        status = played_reader_next(in, &g, err);
        if (status == GO_OK)
            status = take(user, &g, err);
    }
    played_game_free(&g);
    return status == GO_END ? GO_OK : status;
}

/* A file of the generation, up to the mark. */
static go_status read_marked(const run_folder *f, generation_mark *mark, generation_take *take,
                             void *user, go_error *err)
{
    char path[RUN_PATH + 300];
    played_reader *in;
    if (access(file_of(f, mark->generation, mark->name, path), F_OK) != 0) {
        mark->at = 0;
        return GO_OK; /* old games may be removed, new ones may not have begun */
    }
    GO_TRY(played_reader_open(&in, path, err));
    const go_status status = read_up_to(in, mark, take, user, err);
    played_reader_close(in);
    return status;
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

static go_status read_whole(const run_folder *f, int generation, const char *name,
                            generation_take *take, void *user, generation_marks *marks,
                            go_error *err)
{
    generation_mark mark = {.generation = generation, .at = INT64_MAX};
    snprintf(mark.name, sizeof mark.name, "%s", name);
    GO_TRY(read_marked(f, &mark, take, user, err));
    return marks ? generation_marks_add(marks, &mark, err) : GO_OK;
}

go_status generation_games(const run_folder *f, int generation, generation_take *take, void *user,
                           generation_marks *marks, go_error *err)
{
    char games[RUN_PATH];
    struct dirent **names;
    GO_TRY(read_whole(f, generation, "", take, user, marks, err));
    const int n = list_workers(run_folder_games(f, generation, games), &names);
    go_status status = GO_OK;
    for (int i = 0; i < n && status == GO_OK; i++)
        status = read_whole(f, generation, names[i]->d_name, take, user, marks, err);
    free_list(names, n);
    return status;
}

go_status generation_games_again(const run_folder *f, const generation_marks *marks,
                                 generation_take *take, void *user, go_error *err)
{
    for (int i = 0; i < marks->n; i++) {
        generation_mark mark = marks->mark[i];
        GO_TRY(read_marked(f, &mark, take, user, err));
    }
    return GO_OK;
}

/* ---- counting ---- */

void generation_count_free(generation_count *c)
{
    generation_marks_free(&c->counted);
    c->generation = 0;
    c->tally = (played_tally){0};
}

/* Up to where the file of that name, which may be a new one, was counted. */
static go_status find_mark(generation_count *c, const char *name, generation_mark **out,
                           go_error *err)
{
    generation_mark made = {.generation = c->generation, .at = PLAYED_FILE_START};
    for (int i = 0; i < c->counted.n; i++) {
        *out = &c->counted.mark[i];
        if (strcmp((*out)->name, name) == 0)
            return GO_OK;
    }
    snprintf(made.name, sizeof made.name, "%s", name);
    GO_TRY(generation_marks_add(&c->counted, &made, err));
    *out = &c->counted.mark[c->counted.n - 1];
    return GO_OK;
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

static go_status count_file(generation_count *c, const run_folder *f, const char *name,
                            go_error *err)
{
    char path[RUN_PATH + 300];
    struct stat now;
    go_error why;
    generation_mark *file;
    GO_TRY(find_mark(c, name, &file, err));
    if (stat(file_of(f, c->generation, name, path), &now) != 0 || now.st_size <= file->at)
        return GO_OK;
    FILE *in = fopen(path, "rb");
    if (!in)
        return go_fail(err, GO_EIO, "%s: cannot read: %s", path, strerror(errno));
    const go_status status = count_on(in, &c->tally, &file->at, &why);
    fclose(in);
    const long long at = (long long)file->at;
    if (status == GO_EFORMAT)
        return go_fail(err, status, "%s is damaged: the game at byte %lld cannot be read (%s); "
                       "'head -c %lld' keeps the games before it", path, at, why.message, at);
    return status == GO_OK ? GO_OK : go_fail(err, status, "%s: after byte %lld: %s", path, at,
                                             why.message);
}

go_status generation_count_go_on(generation_count *c, const run_folder *f, int generation,
                                 go_error *err)
{
    char games[RUN_PATH];
    struct dirent **names;
    if (generation != c->generation)
        generation_count_free(c);
    c->generation = generation;
    go_status status = count_file(c, f, "", err);
    const int n = list_workers(run_folder_games(f, generation, games), &names);
    for (int i = 0; i < n && status == GO_OK; i++)
        status = count_file(c, f, names[i]->d_name, err);
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
