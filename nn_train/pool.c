#include "nn_train/pool.h"

#include <stdlib.h>
#include <string.h>

go_status nn_pool_create(nn_pool *p, int room, go_error *err)
{
    *p = (nn_pool){.room = room};
    if (!room)
        return GO_OK;
    p->rows = calloc((size_t)room, sizeof *p->rows);
    p->spare = calloc((size_t)room, sizeof *p->spare);
    if (p->rows && p->spare)
        return GO_OK;
    nn_pool_destroy(p);
    return go_fail(err, GO_ENOMEM, "out of memory for a pool of %d positions", room);
}

void nn_pool_destroy(nn_pool *p)
{
    free(p->rows);
    free(p->spare);
    *p = (nn_pool){0};
}

static void exchange(nn_pool *p)
{
    pool_row *rows = p->rows;
    p->rows = p->spare;
    p->spare = rows;
}

bool nn_pool_draw(nn_pool *p, uint64_t key, int n, sample_row *out)
{
    const int half = p->n / 2, low = p->n - half;
    if (p->n < p->room || n > half || !half)
        return false;
    for (int i = 0; i < n; i++) {
        pool_row *r = &p->rows[low + nn_sample_permute(half, key, i)];
        out[i] = r->row;
        r->taken = 1;
    }
    int kept = 0;
    for (int i = 0; i < p->n; i++)
        if (!p->rows[i].taken)
            p->rows[kept++] = p->rows[i];
    p->n = kept;
    return true;
}

static int order(const void *a, const void *b)
{
    const pool_row *x = a, *y = b;
    if (x->loss < y->loss || x->loss > y->loss)
        return x->loss < y->loss ? -1 : 1;
    return (x->row.position > y->row.position) - (x->row.position < y->row.position);
}

void nn_pool_put(nn_pool *p, pool_row *rows, int n)
{
    int pool = p->n - 1, new = n - 1, at = p->n + n < p->room ? p->n + n : p->room;
    if (!p->room)
        return;
    qsort(rows, (size_t)n, sizeof *rows, order);
    p->n = at;
    while (at > 0) { /* from the largest down: the least fall off */
        bool from_pool = new < 0 || (pool >= 0 && order(&p->rows[pool], &rows[new]) >= 0);
        p->spare[--at] = from_pool ? p->rows[pool--] : rows[new--];
    }
    exchange(p);
}
