#include "nn_train/checkpoint.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

#include "base/io/atomic_file.h"

static const char magic[16] = "katachi-learn 5";

typedef struct checkpoint_head {
    char magic[sizeof magic];
    uint64_t fingerprint;
    uint64_t n; /* numbers of each of the four vectors that follow */
    int64_t steps, rows;
    double seconds;
    nn_loss_sums sums;
} checkpoint_head;

enum { VECTORS = 4 };

static void vectors_of(const optimiser *o, float *out[VECTORS])
{
    float *const all[VECTORS] = {o->theta, o->average, o->m, o->v};
    memcpy(out, all, sizeof all);
}

/* Of the head, the vectors and the pools: a wrong bit must not be learned on. */
static uint32_t checksum(const checkpoint_head *head, const training_state *s)
{
    float *vector[VECTORS];
    uLong sum = crc32_z(0, (const Bytef *)head, sizeof *head);
    vectors_of(s->optimiser, vector);
    for (int i = 0; i < VECTORS; i++)
        sum = crc32_z(sum, (const Bytef *)vector[i], head->n * sizeof(float));
    for (int i = 0; i < s->n_pools; i++)
        if (s->pools[i].rows) /* zlib begins anew where there is no buffer */
            sum = crc32_z(sum, (const Bytef *)s->pools[i].rows,
                          (size_t)s->pools[i].n * sizeof(pool_row));
    return (uint32_t)sum;
}

static void write_pool(FILE *f, const nn_pool *p)
{
    const uint64_t n = (uint64_t)p->n;
    fwrite(&n, sizeof n, 1, f);
    fwrite(p->rows, sizeof *p->rows, n, f);
}

static bool read_pool(FILE *f, nn_pool *p)
{
    uint64_t n;
    if (fread(&n, sizeof n, 1, f) != 1 || n > (uint64_t)p->room)
        return false;
    p->n = (int)n;
    return fread(p->rows, sizeof *p->rows, n, f) == n;
}

/* Can the rows of the pools be drawn?  What was written here can; the checksum tells only that
 * the file is as it was written.                                              */
static bool pools_are_sound(const training_state *s)
{
    bool sound = true;
    for (int i = 0; i < s->n_pools; i++)
        for (int k = 0; k < s->pools[i].n; k++) {
            const pool_row *p = &s->pools[i].rows[k];
            sound &= p->row.position >= 0 && p->row.position < s->positions && !isnan(p->loss) &&
                     !p->taken && nn_sample_row_exists(&p->row);
        }
    return sound;
}

static bool sums_are_sound(const nn_loss_sums *sums)
{
    const double *sum = (const double *)sums;
    bool sound = true;
    for (size_t i = 0; i < sizeof *sums / sizeof *sum; i++)
        sound &= isfinite(sum[i]) != 0;
    return sound;
}

static bool is_sound(const checkpoint_head *head, const training_state *s)
{
    return head->steps >= 0 && head->rows >= 0 && head->seconds >= 0 && isfinite(head->seconds) &&
           sums_are_sound(&head->sums) && pools_are_sound(s);
}

go_status training_save(const char *path, uint64_t fingerprint, const training_state *s,
                        const training_place *place, go_error *err)
{
    atomic_file *file;
    float *vector[VECTORS];
    checkpoint_head head;
    memset(&head, 0, sizeof head); /* its padding, too */
    memcpy(head.magic, magic, sizeof magic);
    head.fingerprint = fingerprint;
    head.n = s->optimiser->p->n;
    head.steps = s->optimiser->steps;
    head.rows = place->rows;
    head.seconds = place->seconds;
    head.sums = place->sums;
    vectors_of(s->optimiser, vector);
    const uint32_t sum = checksum(&head, s);
    GO_TRY(atomic_file_open(&file, path, err));
    FILE *f = atomic_file_stream(file);
    fwrite(&head, sizeof head, 1, f); /* errors come out at the commit */
    for (int i = 0; i < VECTORS; i++)
        fwrite(vector[i], sizeof(float), head.n, f);
    for (int i = 0; i < s->n_pools; i++)
        if (s->pools[i].room)
            write_pool(f, &s->pools[i]);
    fwrite(&sum, sizeof sum, 1, f);
    return atomic_file_commit(file, err);
}

static go_status read_state(FILE *f, const char *path, uint64_t fingerprint,
                            const training_state *s, training_place *place, go_error *err)
{
    checkpoint_head head;
    float *vector[VECTORS];
    uint32_t sum;
    if (fread(&head, sizeof head, 1, f) != 1 || memcmp(head.magic, magic, sizeof magic) != 0)
        return go_fail(err, GO_EFORMAT,
                       "'%s' is not a checkpoint of this version of Katachi, which cannot continue "
                       "it; remove it and train without --resume",
                       path);
    if (head.fingerprint != fingerprint || head.n != s->optimiser->p->n)
        return go_fail(err, GO_EFORMAT,
                       "the checkpoint '%s' belongs to other games, another network or other "
                       "options; repeat the original command, or remove it and train without "
                       "--resume",
                       path);
    vectors_of(s->optimiser, vector);
    bool whole = true;
    for (int i = 0; i < VECTORS && whole; i++)
        whole = fread(vector[i], sizeof(float), head.n, f) == head.n;
    for (int i = 0; i < s->n_pools && whole; i++)
        whole = !s->pools[i].room || read_pool(f, &s->pools[i]);
    if (!whole || fread(&sum, sizeof sum, 1, f) != 1 || sum != checksum(&head, s) ||
        !is_sound(&head, s))
        return go_fail(err, GO_EFORMAT,
                       "the checkpoint '%s' is cut short or damaged; remove it and train without "
                       "--resume",
                       path);
    s->optimiser->steps = head.steps;
    *place = (training_place){head.rows, head.seconds, head.sums};
    return GO_OK;
}

go_status training_load(const char *path, uint64_t fingerprint, const training_state *s,
                        training_place *place, go_error *err)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return go_fail(err, GO_EIO, "cannot open the checkpoint '%s' to resume from: %s", path,
                       strerror(errno));
    go_status status = read_state(f, path, fingerprint, s, place, err);
    fclose(f);
    return status;
}
