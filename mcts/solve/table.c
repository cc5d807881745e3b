#include "mcts/solve/table.h"

#include <string.h>
#include <sys/mman.h>

/* An entry is a check word, a word of numbers and 2 * set_words words of cells. */
static size_t entry_words(const table *t) { return (size_t)(2 + 2 * t->set_words); }

go_status table_create(table *t, int64_t bytes, int set_words, go_error *err)
{
    *t = (table){.set_words = set_words, .n_buckets = 1};
    size_t bucket = 2 * entry_words(t) * sizeof *t->word;
    while (2 * t->n_buckets * bucket <= (size_t)bytes)
        t->n_buckets *= 2;
    t->bytes = t->n_buckets * bucket;
    /* zeroed pages, given as they are used; huge ones, since every access is to another */
    void *memory = mmap(NULL, t->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return go_fail(err, GO_ENOMEM, "out of memory for a table of %zu bytes", t->bytes);
    madvise(memory, t->bytes, MADV_HUGEPAGE);
    t->word = memory;
    return GO_OK;
}

void table_destroy(table *t)
{
    if (t->word)
        munmap(t->word, t->bytes);
    t->word = NULL;
}

/* ---- packing ---- */

static uint64_t pack(const table_entry *e)
{
    return (uint64_t)(e->low + TABLE_SCORE) | (uint64_t)(e->high + TABLE_SCORE) << 10 |
           (uint64_t)(e->failed + TABLE_SCORE) << 20 | (uint64_t)e->low_tied << 30 |
           (uint64_t)e->high_tied << 31 | (uint64_t)e->depth << 33 |
           (uint64_t)e->move << 41 | (uint64_t)e->work << 49 |
           (uint64_t)e->round << 55;
}

static int score_at(uint64_t w, int bit) { return (int)(w >> bit & 1023) - TABLE_SCORE; }

static void unpack(uint64_t w, table_entry *e)
{
    e->low = (int16_t)score_at(w, 0);
    e->high = (int16_t)score_at(w, 10);
    e->failed = (int16_t)score_at(w, 20);
    e->low_tied = w >> 30 & 1;
    e->high_tied = w >> 31 & 1;
    e->depth = w >> 33 & 255;
    e->move = w >> 41 & 255;
    e->work = w >> 49 & 63;
    e->round = (uint16_t)(w >> 55 & 511);
}

static unsigned work_of(uint64_t w) { return w >> 49 & 63; }

static bool read_entry(const table *t, size_t at, uint64_t key, table_entry *out)
{
    uint64_t check = atomic_load_explicit(&t->word[at], memory_order_relaxed);
    uint64_t w = atomic_load_explicit(&t->word[at + 1], memory_order_relaxed);
    check ^= w;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < t->set_words; k++) {
            size_t place = at + 2 + (size_t)(i * t->set_words + k);
            out->taken[i][k] = atomic_load_explicit(&t->word[place], memory_order_relaxed);
            check ^= out->taken[i][k];
        }
    if (check != key || !w)
        return false;
    unpack(w, out);
    return true;
}

static void write_entry(table *t, size_t at, uint64_t key, const table_entry *e)
{
    uint64_t w = pack(e), check = key ^ w;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < t->set_words; k++) {
            size_t place = at + 2 + (size_t)(i * t->set_words + k);
            atomic_store_explicit(&t->word[place], e->taken[i][k], memory_order_relaxed);
            check ^= e->taken[i][k];
        }
    atomic_store_explicit(&t->word[at + 1], w, memory_order_relaxed);
    atomic_store_explicit(&t->word[at], check, memory_order_relaxed);
}

/* ---- finding and storing ---- */

bool table_find(const table *t, uint64_t key, table_entry *out)
{
    size_t words = entry_words(t), at = (key & (t->n_buckets - 1)) * 2 * words;
    memset(out, 0, sizeof *out);
    if (read_entry(t, at, key, out) || read_entry(t, at + words, key, out))
        return true;
    memset(out->taken, 0, sizeof out->taken);
    out->low = -TABLE_SCORE;
    out->high = TABLE_SCORE;
    out->move = TABLE_NO_MOVE;
    return false;
}

void table_store(table *t, uint64_t key, const table_entry *e)
{
    table_entry old;
    size_t words = entry_words(t), at = (key & (t->n_buckets - 1)) * 2 * words;
    bool first = read_entry(t, at, key, &old);
    if (!first && !read_entry(t, at + words, key, &old)) {
        uint64_t w = atomic_load_explicit(&t->word[at + 1], memory_order_relaxed);
        first = !w || e->work >= work_of(w);
        if (first && w) /* what stood there moves to the second place */
            for (size_t i = 0; i < words; i++)
                atomic_store_explicit(
                    &t->word[at + words + i],
                    atomic_load_explicit(&t->word[at + i], memory_order_relaxed),
                    memory_order_relaxed);
    }
    write_entry(t, first ? at : at + words, key, e);
}
