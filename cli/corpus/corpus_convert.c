/* corpus_convert.c -- `katachi corpus convert` and `katachi corpus split`: write
 * clean games, one per line, to one file or two.                              */
#include <string.h>

#include "base/ending.h"
#include "base/io/atomic_file.h"
#include "base/io/make_folder.h"
#include "base/plural.h"
#include "base/text_json.h"
#include "cli/corpus/corpus_commands.h"
#include "cli/outputs.h"
#include "sgf_corpus/sgf/sgf_write.h"

typedef struct convert_settings {
    corpus_input input;
    const char *output;
    double fraction; /* split only */
    int seed;        /* split only */
    int dedupe;      /* dedupe_mode */
    bool json, quiet;
} convert_settings;

static const option convert_options[] = {
    OPTION_OUTPUT(convert_settings, output,
                  "the collection to write; .gz and .zst are compressed"),
    OPTION_DEDUPE(convert_settings, dedupe),
    OPTION_QUIET(convert_settings, quiet),
    OPTION_JSON(convert_settings, json),
    {0}};
static const option split_options[] = {
    OPTION_OUTPUT(convert_settings, output,
                  "write FILE-test.sgf.zst and FILE-train.sgf.zst; an ending given with FILE "
                  "(.sgf, .sgf.gz) is kept"),
    OPT_REAL("fraction", 0, "X", "0.1", 0.0001, 0.9999, offsetof(convert_settings, fraction),
             "share of the games for the test file"),
    OPT_INT("seed", 0, "N", "0", 0, 2000000000, offsetof(convert_settings, seed),
            "a different number gives a different split"),
    OPTION_DEDUPE(convert_settings, dedupe),
    OPTION_QUIET(convert_settings, quiet),
    OPTION_JSON(convert_settings, json),
    {0}};
static const option_group convert_groups[] = {
    {NULL, convert_options, 0},
    {"Choosing games", corpus_input_options, offsetof(convert_settings, input)},
    {0}};
static const option_group split_groups[] = {
    {NULL, split_options, 0},
    {"Choosing games", corpus_input_options, offsetof(convert_settings, input)},
    {0}};

/* ---- where games go ---- */

/* Up to two output files; a split writes the test games to the first. */
typedef struct outputs {
    int n;
    char path[2][4096];
    atomic_file *file[2];
    int64_t games[2];
} outputs;

/* "x.sgf.gz" and "-test" to "x-test.sgf.gz"; without an ending of a game record
 * ".sgf.zst" is added.                                                       */
static void name_part(const char *output, const char *part, char out[4096])
{
    static const char *const endings[] = {".sgf", ".sgf.gz", ".sgf.zst"};
    for (int i = 0; i < 3; i++) {
        const size_t stem = ending_at(output, endings[i]);
        if (stem) {
            snprintf(out, 4096, "%.*s%s%s", (int)stem, output, part, output + stem);
            return;
        }
    }
    snprintf(out, 4096, "%s%s.sgf.zst", output, part);
}

/* Two files need a name to begin theirs with. */
static go_status check_split(const char *output, go_error *err)
{
    const char *slash = strrchr(output, '/');
    if ((!is_folder(output) && !cli_output_is_file(output)) || !(slash ? slash[1] : *output))
        return go_fail(
            err, GO_EINVAL,
            "-o '%s': a split writes two files; give the start of their names, as in -o games",
            output);
    return GO_OK;
}

static go_status open_outputs(outputs *o, const convert_settings *s, bool split, char **argv,
                              int n_inputs, go_error *err)
{
    if (strlen(s->output) > 4000)
        return go_fail(err, GO_EINVAL, "the name of the output file is longer than 4000 bytes");
    if (split)
        GO_TRY(check_split(s->output, err));
    o->n = split ? 2 : 1;
    snprintf(o->path[0], sizeof o->path[0], "%s", s->output);
    if (split) {
        name_part(s->output, "-test", o->path[0]);
        name_part(s->output, "-train", o->path[1]);
    }
    const cli_output named[] = {{"-o", o->path[0], OUTPUT_GAMES},
                                {split ? "-o" : NULL, o->path[1], OUTPUT_GAMES},
                                {0}};
    GO_TRY(cli_outputs_apart(named, s->json, err));
    go_status status = cli_outputs_spare(named, (const char *const *)argv + 1, n_inputs, err);
    if (status == GO_OK)
        status = cli_outputs_suit(named, err);
    for (int i = 0; i < o->n && status == GO_OK; i++)
        status = atomic_file_open(&o->file[i], o->path[i], err);
    return status;
}

