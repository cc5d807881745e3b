/* The block, in this order, in the byte order and number format of the machine:
 *   heading    struct heading below: magic, sizes, scalars, gauge, progress
 *   at         theta [n], expected [n]
 *   lbfgs      s.y [history], then s [n] and y [n] of each pair, by slot
 *   checksum   uint64_t over all words before it
 * For resuming on the same kind of machine only, not for exchange.            */
#include "mm_train/solver/mm_solver_io.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "mm_train/solver/mm_solver_fields.h"

static const char magic[16] = "katachi mm 1\n";

/* The numbers of the heading: type and name there, type and place in a solver. */
#define HEADING_FIELDS(X)                                                 \
    X(int64_t, n, int, state.n)                                           \
    X(int64_t, history, int, state.history)                               \
    X(int64_t, n_pairs, int, state.n_pairs)                               \
    X(int64_t, newest, int, state.newest)                                 \
    X(int64_t, next_group, int, state.next_group)                         \
    X(int64_t, evaluated, bool, evaluated)                                \
    X(int64_t, n_directions, int, state.gauge.n)                          \
    X(int64_t, iteration, int, progress.iteration)                        \
    X(int64_t, expects, int64_t, state.expects)                           \
    X(double, prior, double, state.prior)                                 \
    X(double, sweep_start, double, state.sweep_start)                     \
    X(double, promised_gain, double, state.promised_gain)                 \
    X(double, log_likelihood, double, state.at.log_likelihood)            \
    X(double, log_prior, double, state.at.log_prior)                      \
    X(double, objective, double, state.at.objective)                      \
    X(double, last_log_likelihood, double, progress.log_likelihood)       \
    X(double, last_log_prior, double, progress.log_prior)                 \
    X(double, gain, double, progress.gain)                                \
    X(double, largest_step, double, progress.largest_step)                \
    X(int64_t, converged, bool, progress.converged)

typedef struct heading {
    char magic[16];
    char method[16];
    uint64_t problem; /* fingerprint */
#define DECLARE(type, name, inner, place) type name;
    HEADING_FIELDS(DECLARE)
    int64_t group[MM_GAUGE_MAX][2];
} heading;

static uint64_t mix_words(uint64_t hash, const void *data, size_t bytes)
{
    const char *at = data;
    for (size_t k = 0; k + 8 <= bytes; k += 8) {
        uint64_t word;
        memcpy(&word, at + k, 8);
        hash = rng_mix64(hash ^ word);
    }
    return hash;
}

/* Tells one problem from another without reading its competitions. */
static uint64_t fingerprint(const mm_problem *problem)
{
    int64_t sizes[2] = {problem->n_gammas, problem->n_competitions};
    uint64_t hash = mix_words(0, sizes, sizeof sizes);
    for (int g = 0; g <= problem->groups.n_groups; g++)
        hash = rng_mix64(hash ^ (uint64_t)problem->groups.first[g]);
    return mix_words(hash, problem->wins, (size_t)problem->n_gammas * sizeof(double));
}

/* ---- the heading ---- */

static void fill_heading(heading *h, const mm_solver *solver)
{
    const mm_state *s = &solver->state;
    *h = (heading){.problem = fingerprint(s->problem)};
#define SAVE(type, name, inner, place) h->name = solver->place;
    HEADING_FIELDS(SAVE)
    memcpy(h->magic, magic, sizeof magic);
    strncpy(h->method, mm_method_name(solver->options.method), sizeof h->method - 1);
    for (int k = 0; k < s->gauge.n; k++) {
        h->group[k][0] = s->gauge.group[k][0];
        h->group[k][1] = s->gauge.group[k][1];
    }
}

static void use_heading(mm_solver *solver, const heading *h)
{
    mm_gauge *gauge = &solver->state.gauge;
#define RESTORE(type, name, inner, place) solver->place = (inner)h->name;
    HEADING_FIELDS(RESTORE)
    solver->progress.expects = h->expects;
    for (int k = 0; k < gauge->n; k++) {
        gauge->group[k][0] = (int)h->group[k][0];
        gauge->group[k][1] = (int)h->group[k][1];
    }
}

static bool within(int64_t value, int64_t end)
{
    return value >= 0 && value < end;
}

