/* fuzz_checkpoint.c -- checkpoints of a small fit: the state in the file or a sentence;
 * a state that was read can be continued.
 *
 * Mutations seldom keep a checksum right.  So the first byte chooses: 'r', the rest is the
 * file; else it is a list of changes, three bytes each, to a good checkpoint.  Then 's'
 * makes the checksum anew, and 'c' cuts the file to the length in the last two bytes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "mm_train/checkpoint.h"
#include "mm_train/solver/mm_text.h"
#include "tests/fuzz/fuzz.h"

enum { FINGERPRINT = 7, MOST_BYTES = 1 << 16 };

static const char competitions[] =
    "! 6\n3\n3 shape\n2 tactic\n1 far\n!\n"
    "#\n0 3\n0 3\n1 4\n2 3 5\n0\n"
    "#\n1 5\n1 5\n0 4\n2\n1\n"
    "#\n2 3\n2 3\n0 3\n1 4 5\n";

static mm_text *read_competitions(void)
{
    static mm_text text;
    FILE *in = fmemopen((void *)(uintptr_t)competitions, sizeof competitions - 1, "r");
    go_error err = {GO_OK, ""};
    if (!in || mm_text_read(in, "fuzz", &text, &err) != GO_OK) {
        fprintf(stderr, "%s\n", err.message);
        abort();
    }
    fclose(in);
    return &text;
}

static mm_solver *new_solver(const mm_problem *problem)
{
    mm_solver *solver;
    mm_solver_options options = mm_solver_defaults();
    options.history = 3;
    if (mm_solver_create(problem, &options, NULL, &solver, NULL) != GO_OK)
        abort();
    return solver;
}

static void step(mm_solver *solver, int steps)
{
    for (int i = 0; i < steps; i++)
        if (mm_solver_step(solver, NULL, NULL) != GO_OK)
            return; /* the numbers of the file may be absurd */
}

/* A good file: the bytes, and where the solver's block begins. */
typedef struct good_file {
    uint8_t *bytes;
    size_t n, block;
} good_file;

static good_file write_good(const mm_problem *problem)
{
    enum { HEAD = 32, LOG = 3 };
    char path[400];
    good_file good = {.block = HEAD + LOG * sizeof(double)};
    mm_solver *solver = new_solver(problem);
    fit_log log = {0};
    for (int i = 0; i < LOG; i++) {
        step(solver, 2);
        if (fit_log_add(&log, -2.0 + i, NULL) != GO_OK)
            abort();
    }
    fuzz_write("good.fit", "", 0, path);
    if (checkpoint_write(path, FINGERPRINT, solver, &log, NULL) != GO_OK)
        abort();
    FILE *in = fopen(path, "rb");
    good.bytes = malloc(MOST_BYTES);
    if (!in || !good.bytes)
        abort();
    good.n = fread(good.bytes, 1, MOST_BYTES, in);
    fclose(in);
    free(log.log_likelihood);
    mm_solver_destroy(solver);
    return good;
}

/* The checksum of mm_solver_io.c: over all words of the block but the last. */
static void sign(uint8_t *bytes, size_t n, size_t block)
{
    uint64_t hash = 0, word;
    for (size_t at = block; at + 16 <= n; at += 8) {
        memcpy(&word, bytes + at, 8);
        hash = rng_mix64(hash ^ word);
    }
    memcpy(bytes + n - 8, &hash, 8);
}

/* Changes are: a place in two bytes, a value. */
static void change(const good_file *good, uint8_t *bytes, const uint8_t *data, size_t size)
{
    memcpy(bytes, good->bytes, good->n);
    for (; size >= 3; data += 3, size -= 3)
        bytes[(size_t)(data[0] | data[1] << 8) % good->n] = data[2];
}

static void read_and_go_on(const mm_problem *problem, const uint8_t *bytes, size_t n)
{
    char path[400];
    go_error err = {GO_OK, ""};
    fit_log log = {0};
    mm_solver *solver = new_solver(problem);
    fuzz_write("a.fit", bytes, n, path);
    if (checkpoint_read(path, FINGERPRINT, solver, &log, &err) != GO_OK && !err.message[0])
        abort();
    step(solver, 2);
    free(log.log_likelihood);
    mm_solver_destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static mm_text *text;
    static good_file good;
    if (!text) {
        text = read_competitions();
        mm_teams_set_threads(text->teams, 1);
        good = write_good(mm_teams_problem(text->teams));
    }
    const mm_problem *problem = mm_teams_problem(text->teams);
    if (size > 0 && data[0] == 'r') {
        read_and_go_on(problem, data + 1, size - 1);
    } else if (size > 0) {
        static uint8_t bytes[MOST_BYTES];
        size_t n = good.n;
        change(&good, bytes, data + 1, size - 1);
        if (data[0] == 's')
            sign(bytes, n, good.block);
        else if (data[0] == 'c' && size > 2)
            n = (size_t)(data[size - 1] | data[size - 2] << 8) % n;
        read_and_go_on(problem, bytes, n);
    }
    return 0;
}
