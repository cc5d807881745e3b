/* fuzz_learn.c -- checkpoints of a network that learns: the state in the file or a sentence; a
 * state that was read can be continued.
 *
 * As in fuzz_checkpoint.c the first byte chooses: 'r', the rest is the file; else it is a list of
 * changes to a good one, four bytes each: 'e', or the end is meant, where the pools are; a place in
 * two bytes; a value.  Then 's' makes the checksum anew, and 'c' cuts the file to the length in the
 * last two bytes.                                                             */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/rng.h"
#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "nn_train/checkpoint.h"
#include "nn_train/data/drawn.h"
#include "tests/fuzz/fuzz.h"

enum { FINGERPRINT = 7, MOST_BYTES = 1 << 18, POOLS = 3, POOL_ROOM = 6, POSITIONS = 100, HEAD = 160 };

typedef struct training {
    nn_model *m;
    nn_parameters p;
    optimiser o;
    nn_pool pools[POOLS]; /* the first has no room */
    float *gradient;
} training;

static training_state state_of(training *t)
{
    return (training_state){&t->o, t->pools, POOLS, POSITIONS};
}

static void create(training *t)
{
    const optimiser_settings adamw = {.kind = OPTIMISER_ADAMW, .momentum = -1, .squares = 0.99,
                                      .decay = -1, .clip = 1};
    const averaging_settings averaging = {.kind = AVERAGE_EXPONENTIAL, .steps = 10};
    nn_random_shape shape;
    char *bytes;
    size_t n;
    *t = (training){0};
    if (nn_random_shape_parse("1x4", &shape, NULL) != GO_OK ||
        nn_random_bytes(&shape, &bytes, &n, NULL) != GO_OK ||
        nn_model_parse(&t->m, bytes, n, "1x4", NULL) != GO_OK ||
        nn_parameters_create(&t->p, t->m, NULL) != GO_OK ||
        optimiser_create(&t->o, &t->p, &adamw, &averaging, 1, NULL) != GO_OK ||
        !(t->gradient = malloc(t->p.n * sizeof(float))))
        abort();
    for (int i = 1; i < POOLS; i++)
        if (nn_pool_create(&t->pools[i], POOL_ROOM, NULL) != GO_OK)
            abort();
    free(bytes);
}

static void destroy(training *t)
{
    for (int i = 0; i < POOLS; i++)
        nn_pool_destroy(&t->pools[i]);
    optimiser_destroy(&t->o);
    nn_parameters_destroy(&t->p);
    nn_model_destroy(t->m);
    free(t->gradient);
}

/* What a batch does with the state. */
static void step(training *t, rng *random)
{
    enum { ROWS = 2 };
    const nn_sample positions = {.count = POSITIONS, .seed = 1, .forget = 0.2};
    for (size_t i = 0; i < t->p.n; i++)
        t->gradient[i] = (float)rng_double(random) - 0.5f;
    optimiser_step(&t->o, t->gradient, optimiser_length(&t->o, t->gradient), 0.5);
    for (int k = 0; k < POOLS; k++) {
        pool_row rows[ROWS];
        sample_row again[ROWS];
        memset(rows, 0, sizeof rows);
        for (int i = 0; i < ROWS; i++) {
            rows[i].row = nn_sample_at(&positions, (int64_t)rng_below(random, 1000));
            rows[i].loss = (float)rng_double(random);
        }
        if (nn_pool_draw(&t->pools[k], rng_next(random), ROWS, again))
            for (int i = 0; i < ROWS; i++) {
                if (again[i].position < 0 || again[i].position >= POSITIONS ||
                    !nn_sample_row_exists(&again[i]))
                    abort();
                rows[i].row = again[i];
            }
        nn_pool_put(&t->pools[k], rows, ROWS);
    }
}

/* A good file. */
typedef struct good_file {
    uint8_t *bytes;
    size_t n, pools; /* where these begin */
} good_file;

static good_file write_good(void)
{
    const training_place place = {.rows = 512, .seconds = 1.5};
    char path[400];
    good_file good = {.bytes = malloc(MOST_BYTES)};
    rng random = rng_seed(1);
    training t;
    create(&t);
    const training_state state = state_of(&t);
    for (int i = 0; i < 4; i++)
        step(&t, &random);
    fuzz_write("good.learn", "", 0, path);
    if (training_save(path, FINGERPRINT, &state, &place, NULL) != GO_OK)
        abort();
    FILE *in = fopen(path, "rb");
    if (!in || !good.bytes)
        abort();
    good.n = fread(good.bytes, 1, MOST_BYTES, in);
    good.pools = HEAD + 4 * t.p.n * sizeof(float);
    fclose(in);
    destroy(&t);
    if (good.n <= good.pools || good.n == MOST_BYTES)
        abort();
    return good;
}

/* The checksum of nn_train/checkpoint.c: of all but the numbers of rows in each pool.  Returns
 * the length of the file, which these numbers may change.                     */
static size_t sign(const good_file *good, uint8_t *bytes)
{
    uLong sum = crc32_z(0, bytes, good->pools);
    size_t at = good->pools;
    for (int i = 1; i < POOLS; i++) {
        uint64_t n;
        memcpy(&n, bytes + at, sizeof n);
        at += sizeof n;
        n = n < POOL_ROOM ? n : POOL_ROOM;
        sum = crc32_z(sum, bytes + at, n * sizeof(pool_row));
        at += n * sizeof(pool_row);
    }
    const uint32_t word = (uint32_t)sum;
    memcpy(bytes + at, &word, sizeof word);
    return at + sizeof word;
}

static void change(const good_file *good, uint8_t *bytes, const uint8_t *data, size_t size)
{
    memcpy(bytes, good->bytes, good->n);
    for (; size >= 4; data += 4, size -= 4) {
        const size_t from = data[0] == 'e' ? good->pools : 0;
        bytes[from + (size_t)(data[1] | data[2] << 8) % (good->n - from)] = data[3];
    }
}

static bool read_and_go_on(const uint8_t *bytes, size_t n)
{
    char path[400];
    go_error err = {GO_OK, ""};
    rng random = rng_seed(2);
    training_place place = {0};
    training t;
    create(&t);
    const training_state state = state_of(&t);
    fuzz_write("a.learn", bytes, n, path);
    const bool sound = training_load(path, FINGERPRINT, &state, &place, &err) == GO_OK;
    if (sound) {
        if (place.rows < 0 || !(place.seconds >= 0))
            abort();
        for (int i = 0; i < 3; i++)
            step(&t, &random);
    } else if (!err.message[0]) {
        abort();
    }
    destroy(&t);
    return sound;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static good_file good;
    static uint8_t bytes[MOST_BYTES];
    if (!good.bytes) {
        good = write_good();
        memcpy(bytes, good.bytes, good.n);
        if (!read_and_go_on(bytes, sign(&good, bytes)))
            abort();
    }
    if (size < 1)
        return 0;
    if (data[0] == 'r') {
        read_and_go_on(data + 1, size - 1);
        return 0;
    }
    size_t n = good.n;
    change(&good, bytes, data + 1, size - 1);
    if (data[0] == 's')
        n = sign(&good, bytes);
    else if (data[0] == 'c' && size > 2)
        n = (size_t)(data[size - 1] | data[size - 2] << 8) % n;
    read_and_go_on(bytes, n);
    return 0;
}
