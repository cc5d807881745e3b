#include "cli/outputs.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io/atomic_file.h"
#include "board/board.h"
#include "nn_train/npz/import.h"
#include "sgf_corpus/streams/byte_source.h"
#include "sgf_corpus/streams/file_walk.h"

/* "-", or another name of the file or pipe that standard output is, such as /dev/stdout. */
static bool is_stdout(const char *path)
{
    return path && atomic_file_is_stdout(path);
}

/* Is it written to directly, or not at all? */
static bool is_direct(const char *path)
{
    return !path || is_stdout(path) || atomic_file_is_special(path);
}

bool cli_output_is_file(const char *path)
{
    return !is_direct(path);
}

/* Standard input may be a file, too. */
static bool input_stat(const char *path, struct stat *st)
{
    return strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, st) == 0 : stat(path, st) == 0;
}

/* ---- two outputs ---- */

/* The path without links: that of a file that may not exist yet. */
static bool whole_path(const char *path, char out[PATH_MAX])
{
    char real[PATH_MAX], *target = atomic_file_target(path);
    char *slash = target ? strrchr(target, '/') : NULL;
    const char *name = slash ? slash + 1 : target, *folder = slash == target ? "/" : target;
    if (slash && slash > target)
        *slash = '\0';
    bool known = target && realpath(slash ? folder : ".", real) != NULL;
    if (known) { /* else it cannot be written */
        const int n = snprintf(out, PATH_MAX, "%s/%s", real, name);
        known = n > 0 && n < PATH_MAX;
    }
    free(target);
    return known;
}

static bool same_output(const char *a, const char *b)
{
    struct stat one, other;
    char whole_a[PATH_MAX], whole_b[PATH_MAX];
    if (is_stdout(a) && is_stdout(b))
        return true;
    if (is_direct(a) || is_direct(b))
        return false;
    if (stat(a, &one) == 0 && stat(b, &other) == 0)
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    return whole_path(a, whole_a) && whole_path(b, whole_b) && strcmp(whole_a, whole_b) == 0;
}

go_status cli_outputs_apart(const cli_output *outputs, bool json, go_error *err)
{
    for (const cli_output *a = outputs; a->option; a++) {
        if (json && is_stdout(a->path))
            return go_fail(err, GO_EINVAL, "--json and %s %s would both write to standard output",
                           a->option, a->path);
        for (const cli_output *b = a + 1; b->option; b++)
            if (same_output(a->path, b->path))
                return go_fail(err, GO_EINVAL,
                               "%s and %s would both write %s; give two different files", a->option,
                               b->option, is_stdout(b->path) ? "to standard output" : b->path);
    }
    return GO_OK;
}

bool cli_outputs_piped(const cli_output *outputs)
{
    for (const cli_output *o = outputs; o->option; o++)
        if (is_stdout(o->path))
            return true;
    return false;
}

FILE *cli_outputs_text(const cli_output *outputs)
{
    return cli_outputs_piped(outputs) ? stderr : stdout;
}

/* ---- an output and an input ---- */

static bool lies_in(const char *file, const char *folder)
{
    char inside[PATH_MAX], above[PATH_MAX];
    if (!realpath(file, inside) || !realpath(folder, above))
        return false;
    size_t n = strlen(above);
    return strncmp(inside, above, n) == 0 && (inside[n] == '/' || above[n - 1] == '/');
}

/* Is it read where a folder is the input: of games, or of training rows (net train --import)? */
static bool is_read_in_folders(const char *name)
{
    return file_is_collection(name) || nn_import_is_file(name);
}

/* A file that does not exist yet is no input.  One that standard output is appended to would grow
 * while it is read.                                                           */
