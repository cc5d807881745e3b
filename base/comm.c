#include "base/comm.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef KATACHI_MPI
#include <mpi.h>
#endif

/* MPI counts in int, so larger arrays travel in pieces of this many items. */
enum { PIECE = 1 << 24 };

struct comm {
    int rank, size;
    bool lost;
};

int comm_rank(const comm *c)
{
    return c ? c->rank : 0;
}

int comm_size(const comm *c)
{
    return c ? c->size : 1;
}

bool comm_lost(const comm *c)
{
    return c && c->lost;
}

/* How many ranks the launcher started, from the environment variables of Open MPI and
 * of MPICH and its relatives; 1 without a launcher.                          */
static int launched_ranks(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *text = getenv(names[k]);
        long n = text ? strtol(text, NULL, 10) : 0;
        if (n > 0 && n < INT_MAX)
            return (int)n;
    }
    return 1;
}

/* What happens to an array on all ranks: numbers are added up, or else the items of rank
 * `root` are sent to all.                                                     */
typedef struct transfer {
    size_t item; /* bytes */
    enum { NOTHING, DOUBLES, COUNTS } adds;
    int root;
} transfer;

/* ---- with and without MPI ---- */

#ifdef KATACHI_MPI

static go_status check(int code, comm *c, const char *doing, go_error *err)
{
    char why[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (code == MPI_SUCCESS)
        return GO_OK;
    c->lost = true;
    MPI_Error_string(code, why, &length);
    return go_fail(err, GO_EIO,
                   "rank %d of %d: %s failed (%s); another rank or the network may have failed; "
                   "resume from the last checkpoint",
                   c->rank, c->size, doing, why);
}

/* Without a launcher MPI is not needed and not started. */
static go_status start(comm *c, go_error *err)
{
    int provided = 0;
    if (launched_ranks() == 1)
        return GO_OK;
    GO_TRY(check(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided), c, "starting MPI",
                 err));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c->size);
    return GO_OK;
}

/* A sum is formed on rank 0 and sent from there: MPI_Allreduce alone does not promise
 * the same rounding to all, and ranks that disagree about the last bit would part
 * ways in a line search.                                                     */
static go_status move_piece(comm *c, void *values, int n, const transfer *t, go_error *err)
{
    MPI_Datatype type = t->adds == DOUBLES  ? MPI_DOUBLE
                        : t->adds == COUNTS ? MPI_INT64_T
                                            : MPI_BYTE;
    void *send = c->rank == 0 ? MPI_IN_PLACE : values;
    if (t->adds)
        GO_TRY(check(MPI_Reduce(send, values, n, type, MPI_SUM, 0, MPI_COMM_WORLD), c, "adding up",
                     err));
    return check(MPI_Bcast(values, n, type, t->root, MPI_COMM_WORLD), c, "sending", err);
}

/* Adds the values of rank r + step to those of rank r, for r a multiple of 2 * step.
 *   other  scratch  [n]                                                       */
static go_status add_pairs(comm *c, float *values, float *other, int n, int step, go_error *err)
{
    if (c->rank % (2 * step) == step)
        return check(MPI_Send(values, n, MPI_FLOAT, c->rank - step, 0, MPI_COMM_WORLD), c,
                     "adding up", err);
    if (c->rank % (2 * step) || c->rank + step >= c->size)
        return GO_OK;
    GO_TRY(check(MPI_Recv(other, n, MPI_FLOAT, c->rank + step, 0, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE), c, "adding up", err));
    for (int i = 0; i < n; i++)
        values[i] += other[i];
    return GO_OK;
}

go_status comm_send(comm *c, int to, const void *bytes, int64_t n, go_error *err)
{
    return check(MPI_Send(bytes, (int)n, MPI_BYTE, to, 0, MPI_COMM_WORLD), c, "sending", err);
}

go_status comm_receive(comm *c, int *from, void **bytes, int64_t *n, go_error *err)
{
    /* MPI_Probe would wait in a busy loop and take a processor from the others */
    static const struct timespec nap = {0, 2000000};
    MPI_Status found;
    int there = 0, length = 0, source = *from < 0 ? MPI_ANY_SOURCE : *from;
    while (!there) {
        GO_TRY(check(MPI_Iprobe(source, 0, MPI_COMM_WORLD, &there, &found), c, "waiting", err));
        if (!there)
            nanosleep(&nap, NULL);
    }
    GO_TRY(check(MPI_Get_count(&found, MPI_BYTE, &length), c, "receiving", err));
    *from = found.MPI_SOURCE;
    void *block = malloc((size_t)length + 1);
    if (!block)
        return go_fail(err, GO_ENOMEM, "no memory for %d bytes from rank %d", length, *from);
    go_status status = check(MPI_Recv(block, length, MPI_BYTE, *from, 0, MPI_COMM_WORLD,
                                      MPI_STATUS_IGNORE), c, "receiving", err);
    if (status != GO_OK) {
        free(block);
        return status;
    }
    *bytes = block;
    *n = length;
    return GO_OK;
}

#else

static go_status start(comm *c, go_error *err)
{
    (void)c;
    if (launched_ranks() > 1)
        return go_fail(err, GO_EUNSUPPORTED,
                       "started as one of %d ranks, but this build has no MPI; build with "
                       "make MPI=1", launched_ranks());
    return GO_OK;
}

static go_status move_piece(comm *c, void *values, int n, const transfer *t, go_error *err)
{
    (void)c, (void)values, (void)n, (void)t, (void)err;
    return GO_OK;
}

