#include "nn/inputs/ladder_memo.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { PLACES = 512 };

/* The stones caught on one board. */
typedef struct remembered {
    uint64_t key; /* 0: none */
    uint64_t caught[BOARD_MAX_WORDS];
} remembered;

struct nn_ladder_memo {
    remembered place[PLACES];
};

go_status nn_ladder_memo_create(nn_ladder_memo **out, go_error *err)
{
    *out = calloc(1, sizeof **out);
    return *out ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for ladders");
}

void nn_ladder_memo_destroy(nn_ladder_memo *memo) { free(memo); }

/* What ladders depend on: stones, ko and the board's size. */
static uint64_t key_of(const board *b)
{
    return rng_mix64(b->hash ^ rng_mix64((uint64_t)b->ko << 8 | (uint64_t)b->size)) | 1;
}

void nn_ladder_memo_find(nn_ladder_memo *memo, const board *b, colour prey, bool attacks,
                         nn_ladders *out)
{
    uint64_t key = key_of(b);
    remembered *r = &memo->place[key >> 32 & (PLACES - 1)];
    const size_t bytes = (size_t)b->words * sizeof *r->caught;
    if (attacks || r->key != key) {
        nn_ladders_find(b, prey, out);
        r->key = key;
        memcpy(r->caught, out->caught, bytes);
    } else {
        memcpy(out->caught, r->caught, bytes);
    }
}