static bool overwrites(const char *output, const char *input)
{
    struct stat out, in;
    if (!output || strcmp(output, "-") == 0 || atomic_file_is_special(output))
        return false;
    if (!input || stat(output, &out) != 0 || !input_stat(input, &in))
        return false;
    if (S_ISDIR(in.st_mode))
        return is_read_in_folders(output) && lies_in(output, input);
    return out.st_dev == in.st_dev && out.st_ino == in.st_ino;
}

go_status cli_outputs_spare(const cli_output *outputs, const char *const *inputs, int n,
                            go_error *err)
{
    for (const cli_output *o = outputs; o->option; o++)
        for (int i = 0; i < n; i++)
            if (overwrites(o->path, inputs[i]))
                return go_fail(err, GO_EINVAL,
                               "%s %s would overwrite an input (%s); name another file", o->option,
                               o->path, strcmp(inputs[i], "-") == 0 ? "standard input" : inputs[i]);
    return GO_OK;
}

/* ---- an output and what is there ---- */

static const char *const kind_words[] = {[OUTPUT_GAMES] = "games",
                                         [OUTPUT_GAMMAS] = "gammas",
                                         [OUTPUT_NETWORK] = "a network",
                                         [OUTPUT_CHECKPOINT] = "the state of an interrupted fit",
                                         [OUTPUT_BOOK] = "an opening book",
                                         [OUTPUT_MATCH] = "settings or results of a match"};

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* A network of KataGo begins with its name and its version, each on a line. */
static bool begins_a_network(const char *text)
{
    size_t name = strcspn(text, " \t\r\n");
    const char *line = text + name + 1;
    size_t digits = name && text[name] == '\n' ? strspn(line, "0123456789") : 0;
    return digits > 0 && digits <= 2 && line[digits] == '\n';
}

/* One of Leela Zero with its version, 1 or 2, and then with a line of weights. */
static bool begins_a_leela_network(const char *text)
{
    enum { ENOUGH = 4 };
    char *end;
    int weights = 0;
    const char *at = text + 1 + strspn(text + 1, "\r");
    if ((*text != '1' && *text != '2') || *at != '\n')
        return false;
    for (at++; weights < ENOUGH; weights++, at = end + 1) {
        const double weight = strtod(at, &end);
        if (end == at || *end != ' ' || isspace((unsigned char)*at) || !isfinite(weight))
            return false;
    }
    return true;
}

/* A book has lines such as "9 E6 E4 | D4", and comments after '#'. */
static bool begins_a_book(const char *text)
{
    const char *at = text + strspn(text, " \t\r\n");
    while (*at == '#') {
        at += strcspn(at, "\n");
        at += strspn(at, " \t\r\n");
    }
    char *end;
    const long size = strtol(at, &end, 10);
    return size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE && end[0] == ' ' &&
           end[strcspn(end, "|#\n")] == '|';
}

/* match.json or results.jsonl. */
static bool begins_a_match(const char *text)
{
    if (begins(text, "{\"game\":"))
        return true;
    return *text == '{' && begins(text + 1 + strspn(text + 1, " \t\r\n"), "\"players\":");
}

static output_kind kind_of(const char *text)
{
    const char *at = text + (begins(text, "\xef\xbb\xbf") ? 3 : 0);
    at += strspn(at, " \t\r\n");
    if (*at == '(' && at[1 + strspn(at + 1, " \t\r\n")] == ';')
        return OUTPUT_GAMES;
    if (begins(text, "katachi-gammas "))
        return OUTPUT_GAMMAS;
    if (begins(text, "katachi-fit ") || begins(text, "katachi-learn ") ||
        begins(text, "katachi-descent "))
        return OUTPUT_CHECKPOINT;
    if (begins_a_network(text) || begins_a_leela_network(text))
        return OUTPUT_NETWORK;
    if (begins_a_match(text))
        return OUTPUT_MATCH;
    return begins_a_book(text) ? OUTPUT_BOOK : OUTPUT_OTHER;
}