static go_status add_pairs(comm *c, float *values, float *other, int n, int step, go_error *err)
{
    (void)c, (void)values, (void)other, (void)n, (void)step, (void)err;
    return GO_OK;
}

go_status comm_send(comm *c, int to, const void *bytes, int64_t n, go_error *err)
{
    (void)c, (void)bytes, (void)n;
    return go_fail(err, GO_EUNSUPPORTED, "there is no rank %d to send to", to);
}

go_status comm_receive(comm *c, int *from, void **bytes, int64_t *n, go_error *err)
{
    (void)c, (void)bytes, (void)n;
    return go_fail(err, GO_EUNSUPPORTED, "there is no rank %d to receive from", *from);
}

#endif

/* ---- the same for both ---- */

go_status comm_create(comm **out, go_error *err)
{
    comm *c = calloc(1, sizeof *c);
    if (!c)
        return go_fail(err, GO_ENOMEM, "out of memory");
    c->size = 1;
    go_status status = start(c, err);
    if (status == GO_OK)
        *out = c;
    else
        free(c);
    return status;
}

void comm_destroy(comm *c)
{
#ifdef KATACHI_MPI
    int started = 0;
    if (c)
        MPI_Initialized(&started);
    if (started)
        MPI_Finalize();
#endif
    free(c);
}

void comm_abort(comm *c, int code)
{
#ifdef KATACHI_MPI
    if (c && c->size > 1)
        MPI_Abort(MPI_COMM_WORLD, code);
#endif
    (void)c;
    exit(code);
}

static go_status each_piece(comm *c, void *values, int64_t n, transfer t, go_error *err)
{
    for (int64_t k = 0; k < n && comm_size(c) > 1; k += PIECE) {
        int length = n - k < PIECE ? (int)(n - k) : PIECE;
        GO_TRY(move_piece(c, (char *)values + (size_t)k * t.item, length, &t, err));
    }
    return GO_OK;
}

go_status comm_sum(comm *c, double *values, int64_t n, go_error *err)
{
    return each_piece(c, values, n, (transfer){.item = sizeof *values, .adds = DOUBLES}, err);
}

go_status comm_sum_counts(comm *c, int64_t *values, int64_t n, go_error *err)
{
    return each_piece(c, values, n, (transfer){.item = sizeof *values, .adds = COUNTS}, err);
}

go_status comm_add_floats(comm *c, float *values, int64_t n, go_error *err)
{
    if (comm_size(c) == 1)
        return GO_OK;
    const int64_t piece = n < PIECE ? n : PIECE;
    float *other = malloc((size_t)piece * sizeof *other + 1);
    go_status status = other ? GO_OK : go_fail(err, GO_ENOMEM, "no memory for the sums of ranks");
    for (int64_t k = 0; k < n && status == GO_OK; k += piece) {
        int length = (int)(n - k < piece ? n - k : piece);
        for (int step = 1; step < c->size && status == GO_OK; step *= 2)
            status = add_pairs(c, values + k, other, length, step, err);
    }
    free(other);
    return status;
}

go_status comm_agree(comm *c, go_status mine, go_error *err)
{
    const int size = comm_size(c);
    go_error first = {GO_OK, ""};
    if (size == 1)
        return mine;
    int64_t *failed = calloc((size_t)size, sizeof *failed);
    if (!failed)
        return go_fail(err, GO_ENOMEM, "no memory for %d ranks", size);
    failed[c->rank] = mine != GO_OK;
    go_status status = comm_sum_counts(c, failed, size, err);
    int root = 0;
    while (status == GO_OK && root < size && !failed[root])
        root++;
    free(failed);
    if (status != GO_OK || root == size)
        return status;
    if (root == c->rank && root == 0)
        go_fail(&first, mine, "%s", err ? err->message : "failed");
    else if (root == c->rank)
        go_fail(&first, mine, "rank %d of %d: %s", root, size, err ? err->message : "failed");
    GO_TRY(comm_broadcast(c, &first, sizeof first, root, err));
    if (err)
        *err = first;
    return first.status;
}

go_status comm_broadcast(comm *c, void *bytes, int64_t n, int root, go_error *err)
{
    return each_piece(c, bytes, n, (transfer){.item = 1, .root = root}, err);
}

go_status comm_gather(comm *c, const void *mine, int64_t n, void **all, int64_t *bounds,
                      go_error *err)
{
    const int size = comm_size(c), rank = comm_rank(c);
    /* bounds[r + 1] first holds the length of rank r's blob, then the sums */
    memset(bounds, 0, ((size_t)size + 1) * sizeof *bounds);
    bounds[rank + 1] = n;
    GO_TRY(comm_sum_counts(c, bounds, size + 1, err));
    for (int r = 0; r < size; r++)
        bounds[r + 1] += bounds[r];
    char *blobs = malloc((size_t)bounds[size] + 1);
    if (!blobs)
        return go_fail(err, GO_ENOMEM, "no memory for %lld bytes from all ranks",
                       (long long)bounds[size]);
    if (n > 0)
        memcpy(blobs + bounds[rank], mine, (size_t)n);
    go_status status = GO_OK;
    for (int r = 0; r < size && status == GO_OK; r++)
        status = comm_broadcast(c, blobs + bounds[r], bounds[r + 1] - bounds[r], r, err);
    if (status == GO_OK)
        *all = blobs;
    else
        free(blobs);
    return status;
}
