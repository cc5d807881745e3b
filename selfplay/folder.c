#include "selfplay/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/append_file.h"
#include "base/io/atomic_file.h"
#include "base/io/make_folder.h"
#include "selfplay/record/played_file.h"
#include "selfplay/record/played_replay.h"

struct played_folder {
    char *games_path, *sgf_path;
    played_writer *games;
    append_file *sgf;
    played_tally tally;
    bool *has;         /* [room] by number */
    int64_t room;
    bool no_memory;    /* for `has`, while the games are read */
    char mended[200];
};

/* ---- which games there are ---- */

enum { MOST_NUMBER = 1 << 30 }; /* larger ones are played by nobody */

static bool remember(played_folder *f, const played_game *g)
{
    if (g->number >= f->room && g->number < MOST_NUMBER) {
        int64_t room = 2 * g->number + 1024;
        bool *has = realloc(f->has, (size_t)room * sizeof *has);
        if (!has)
            return false;
        memset(has + f->room, 0, (size_t)(room - f->room) * sizeof *has);
        f->has = has;
        f->room = room;
    }
    if (g->number < f->room)
        f->has[g->number] = true;
    played_tally_add(&f->tally, g);
    return true;
}

static void note(void *folder, const played_game *g)
{
    played_folder *f = folder;
    f->no_memory |= !remember(f, g);
}

bool played_folder_has(const played_folder *f, int64_t number)
{
    return number < f->room && f->has[number];
}

const played_tally *played_folder_tally(const played_folder *f) { return &f->tally; }
const char *played_folder_games(const played_folder *f) { return f->games_path; }
const char *played_folder_mended(const played_folder *f) { return f->mended; }

/* ---- the SGF file ---- */

static void close_sgf(played_folder *f)
{
    const bool empty = f->sgf && append_file_length(f->sgf) == 0;
    if (empty)
        unlink(f->sgf_path);
    append_file_close(f->sgf);
    f->sgf = NULL;
}

/* Puts the file in place with its first game: one without any, which a killed program would leave,
 * is no SGF file, and `katachi corpus check` calls it broken.                 */
static go_status make_sgf(played_folder *f, const char *text, size_t n, go_error *err)
{
    atomic_file *file;
    GO_TRY(atomic_file_open(&file, f->sgf_path, err));
    fwrite(text, 1, n, atomic_file_stream(file));
    GO_TRY(atomic_file_commit(file, err));
    return append_file_open(&f->sgf, f->sgf_path, err);
}

static go_status add_sgf(played_folder *f, const played_game *g, go_error *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    go_status status;
    if (out)
        played_replay_sgf(g, out);
    if (!out || fclose(out) != 0)
        status = go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    else
        status = f->sgf ? append_file_add(f->sgf, text, n, err) : make_sgf(f, text, n, err);
    free(text);
    return status;
}

static bool has_bytes(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && file.st_size > 0;
}

/* A games.sgf without games of ours beside it is somebody's. */
static go_status refuse_sgf(const played_folder *f, go_error *err)
{
    return go_fail(err, GO_EINVAL, "%s holds games of something else, which would be overwritten; "
                   "choose another folder", f->sgf_path);
}

/* Counts the whole lines of a file, at most `most`, and where the last of them ends. */
static int64_t count_lines(const char *path, int64_t most, int64_t *end)
{
    int64_t lines = 0, at = 0;
    FILE *in = fopen(path, "rb");
    *end = 0;
    for (int c; in && lines < most && (c = getc_unlocked(in)) != EOF;) {
        at++;
        if (c == '\n') {
            lines++;
            *end = at;
        }
    }
    if (in)
        fclose(in);
    return lines;
}

/* Cuts off what is no game of the other file, whose last one may have been torn, and adds those
 * that are missing.                                                           */
static go_status agree_sgf(played_folder *f, go_error *err)
{
    int64_t end, lines = count_lines(f->sgf_path, played_writer_count(f->games), &end);
    played_reader *r;
    played_game g = {0};
    if (access(f->sgf_path, F_OK) == 0) {
        GO_TRY(append_file_open(&f->sgf, f->sgf_path, err));
        GO_TRY(append_file_cut(f->sgf, end, err));
    }
    if (lines == played_writer_count(f->games))
        return GO_OK;
    GO_TRY(played_reader_open(&r, f->games_path, err));
    go_status status = GO_OK;
    for (int64_t i = 0; status == GO_OK; i++) {
        status = played_reader_next(r, &g, err);
        if (status == GO_OK && i >= lines)
            status = add_sgf(f, &g, err);
    }
    played_reader_close(r);
    played_game_free(&g);
    return status == GO_END ? GO_OK : status;
}

/* ---- the folder ---- */

static void release(played_folder *f)
{
    close_sgf(f);
    played_writer_close(f->games); /* the last, for its lock holds for both */
    free(f->games_path);
    free(f->sgf_path);
    free(f->has);
    free(f);
}

static go_status open_files(played_folder *f, const char *path, go_error *err)
{
    if (asprintf(&f->games_path, "%s/games.katachi", path) < 0 ||
        asprintf(&f->sgf_path, "%s/games.sgf", path) < 0)
        return go_fail(err, GO_ENOMEM, "out of memory for a folder of games");
    if (!has_bytes(f->games_path) && has_bytes(f->sgf_path))
        return refuse_sgf(f, err);
    GO_TRY(make_folder(path, err));
    GO_TRY(played_writer_open(&f->games, f->games_path, note, f, err));
    if (f->no_memory)
        return go_fail(err, GO_ENOMEM, "%s: out of memory for its games", path);
    if (played_writer_cut(f->games))
        snprintf(f->mended, sizeof f->mended,
                 "games.katachi ended in the middle of a game, where "
                 "the last run broke off; that game was cut off and is played again");
    return agree_sgf(f, err);
}

go_status played_folder_open(played_folder **out, const char *path, go_error *err)
{
    played_folder *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return go_fail(err, GO_ENOMEM, "out of memory for a folder of games");
    go_status status = open_files(f, path, err);
    if (status == GO_OK)
        *out = f;
    else
        release(f);
    return status;
}

go_status played_folder_close(played_folder *f, go_error *err)
{
    go_status status = played_writer_sync(f->games, err);
    release(f);
    return status;
}

go_status played_folder_add(played_folder *f, const played_game *g, go_error *err)
{
    int64_t before = f->sgf ? append_file_length(f->sgf) : 0;
    GO_TRY(add_sgf(f, g, err));
    go_status status = played_writer_add(f->games, g, err);
    if (status != GO_OK) {
        append_file_cut(f->sgf, before, NULL); /* closing takes away a file without games */
        return status;
    }
    return remember(f, g) ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for a list of games");
}
