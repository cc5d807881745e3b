#include "board/board_play.h"

#include <stddef.h>

/* ---- whole boards ---- */

static void init_geometry(board *b, int size)
{
    int stride = size + 1;
    const int offset[8] = {-stride,     1,          stride,     -1,
                           -stride + 1, stride + 1, stride - 1, -stride - 1};
    b->size = (int16_t)size;
    b->stride = (int16_t)stride;
    b->n_points = (int16_t)((size + 1) * (size + 2) + 1);
    b->words = (int16_t)board_words_on(size);
    for (int k = 0; k < 8; k++)
        b->offset[k] = (int16_t)offset[k];
}

void board_init(board *b, int size)
{
    assert(size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE);
    memset(b, 0, offsetof(board, libs) + BOARD_MAX_WORDS * sizeof b->libs[0]);
    init_geometry(b, size);
    b->n_chain_ids = 1;
    memset(b->at, OFFBOARD, sizeof b->at);
    for (int i = 0; i < size * size; i++) {
        point p = board_point_at(size, i);
        b->at[p] = EMPTY;
        b->link[p] = (uint16_t)i;
        b->empty[b->n_empty++] = p;
    }
    for (int i = 0; i < b->n_empty; i++) {
        point p = b->empty[i];
        unsigned code = 0;
        for (int k = 0; k < 8; k++)
            code |= (unsigned)b->at[p + b->offset[k]] << (2 * k);
        b->around[p] = (uint16_t)code;
    }
}

void board_copy(board *to, const board *from)
{
    size_t points = (size_t)from->n_points, chains = (size_t)from->n_chain_ids;
    memcpy(to, from, offsetof(board, around));
    memcpy(to->around, from->around, points * sizeof from->around[0]);
    memcpy(to->link, from->link, points * sizeof from->link[0]);
    memcpy(to->chain, from->chain, points * sizeof from->chain[0]);
    memcpy(to->empty, from->empty, (size_t)from->n_empty * sizeof from->empty[0]);
    memcpy(to->n_libs, from->n_libs, chains * sizeof from->n_libs[0]);
    memcpy(to->n_members, from->n_members, chains * sizeof from->n_members[0]);
    memcpy(to->head, from->head, chains * sizeof from->head[0]);
    memcpy(to->free_chain, from->free_chain,
           (size_t)from->n_free_chains * sizeof from->free_chain[0]);
    memcpy(to->libs, from->libs, chains * (size_t)from->words * sizeof from->libs[0]);
}

/* ---- liberty sets ---- */

point board_first_lib(const board *b, int chain)
{
    const uint64_t *set = board_lib_set(b, chain);
    int w = 0;
    while (!set[w])
        w++;
    return (point)(64 * w + __builtin_ctzll(set[w]));
}

int board_libs(const board *b, int chain, point *out, int max)
{
    const uint64_t *set = board_lib_set(b, chain);
    int n = 0;
    for (int w = 0; w < b->words; w++)
        for (uint64_t word = set[w]; word && n < max; word &= word - 1)
            out[n++] = (point)(64 * w + __builtin_ctzll(word));
    return n;
}

/* ---- moves ---- */

move_status board_legal(const board *b, colour c, point p)
{
    if (p == PASS)
        return MOVE_OK;
    if (p >= b->n_points || b->at[p] == OFFBOARD)
        return MOVE_OFFBOARD;
    if (b->at[p] != EMPTY)
        return MOVE_OCCUPIED;
    if (p == b->ko && c == b->ko_colour)
        return MOVE_KO;
    if (board_empty_neighbours(b, p))
        return MOVE_OK;
    bool joins = false;
    for (int k = 0; k < 4; k++) {
        point q = (point)(p + b->offset[k]);
        if (b->at[q] == OFFBOARD)
            continue;
        bool own = b->at[q] == c, atari = b->n_libs[b->chain[q]] == 1;
        if (own != atari)
            return MOVE_OK; /* own chain with another liberty, or a capture */
        joins |= own;
    }
    return joins && b->suicide_allowed ? MOVE_OK : MOVE_SUICIDE;
}

const char *move_status_text(move_status status)
{
    switch (status) {
    case MOVE_OK: return "legal";
    case MOVE_OCCUPIED: return "the point is occupied";
    case MOVE_KO: return "ko";
    case MOVE_SUICIDE: return "suicide";
    case MOVE_OFFBOARD: return "the point is off the board";
    case MOVE_SUPERKO: return "superko: the position has occurred before";
    }
    return "unknown";
}

/* The grid of this board. */
static inline board_grid grid_of(const board *b)
{
    return (board_grid){b->size, b->stride, b->words};
}

int board_play_legal(board *b, colour c, point p)
{
    switch (b->size) {
    case 9: return board_play_on(b, c, p, board_grid_on(9));
    case 13: return board_play_on(b, c, p, board_grid_on(13));
    case 19: return board_play_on(b, c, p, board_grid_on(19));
    default: return board_play_on(b, c, p, grid_of(b));
    }
}

move_status board_play(board *b, colour c, point p)
{
    move_status status = board_legal(b, c, p);
    if (status == MOVE_OK)
        board_play_legal(b, c, p);
    return status;
}

/* Removing a stone can split its chain, so all of the chain is removed and the rest
 * put back; setup is not hot.                                                 */
static void setup_empty(board *b, point p)
{
    point stones[BOARD_MAX_AREA];
    int n = 0, id = b->chain[p];
    colour c = (colour)b->at[p];
    for (point s = b->link[p]; s != p; s = b->link[s])
        stones[n++] = s;
    int32_t captured = b->n_captured[c];
    board_remove_chain(b, id, grid_of(b));
    b->n_captured[c] = captured;
    for (int i = 0; i < n; i++)
        board_place(b, c, stones[i], grid_of(b));
}

void board_setup(board *b, colour c, point p)
{
    b->ko = PASS;
    if (b->at[p] == c)
        return;
    if (b->at[p] != EMPTY)
        setup_empty(b, p);
    if (c == EMPTY)
        return;
    point one;
    int id = board_place(b, c, p, grid_of(b));
    board_capture_around(b, opponent(c), p, &one, grid_of(b));
    if (b->n_libs[id] == 0)
        board_remove_chain(b, id, grid_of(b));
}
