#include "nn_train/data/shared.h"

#include <stdlib.h>

enum { PART = 1 << 22 }; /* bytes in one message */

/* Appends a part that rank 0 has, on the others. */
static go_status share_part(mapped *m, size_t at, size_t n, uint8_t *buffer, comm *c, go_error *err)
{
    const bool has = comm_rank(c) == 0;
    GO_TRY(comm_broadcast(c, has ? m->data + at : buffer, (int64_t)n, 0, err));
    return comm_agree(c, has ? GO_OK : mapped_append(m, buffer, n, err), err);
}

static go_status share_array(mapped *m, uint8_t *buffer, comm *c, go_error *err)
{
    int64_t size = (int64_t)m->size;
    go_status status = GO_OK;
    GO_TRY(comm_broadcast(c, &size, sizeof size, 0, err));
    for (int64_t at = 0; at < size && status == GO_OK; at += PART)
        status = share_part(m, (size_t)at, (size_t)(size - at < PART ? size - at : PART), buffer, c,
                            err);
    return status;
}

static go_status share_all(nn_store *s, uint8_t *buffer, comm *c, go_error *err)
{
    mapped *const arrays[] = {&s->moves, &s->games, &s->setup, &s->owners, &s->searches,
                              &s->targets, &s->shares, &s->chosen};
    int64_t numbers[] = {s->n_games, s->n_moves, s->largest, s->n_rows, s->chooses};
    go_status status = GO_OK;
    GO_TRY(comm_broadcast(c, numbers, sizeof numbers, 0, err));
    s->n_games = numbers[0];
    s->n_moves = numbers[1];
    s->largest = (int)numbers[2];
    s->n_rows = numbers[3];
    s->chooses = numbers[4] != 0;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && status == GO_OK; i++)
        status = share_array(arrays[i], buffer, c, err);
    return status;
}

go_status nn_store_share(nn_store *s, const char *folder, comm *c, go_error *err)
{
    int64_t any = s->n_games;
    if (comm_size(c) == 1)
        return GO_OK;
    GO_TRY(comm_broadcast(c, &any, sizeof any, 0, err));
    if (!any)
        return GO_OK;
    uint8_t *buffer = malloc(PART);
    go_status status = buffer ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory to share games");
    if (status == GO_OK && comm_rank(c) != 0)
        status = nn_store_create(s, folder, err);
    status = comm_agree(c, status, err);
    if (status == GO_OK)
        status = share_all(s, buffer, c, err);
    if (status != GO_OK && comm_rank(c) != 0)
        nn_store_free(s);
    free(buffer);
    return status;
}
