/* The block, in this order, in the byte order and number format of the machine:
 *   heading    struct heading below: magic, sizes, scalars, gauge, progress
 *   at         theta [n], expected [n]
 *   lbfgs      s.y [history], then s [n] and y [n] of each pair, by slot
 *   checksum   uint64_t over all words before it
 * The same machine (or one like it) resumes; this is no format for exchange.  */
#include "mm_train/solver/mm_solver_io.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "mm_train/solver/mm_solver_fields.h"

static const char magic[16] = "katachi mm 1\n";

typedef struct heading {
    char magic[16];
    char method[16];
    uint64_t problem; /* fingerprint */
    int64_t n, history, n_pairs, newest, next_group, evaluated, n_directions;
    int64_t iteration, expects;
    double prior, sweep_start, promised_gain;
    double log_likelihood, log_prior, objective;
    double last_log_likelihood, last_log_prior, gain, largest_step;
    int64_t converged;
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

/* What tells one problem from another without looking at its competitions. */
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
    const mm_progress *p = &solver->progress;
    *h = (heading){.problem = fingerprint(s->problem),
                   .n = s->n,
                   .history = s->history,
                   .n_pairs = s->n_pairs,
                   .newest = s->newest,
                   .next_group = s->next_group,
                   .evaluated = solver->evaluated,
                   .n_directions = s->gauge.n,
                   .iteration = p->iteration,
                   .expects = s->expects,
                   .prior = s->prior,
                   .sweep_start = s->sweep_start,
                   .promised_gain = s->promised_gain,
                   .log_likelihood = s->at.log_likelihood,
                   .log_prior = s->at.log_prior,
                   .objective = s->at.objective,
                   .last_log_likelihood = p->log_likelihood,
                   .last_log_prior = p->log_prior,
                   .gain = p->gain,
                   .largest_step = p->largest_step,
                   .converged = p->converged};
    memcpy(h->magic, magic, sizeof magic);
    strncpy(h->method, mm_method_name(solver->options.method), sizeof h->method - 1);
    for (int k = 0; k < s->gauge.n; k++) {
        h->group[k][0] = s->gauge.group[k][0];
        h->group[k][1] = s->gauge.group[k][1];
    }
}

static void use_heading(mm_solver *solver, const heading *h)
{
    mm_state *s = &solver->state;
    s->n_pairs = (int)h->n_pairs;
    s->newest = (int)h->newest;
    s->next_group = (int)h->next_group;
    s->expects = h->expects;
    s->sweep_start = h->sweep_start;
    s->promised_gain = h->promised_gain;
    s->at.log_likelihood = h->log_likelihood;
    s->at.log_prior = h->log_prior;
    s->at.objective = h->objective;
    s->gauge.n = (int)h->n_directions;
    for (int k = 0; k < s->gauge.n; k++) {
        s->gauge.group[k][0] = (int)h->group[k][0];
        s->gauge.group[k][1] = (int)h->group[k][1];
    }
    solver->evaluated = h->evaluated != 0;
    solver->progress = (mm_progress){.iteration = (int)h->iteration,
                                     .expects = h->expects,
                                     .log_likelihood = h->last_log_likelihood,
                                     .log_prior = h->last_log_prior,
                                     .gain = h->gain,
                                     .largest_step = h->largest_step,
                                     .converged = h->converged != 0};
}

static bool within(int64_t value, int64_t end)
{
    return value >= 0 && value < end;
}

/* The checksum guards against accidents; this, against indices that crash. */
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
                       "this is not the state of an MM solver, or of another version");
    if (h->problem != mine.problem || h->n != mine.n)
        return go_fail(err, GO_EFORMAT,
                       "the saved state is of other data (%lld gammas, here %d); resume with the "
                       "same input and options, or begin afresh",
                       (long long)h->n, s->state.n);
    if (memcmp(h->method, mine.method, sizeof mine.method) != 0 || h->prior != mine.prior ||
        h->history != mine.history)
        return go_fail(err, GO_EFORMAT,
                       "the saved state was made with solver %.15s, prior %g, history %lld; resume "
                       "with the same, or begin afresh",
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

/* Writes or reads all between heading and checksum. */
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

/* Everything is read into a second solver first, which then lends its arrays:
 * a bad file leaves the first one as it was.                                 */
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