/* The checksum guards against accidents, this against indices that would crash. */
static bool plausible(const heading *h, const mm_solver *s)
{
    int64_t n_groups = s->state.problem->groups.n_groups;
    bool good = within(h->n_pairs, h->history + 1) && within(h->newest, h->history + 1) &&
                (h->history == 0 || h->newest < h->history) &&
                within(h->next_group, n_groups + 1) &&
                within(h->n_directions, MM_GAUGE_MAX + 1);
    for (int64_t k = 0; good && k < h->n_directions; k++)
        good = within(h->group[k][0], n_groups) && within(h->group[k][1], n_groups);
    return good;
}

static go_status check_heading(const heading *h, const mm_solver *s, go_error *err)
{
    heading mine;
    fill_heading(&mine, s);
    if (memcmp(h->magic, mine.magic, sizeof mine.magic) != 0)
        return go_fail(err, GO_EFORMAT,
                       "this is not the saved state of a solver of this version");
    if (h->problem != mine.problem || h->n != mine.n)
        return go_fail(err, GO_EFORMAT,
                       "the saved state belongs to other data (%lld gammas, here %d); resume "
                       "with the same input and options",
                       (long long)h->n, s->state.n);
    if (memcmp(h->method, mine.method, sizeof mine.method) != 0 || h->prior != mine.prior ||
        h->history != mine.history)
        return go_fail(err, GO_EFORMAT,
                       "the saved state was made with solver %.15s, prior %g, history %lld; resume "
                       "with the same",
                       h->method, h->prior, (long long)h->history);
    if (!plausible(h, s))
        return go_fail(err, GO_EFORMAT, "the saved state of the solver is damaged");
    return GO_OK;
}

/* ---- saving and loading ---- */

typedef struct stream {
    FILE *file;
    uint64_t hash;
    bool failed;
} stream;

static void put(stream *to, void *data, size_t bytes)
{
    to->hash = mix_words(to->hash, data, bytes);
    to->failed = to->failed || fwrite(data, 1, bytes, to->file) != bytes;
}

static void get(stream *from, void *data, size_t bytes)
{
    if (!from->failed && fread(data, 1, bytes, from->file) != bytes)
        from->failed = true;
    if (!from->failed)
        from->hash = mix_words(from->hash, data, bytes);
}

/* Writes or reads everything between heading and checksum. */
static void each_array(stream *f, const mm_state *s, const heading *h,
                       void (*move)(stream *, void *, size_t))
{
    size_t n = (size_t)s->n, vector = n * sizeof(double);
    move(f, s->at.theta, vector);
    move(f, s->at.expected, vector);
    if (h->history)
        move(f, s->s_dot_y, (size_t)h->history * sizeof(double));
    for (size_t k = 0; k < (size_t)h->n_pairs; k++) {
        move(f, s->s + k * n, vector);
        move(f, s->y + k * n, vector);
    }
}

go_status mm_solver_save(const mm_solver *solver, FILE *file, go_error *err)
{
    heading h;
    stream to = {.file = file};
    fill_heading(&h, solver);
    put(&to, &h, sizeof h);
    each_array(&to, &solver->state, &h, put);
    uint64_t hash = to.hash;
    put(&to, &hash, sizeof hash);
    if (to.failed)
        return go_fail(err, GO_EIO, "cannot write the state of the solver; is the disk full?");
    return GO_OK;
}

/* Everything is read into a second solver first, whose arrays are then taken over: a bad
 * file leaves the first one unchanged.                                       */
go_status mm_solver_load(mm_solver *solver, FILE *file, go_error *err)
{
    heading h;
    mm_solver *fresh = NULL;
    stream from = {.file = file};
    uint64_t stored = 0;
    get(&from, &h, sizeof h);
    if (from.failed)
        return go_fail(err, GO_EFORMAT, "the saved state of the solver is cut short");
    go_status status = check_heading(&h, solver, err);
    if (status == GO_OK)
        status = mm_solver_create(solver->state.problem, &solver->options, NULL, &fresh, err);
    if (status != GO_OK)
        return status;
    each_array(&from, &fresh->state, &h, get);
    uint64_t hash = from.hash;
    get(&from, &stored, sizeof stored);
    if (from.failed) {
        status = go_fail(err, GO_EFORMAT, "the saved state of the solver is cut short");
    } else if (stored != hash) {
        status = go_fail(err, GO_EFORMAT, "the saved state of the solver is damaged");
    } else {
        mm_solver old = *solver;
        *solver = *fresh;
        *fresh = old;
        use_heading(solver, &h);
    }
    mm_solver_destroy(fresh);
    return status;
}
