/* sgf.c -- games from files and into files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io/atomic_file.h"
#include "gtp/commands/command.h"
#include "gtp/text/args.h"
#include "sgf_corpus/corpus.h"
#include "sgf_corpus/sgf/record_game.h"
#include "sgf_corpus/sgf/sgf_write.h"

/* ---- reading ---- */

/* FILE may hold blanks, in quotes or not; a number behind it is N.  *path is
 * for the caller to free.                                                    */
static bool split_path(const char *rest, char **path, int *stop)
{
    const char *end = rest + strlen(rest), *space = strrchr(rest, ' ');
    *stop = 0;
    if (*rest == '"' && strchr(rest + 1, '"')) {
        end = strchr(++rest, '"');
        gtp_arg_int(end + 1 + strspn(end + 1, " "), 1, 1000000000, stop);
    } else if (space && gtp_arg_int(space + 1, 1, 1000000000, stop)) {
        for (end = space; end > rest && end[-1] == ' ';)
            end--;
    }
    *path = strndup(rest, (size_t)(end - rest));
    return *path != NULL;
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* What stands behind the name of a file where a move number should; NULL: nothing
 * that is wrong.  A name may hold blanks: what follows a file must be a number. */
static const char *wrong_number(const char *rest)
{
    int number;
    const char *last = strrchr(rest, ' '), *end = *rest == '"' ? strchr(rest + 1, '"') : NULL;
    if (end) {
        last = end + 1 + strspn(end + 1, " ");
        return *last && !gtp_arg_int(last, 1, 1000000000, &number) ? last : NULL;
    }
    if (!last || gtp_arg_int(last + 1, 1, 1000000000, &number) || is_file(rest))
        return NULL;
    char *path = strndup(rest, (size_t)(last - rest));
    bool wrong = path && is_file(path);
    free(path);
    return wrong ? last + 1 : NULL;
}

/* Not a folder, which may hold thousands of games, nor a device or the standard
 * input, which may never end.                                                */
static go_status need_file(const char *path, go_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return go_fail(err, GO_EIO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return go_fail(err, GO_EIO, "%s is no file", path);
    return GO_OK;
}

static go_status read_record(const char *path, game_record **record, go_error *err)
{
    corpus *c;
    corpus_options options = {.strict = true};
    go_status status = need_file(path, err);
    if (status == GO_OK)
        status = corpus_open(&c, &path, 1, &options, err);
    if (status != GO_OK)
        return status;
    status = corpus_next(c, record, err);
    corpus_close(c);
    return status == GO_END ? go_fail(err, GO_EEMPTY, "%s holds no game", path) : status;
}

/* The game up to but without move `stop`; 0: all of it. */
static go_status game_of_record(const gtp_engine *e, const game_record *record, int stop,
                                game **out, go_error *err)
{
    game *g;
    go_error why = {GO_OK, ""};
    rules r = e->own_rules;
    record_game_rules(record, &r);
    double komi = record->has_komi ? record->komi : e->own_komi;
    go_status status = record_game_create(&g, record, &r, komi, err);
    if (status != GO_OK)
        return status;
    int n = stop > 0 && stop - 1 < record->n_moves ? stop - 1 : record->n_moves;
    for (int i = 0; i < n; i++) {
        status = record_game_play(g, record, i, &why);
        if (status == GO_OK)
            continue;
        game_destroy(g);
        if (status != GO_EILLEGAL)
            return go_fail(err, status, "%s", why.message);
        return go_fail(err, status, "move %d: %s; 'loadsgf FILE %d' loads what comes before it",
                       i + 1, why.message, i + 1);
    }
    *out = g;
    return GO_OK;
}

static go_status cmd_loadsgf(GTP_ARGS)
{
    char *path;
    int stop;
    game *g = NULL;
    game_record *record = NULL;
    go_error why = {GO_OK, ""};
    if (wrong_number(r->rest))
        return gtp_syntax(err, "the number of a move, from 1, behind FILE", wrong_number(r->rest));
    if (!split_path(r->rest, &path, &stop))
        return go_fail(err, GO_ENOMEM, "out of memory for a path");
    go_status status = read_record(path, &record, &why);
    if (status == GO_OK)
        status = game_of_record(e, record, stop, &g, &why);
    game_record_destroy(record);
    free(path);
    if (status != GO_OK)
        return go_fail(err, status, "cannot load file: %s", why.message);
    gtp_take_game(e, g);
    gtp_reset_clocks(e);
    return GO_OK;
}

/* ---- writing ---- */

/* Writes the engine's game as SGF.  False: out of memory. */
static bool write_game(const gtp_engine *e, FILE *out)
{
    char program[] = "Katachi " KATACHI_VERSION;
    game_record *record = record_of_game(e->game, (char *[GAME_N_TEXTS]){[GAME_SO] = program});
    if (record)
        sgf_write(out, record);
    game_record_destroy(record);
    return record != NULL;
}

static go_status cmd_printsgf(GTP_ARGS)
{
    char *path;
    int stop;
    atomic_file *file;
    if (r->n == 0 || strcmp(r->rest, "-") == 0)
        return write_game(e, out) ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the game");
    if (!split_path(r->rest, &path, &stop))
        return go_fail(err, GO_ENOMEM, "out of memory for a path");
    go_status status = atomic_file_open(&file, path, err);
    free(path);
    if (status != GO_OK)
        return status;
    if (!write_game(e, atomic_file_stream(file))) {
        atomic_file_discard(file);
        return go_fail(err, GO_ENOMEM, "out of memory for the game");
    }
    return atomic_file_commit(file, err);
}

const gtp_command gtp_sgf_commands[] = {
    {"loadsgf", cmd_loadsgf, 1, "FILE [MOVE]"},
    {"printsgf", cmd_printsgf, 0, "[FILE]"},
    {"savesgf", cmd_printsgf, 1, "FILE"},
    {0}};
