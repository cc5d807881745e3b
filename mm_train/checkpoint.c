#include "mm_train/checkpoint.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/atomic_file.h"
#include "mm_train/solver/mm_solver_io.h"

static const char magic[16] = "katachi-fit 1\n";

typedef struct checkpoint_head {
    char magic[sizeof magic];
    uint64_t fingerprint;
    int64_t n_log; /* doubles that follow, then the solver's block */
} checkpoint_head;

go_status checkpoint_write(const char *path, uint64_t fingerprint, const mm_solver *solver,
                           const fit_log *log, go_error *err)
{
    atomic_file *file;
    go_error why = {0};
    checkpoint_head head = {.fingerprint = fingerprint, .n_log = log->n};
    memcpy(head.magic, magic, sizeof magic);
    GO_TRY(atomic_file_open(&file, path, err));
    FILE *f = atomic_file_stream(file);
    fwrite(&head, sizeof head, 1, f); /* errors come out at the commit */
    fwrite(log->log_likelihood, sizeof(double), (size_t)log->n, f);
    go_status status = mm_solver_save(solver, f, &why);
    if (status != GO_OK) {
        atomic_file_discard(file);
        return go_fail(err, status, "the checkpoint '%s': %.800s", path, why.message);
    }
    return atomic_file_commit(file, err);
}

static go_status read_state(FILE *f, const char *path, uint64_t fingerprint, mm_solver *solver,
                            fit_log *log, go_error *err)
{
    checkpoint_head head;
    go_error why = {0};
    if (fread(&head, sizeof head, 1, f) != 1 || memcmp(head.magic, magic, sizeof magic) ||
        head.n_log < 0 || head.n_log > 1000000000)
        return go_fail(err, GO_EFORMAT, "'%s' is not a checkpoint of this version; name another "
                       "file with --checkpoint, or remove it and train without --resume", path);
    if (head.fingerprint != fingerprint)
        return go_fail(
            err, GO_EFORMAT,
            "the checkpoint '%s' belongs to other games, features or --min-count; "
            "repeat the original inputs and options, or remove it and train without --resume",
            path);
    log->n = 0;
    for (int64_t i = 0; i < head.n_log; i++) {
        double value;
        if (fread(&value, sizeof value, 1, f) != 1 || !isfinite(value))
            return go_fail(err, GO_EFORMAT,
                           "the checkpoint '%s' is cut short or damaged; "
                           "remove it and train without --resume",
                           path);
        go_status status = fit_log_add(log, value, err);
        if (status != GO_OK)
            return status;
    }
    go_status status = mm_solver_load(solver, f, &why);
    return status == GO_OK ? GO_OK
                           : go_fail(err, status, "the checkpoint '%s': %.800s; to start over, "
                                     "remove it and train without --resume", path, why.message);
}

go_status checkpoint_read(const char *path, uint64_t fingerprint, mm_solver *solver, fit_log *log,
                          go_error *err)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return go_fail(err, GO_EIO, "cannot open the checkpoint '%s' to resume from: %s", path,
                       strerror(errno));
    go_status status = read_state(f, path, fingerprint, solver, log, err);
    fclose(f);
    return status;
}

go_status fit_log_add(fit_log *log, double log_likelihood, go_error *err)
{
    if (log->n == log->room) {
        int room = 2 * log->room + 64;
        double *bigger = realloc(log->log_likelihood, (size_t)room * sizeof *bigger);
        if (!bigger)
            return go_fail(err, GO_ENOMEM, "out of memory for the log of the fit");
        log->log_likelihood = bigger;
        log->room = room;
    }
    log->log_likelihood[log->n++] = log_likelihood;
    return GO_OK;
}
