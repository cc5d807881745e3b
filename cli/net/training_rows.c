#include "cli/net/training_rows.h"

#include <string.h>

#include "base/comm.h"
#include "base/interrupt.h"
#include "base/io/make_folder.h"
#include "base/plural.h"
#include "base/progress.h"
#include "nn_train/npz/export.h"

#define FIELD(field) offsetof(training_rows, field)

const option training_rows_options[] = {
    OPT_FLAG(
        "import", 0, NULL, FIELD(import),
        "the inputs are not games but training rows in KataGo's format: .npz files, or folders of "
        "them"),
    OPT_INT(
        "buffer", 0, "N", "200000", 1, 100000000, FIELD(buffer),
        "with --import: read files, in random order, until N rows can be shuffled together; a row "
        "of 19x19 takes 3 KB"),
    OPT_INT("keep", 0, "N", "1", 1, 1000000, FIELD(keep),
            "with --import: use one row in N in each epoch"),
    OPT_TEXT(
        "export", 0, "DIR", NULL, FIELD(export),
        "learn nothing; write the games as such rows to DIR/train, and games that are held out to "
        "DIR/val, for KataGo's own trainer"),
    OPT_INT("export-rows", 0, "N", "16384", 1, 1000000, FIELD(export_rows),
            "with --export: rows in a file"),
    {0}};

go_status training_rows_open(nn_import **out, const training_rows *s, const char *const *inputs,
                             int n_inputs, const nn_train_options *o, FILE *text, go_error *err)
{
    const nn_import_options how = {.buffer = s->buffer, .keep = s->keep, .rows = o->lanes * o->rows,
                                   .threads = o->threads, .seed = o->seed,
                                   .forget = o->choices.forget};
    GO_TRY(nn_import_open(out, inputs, n_inputs, &how, err));
    const nn_import_size all = nn_import_count(*out);
    if (comm_rank(o->ranks) == 0)
        fprintf(text, "%lld rows in %d file%s, boards of up to %d x %d; %lld rows in an epoch\n",
                (long long)all.rows, all.files, plural_s(all.files), all.largest, all.largest,
                (long long)all.per_epoch);
    return GO_OK;
}

static bool show(void *user, int64_t done, int64_t total)
{
    (void)total;
    progress_set(user, done);
    return !interrupt_requested();
}

static go_status write_part(const training_rows *s, const nn_store *games, const char *name,
                            nn_export_options *o, bool quiet, int *files, go_error *err)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/%s", s->export, name);
    const bool shows = !quiet && games->n_moves > 0;
    o->user = shows ? progress_start(stderr, "writing rows", "rows", games->n_moves) : NULL;
    go_status status = nn_export(games, folder, o, files, err);
    progress_end(o->user);
    return status;
}

go_status training_rows_write(const training_rows *s, const nn_store *games,
                              const nn_store *held_out, uint64_t seed, int threads, bool quiet,
                              go_error *err)
{
    const int side = games->largest > held_out->largest ? games->largest : held_out->largest;
    nn_export_options o = {.rows = s->export_rows, .side = side, .seed = seed, .threads = threads,
                           .progress = show};
    int files = 0, val_files = 0;
    GO_TRY(make_folder(s->export, err));
    GO_TRY(nn_export_remove(s->export, err));
    GO_TRY(write_part(s, games, "train", &o, quiet, &files, err));
    GO_TRY(write_part(s, held_out, "val", &o, quiet, &val_files, err));
    GO_TRY(nn_export_range(s->export, games->n_moves, err));
    printf("%s: %lld rows in %d file%s to learn from, %lld in %d to test with; boards of up to "
           "%d x %d\n",
           s->export, (long long)games->n_moves, files, plural_s(files),
           (long long)held_out->n_moves, val_files, side, side);
    return GO_OK;
}