/* OTHER as well if there is no such file, or if it cannot be read. */
static output_kind kind_of_file(const char *path)
{
    char text[512];
    const char *member;
    size_t n = 0;
    byte_source *file;
    if (access(path, R_OK) != 0 || byte_source_open(&file, path, NULL) != GO_OK)
        return OUTPUT_OTHER;
    if (byte_source_next(file, &member, NULL) != GO_OK ||
        byte_source_read(file, text, sizeof text - 1, &n, NULL) != GO_OK)
        n = 0;
    byte_source_close(file);
    text[n] = '\0';
    return kind_of(text);
}

static go_status check_kind(const cli_output *o, go_error *err)
{
    bool seen = !is_direct(o->path) && o->kind != OUTPUT_READ;
    output_kind found = seen ? kind_of_file(o->path) : OUTPUT_OTHER;
    if (found == OUTPUT_OTHER || found == o->kind)
        return GO_OK;
    return go_fail(err, GO_EINVAL, "%s %s would replace %s that this file holds; name another "
                   "file, or remove it first", o->option, o->path, kind_words[found]);
}

go_status cli_outputs_suit(const cli_output *outputs, go_error *err)
{
    for (const cli_output *o = outputs; o->option; o++)
        GO_TRY(check_kind(o, err));
    return GO_OK;
}

go_status cli_outputs_try(const cli_output *outputs, go_error *err)
{
    GO_TRY(cli_outputs_suit(outputs, err));
    for (const cli_output *o = outputs; o->option; o++) {
        atomic_file *file = NULL;
        if (o->path)
            GO_TRY(atomic_file_open(&file, o->path, err));
        atomic_file_discard(file);
    }
    return GO_OK;
}

/* ---- checkpoints ---- */

/* Whether --resume has something to continue; see cli_checkpoint. */
static go_status find_checkpoint(const char *path, const char *output, bool *resume, bool quiet,
                                 go_error *err)
{
    if (access(path, R_OK) == 0)
        return GO_OK;
    if (errno != ENOENT)
        return go_fail(
            err, GO_EIO,
            "cannot open the checkpoint '%s' to resume from: %s; leave out --resume to start over",
            path, strerror(errno));
    if (!is_direct(output) && access(output, F_OK) == 0)
        return go_fail(err, GO_EIO,
                       "there is no checkpoint '%s' to resume from, but '%s' is there, so its work "
                       "is complete; leave out --resume to do it again",
                       path, output);
    *resume = false;
    if (!quiet)
        fprintf(stderr,
                "katachi: there is no checkpoint '%s' to resume from; starting from the "
                "beginning\n",
                path);
    return GO_OK;
}

go_status cli_checkpoint(const char **out, char buffer[CHECKPOINT_PATH], const char *named,
                         const char *output, const char *ending, bool *resume, bool quiet,
                         go_error *err)
{
    *out = named;
    if (is_stdout(named))
        return go_fail(err, GO_EINVAL,
                       "--checkpoint %s: resuming reads the checkpoint again; name a regular file",
                       named);
    if (!named && !is_direct(output)) {
        snprintf(buffer, CHECKPOINT_PATH, "%s%s", output, ending);
        *out = buffer;
    }
    if (*resume && !*out)
        return go_fail(err, GO_EINVAL,
                       "--resume needs a checkpoint; with -o %s, name it with --checkpoint FILE",
                       output);
    if (*resume)
        return find_checkpoint(*out, output, resume, quiet, err);
    if (!is_direct(*out) && kind_of_file(*out) == OUTPUT_CHECKPOINT)
        return go_fail(
            err, GO_EINVAL,
            "'%s' is the checkpoint of interrupted work; add --resume to continue it, or "
            "remove the file to start over",
            *out);
    return GO_OK;
}

void cli_checkpoint_done(const char *path)
{
    char file[PATH_MAX];
    struct stat st;
    if (path && realpath(path, file) && stat(file, &st) == 0 && S_ISREG(st.st_mode))
        remove(file);
}