/* Both or none: new test games beside old training games may be among them. */
static go_status close_outputs(outputs *o, go_status status, go_error *err)
{
    if (status == GO_OK)
        return atomic_file_commit_all(o->file, o->n, err);
    for (int i = 0; i < o->n; i++)
        atomic_file_discard(o->file[i]);
    return status;
}

static go_status write_games(corpus_run *run, outputs *o, const convert_settings *s,
                             go_error *err)
{
    game_record *game;
    go_status status;
    while ((status = corpus_run_next(run, &game, err)) == GO_OK) {
        int to = o->n == 2 && game_split_place(game, (uint64_t)s->seed) >= s->fraction;
        sgf_write(atomic_file_stream(o->file[to]), game);
        o->games[to]++;
        game_record_destroy(game);
        if (ferror(atomic_file_stream(o->file[to])))
            break; /* the commit reports the write error */
    }
    return status == GO_END ? GO_OK : status;
}

/* ---- the commands ---- */

static int print(const outputs *o, const corpus_counts *counts, int64_t duplicates, bool json)
{
    if (json) {
        json_t *object = json_object(), *files = json_array();
        corpus_input_json(object, counts);
        for (int i = 0; i < o->n; i++)
            json_array_append_new(files, json_pack("{s:o, s:I}", "file",
                                                   text_json(o->path[i]), "games",
                                                   (json_int_t)o->games[i]));
        json_object_update_new(object, json_pack("{s:I, s:o}", "duplicates",
                                                 (json_int_t)duplicates, "written", files));
        return cli_print_json(object);
    }
    for (int i = 0; i < o->n; i++)
        fprintf(stderr, "%10lld  game%s written to %s\n", (long long)o->games[i],
                plural_s(o->games[i]), o->path[i]);
    if (duplicates)
        fprintf(stderr, "%10lld  duplicate%s left out\n", (long long)duplicates,
                plural_s(duplicates));
    return EXIT_OK;
}

static int run(const cli_command *command, int argc, char **argv, bool split)
{
    convert_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(command, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.output)
        return cli_misuse("no output file; name one with -o FILE");
    go_error err;
    corpus_run reading = {.replay = true, .quiet = s.quiet, .dedupe_by = s.dedupe};
    corpus_counts counts;
    outputs o = {0};
    go_status status = corpus_run_begin(&reading, &s.input, argv, n_inputs, &err);
    if (status == GO_OK)
        status = open_outputs(&o, &s, split, argv, n_inputs, &err);
    if (status == GO_OK)
        status = write_games(&reading, &o, &s, &err);
    status = corpus_run_end(&reading, status, &counts, &err);
    status = close_outputs(&o, status, &err);
    return status == GO_OK ? print(&o, &counts, reading.duplicates, s.json) : cli_fail(&err);
}

static int run_convert(int argc, char **argv)
{
    return run(&cli_corpus_convert, argc, argv, false);
}

static int run_split(int argc, char **argv)
{
    return run(&cli_corpus_split, argc, argv, true);
}

const cli_command cli_corpus_convert = {
    .spec = {.name = "convert",
             .sentence = "writes the games as a clean collection, one per line, in UTF-8",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = convert_groups,
             .description = "Keeps the main line and the header. Every game is replayed; games "
                            "with an illegal move are left out and listed.",
             .examples = "katachi corpus convert -o clean.sgf.zst games/\n"
                         "katachi corpus convert --dedupe opening --size 19 -o pro.sgf.gz *.zip"},
    .run = run_convert,
};

const cli_command cli_corpus_split = {
    .spec = {.name = "split",
             .sentence = "divides the games into a training and a test file",
             .inputs = "INPUT...",
             .min_inputs = 1,
             .groups = split_groups,
             .description = "Only the opening, in any orientation, decides which file a game goes "
                            "to: the same game goes to the same side in every collection.",
             .examples = "katachi corpus split --fraction 0.1 -o games all.sgf.zst"},
    .run = run_split,
};
