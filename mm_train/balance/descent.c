#include "mm_train/balance/descent.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/io/atomic_file.h"

enum { ARRAYS = 5 };

static const double FLOOR = 0.3; /* share of the largest gradient, see descent.h */

static const char magic[24] = "katachi-descent 1\n";

go_status descent_create(descent *d, int n, const double *start, int steps, double rate,
                         double decay, double limit, go_error *err)
{
    const size_t size = (size_t)n * sizeof(double);
    *d = (descent){.n = n, .steps = steps, .rate = rate, .decay = decay, .limit = limit};
    d->at = calloc(ARRAYS, size);
    if (!d->at)
        return go_fail(err, GO_ENOMEM, "out of memory for %d numbers", n);
    d->start = d->at + n;
    d->mean = d->start + n;
    d->square = d->mean + n;
    d->average = d->square + n;
    memcpy(d->at, start, size);
    memcpy(d->start, start, size);
    memcpy(d->average, start, size);
    return GO_OK;
}

void descent_free(descent *d)
{
    free(d->at);
    *d = (descent){0};
}

/* ---- a step ---- */

/* Running means begin at 0; this makes up for it. */
static double without_start(double share, int step)
{
    return 1 / (1 - pow(share, step + 1));
}

void descent_step(descent *d, const double *gradient)
{
    static const double slow = 0.9, slower = 0.99;
    const double unbias = without_start(slow, d->step), unbias2 = without_start(slower, d->step);
    double most = 0;
    for (int i = 0; i < d->n; i++) {
        d->mean[i] += (1 - slow) * (gradient[i] - d->mean[i]);
        d->square[i] += (1 - slower) * (gradient[i] * gradient[i] - d->square[i]);
        most = fmax(most, d->square[i] * unbias2);
    }
    const double floor = FLOOR * sqrt(most);
    for (int i = 0; i < d->n && floor > 0; i++) {
        d->at[i] -= d->rate * d->mean[i] * unbias / (sqrt(d->square[i] * unbias2) + floor) +
                    d->decay * (d->at[i] - d->start[i]);
        d->at[i] = fmin(fmax(d->at[i], -d->limit), d->limit);
    }
    d->step++;
    const int n_averaged = d->step - d->steps / 2;
    for (int i = 0; i < d->n; i++)
        d->average[i] += n_averaged > 1 ? (d->at[i] - d->average[i]) / n_averaged
                                        : d->at[i] - d->average[i];
}

/* ---- as a file ---- */

typedef struct descent_head {
    char magic[sizeof magic];
    uint64_t fingerprint;
    int64_t n, step;
} descent_head;

go_status descent_write(const descent *d, const char *path, uint64_t fingerprint, go_error *err)
{
    atomic_file *file;
    descent_head head = {.fingerprint = fingerprint, .n = d->n, .step = d->step};
    memcpy(head.magic, magic, sizeof magic);
    GO_TRY(atomic_file_open(&file, path, err));
    fwrite(&head, sizeof head, 1, atomic_file_stream(file)); /* errors come out at the commit */
    fwrite(d->at, sizeof(double), ARRAYS * (size_t)d->n, atomic_file_stream(file));
    return atomic_file_commit(file, err);
}

static go_status read_state(descent *d, FILE *f, const char *path, uint64_t fingerprint,
                            go_error *err)
{
    descent_head head;
    if (fread(&head, sizeof head, 1, f) != 1 || memcmp(head.magic, magic, sizeof magic))
        return go_fail(err, GO_EFORMAT, "'%s' is not a checkpoint of 'katachi balance'; name "
                       "another file with --checkpoint, or remove it and start over without "
                       "--resume", path);
    if (head.fingerprint != fingerprint || head.n != d->n || head.step < 0 ||
        head.step > d->steps)
        return go_fail(err, GO_EFORMAT,
                       "the checkpoint '%s' belongs to other gammas, positions or options; repeat "
                       "the original ones, or remove it and start over without --resume",
                       path);
    bool good = fread(d->at, sizeof(double), ARRAYS * (size_t)d->n, f) == ARRAYS * (size_t)d->n;
    for (int i = 0; i < ARRAYS * d->n && good; i++)
        good = isfinite(d->at[i]);
    if (!good)
        return go_fail(
            err, GO_EFORMAT,
            "the checkpoint '%s' is cut short or damaged; remove it and start over without "
            "--resume",
            path);
    d->step = (int)head.step;
    return GO_OK;
}

go_status descent_read(descent *d, const char *path, uint64_t fingerprint, go_error *err)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return go_fail(err, GO_EIO, "cannot open the checkpoint '%s' to resume from: %s", path,
                       strerror(errno));
    go_status status = read_state(d, f, path, fingerprint, err);
    fclose(f);
    return status;
}
