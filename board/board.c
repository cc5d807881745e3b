#include "board/board.h"

#include <stddef.h>

#include "base/rng.h"

/* Opposite of each direction in the order N E S W NE SE SW NW. */
static const int opposite[8] = {2, 3, 0, 1, 6, 7, 4, 5};

uint64_t board_zobrist(colour c, point p)
{
    return rng_mix64(0x4b61746163686900u + ((uint64_t)p << 2 | (uint64_t)c));
}

/* ---- whole boards ---- */

static void init_geometry(board *b, int size)
{
    int stride = size + 1;
    const int offset[8] = {-stride,     1,          stride,     -1,
                           -stride + 1, stride + 1, stride - 1, -stride - 1};
    b->size = (int16_t)size;
    b->stride = (int16_t)stride;
    b->n_points = (int16_t)((size + 1) * (size + 2) + 1);
    b->words = (int16_t)((b->n_points + 63) / 64);
    for (int k = 0; k < 8; k++)
        b->offset[k] = (int16_t)offset[k];
}

void board_init(board *b, int size)
{
    assert(size >= BOARD_MIN_SIZE && size <= BOARD_MAX_SIZE);
    memset(b, 0, offsetof(board, libs));
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

static inline uint64_t *lib_set(board *b, int chain)
{
    return b->libs + (size_t)chain * (size_t)b->words;
}

static inline void add_lib(board *b, int chain, point p)
{
    uint64_t *word = &lib_set(b, chain)[p >> 6], bit = (uint64_t)1 << (p & 63);
    b->n_libs[chain] = (uint16_t)(b->n_libs[chain] + !(*word & bit));
    *word |= bit;
}

static inline void remove_lib(board *b, int chain, point p)
{
    uint64_t *word = &lib_set(b, chain)[p >> 6], bit = (uint64_t)1 << (p & 63);
    b->n_libs[chain] = (uint16_t)(b->n_libs[chain] - ((*word & bit) != 0));
    *word &= ~bit;
}

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

/* ---- points ---- */

static inline void recolour(board *b, point p, colour from, colour to)
{
    unsigned change = (unsigned)from ^ (unsigned)to;
    b->at[p] = (uint8_t)to;
    for (int k = 0; k < 8; k++) {
        point q = (point)(p + b->offset[k]);
        b->around[q] = (uint16_t)(b->around[q] ^ change << (2 * opposite[k]));
    }
}

static inline void put_stone(board *b, colour c, point p)
{
    point moved = b->empty[--b->n_empty];
    b->empty[b->link[p]] = moved;
    b->link[moved] = b->link[p];
    b->n_stones[c]++;
    b->hash ^= board_zobrist(c, p);
    recolour(b, p, EMPTY, c);
}

static inline void take_stone(board *b, colour c, point p)
{
    b->link[p] = (uint16_t)b->n_empty;
    b->empty[b->n_empty++] = p;
    b->chain[p] = 0;
    b->n_stones[c]--;
    b->hash ^= board_zobrist(c, p);
    recolour(b, p, c, EMPTY);
}

/* ---- chains ---- */

static inline int new_chain(board *b, point p)
{
    int id = b->n_free_chains ? b->free_chain[--b->n_free_chains] : b->n_chain_ids++;
    memset(lib_set(b, id), 0, (size_t)b->words * sizeof b->libs[0]);
    b->n_libs[id] = 0;
    b->n_members[id] = 1;
    b->head[id] = p;
    b->link[p] = p;
    b->chain[p] = (uint16_t)id;
    return id;
}

static inline void free_chain(board *b, int id)
{
    b->free_chain[b->n_free_chains++] = (uint16_t)id;
}

static inline void swap_links(board *b, point p, point q) /* joins two rings */
{
    uint16_t next = b->link[p];
    b->link[p] = b->link[q];
    b->link[q] = next;
}

static inline void join_stone(board *b, int id, point p)
{
    b->chain[p] = (uint16_t)id;
    b->link[p] = p;
    swap_links(b, p, b->head[id]);
    b->n_members[id]++;
}

/* Moves the stones and liberties of `from` into `into`. */
static void merge_chains(board *b, int into, int from)
{
    point head = b->head[from];
    for (point s = head;;) {
        b->chain[s] = (uint16_t)into;
        s = b->link[s];
        if (s == head)
            break;
    }
    swap_links(b, head, b->head[into]);
    b->n_members[into] = (uint16_t)(b->n_members[into] + b->n_members[from]);
    uint64_t *set = lib_set(b, into), *other = lib_set(b, from);
    int n = 0;
    for (int w = 0; w < b->words; w++) {
        set[w] |= other[w];
        n += __builtin_popcountll(set[w]);
    }
    b->n_libs[into] = (uint16_t)n;
    free_chain(b, from);
}

/* Takes the chain off the board; its points become liberties of its neighbours.
 * Returns the number of stones.                                               */
static int remove_chain(board *b, int id)
{
    point head = b->head[id];
    colour c = (colour)b->at[head], other = opponent(c);
    for (point s = head;;) {
        point next = b->link[s];
        take_stone(b, c, s);
        for (int k = 0; k < 4; k++) {
            point q = (point)(s + b->offset[k]);
            if (b->at[q] == other)
                add_lib(b, b->chain[q], s);
        }
        s = next;
        if (s == head)
            break;
    }
    int n = b->n_members[id];
    b->n_captured[c] += n;
    free_chain(b, id);
    return n;
}

/* Puts a stone on p, joins it to its neighbours and returns its chain. */
static int place(board *b, colour c, point p)
{
    put_stone(b, c, p);
    for (int k = 0; k < 4; k++) /* chain 0 has no liberty to lose */
        remove_lib(b, b->chain[p + b->offset[k]], p);
    int id = 0;
    for (unsigned m = board_neighbours(b, p, c); m; m &= m - 1) {
        int other = b->chain[p + b->offset[__builtin_ctz(m) / 2]];
        if (!id) {
            id = other;
            join_stone(b, id, p);
        } else if (other != id) {
            bool bigger = b->n_members[other] > b->n_members[id];
            merge_chains(b, bigger ? other : id, bigger ? id : other);
            id = bigger ? other : id;
        }
    }
    if (!id)
        id = new_chain(b, p);
    for (unsigned m = board_neighbours(b, p, EMPTY); m; m &= m - 1)
        add_lib(b, id, (point)(p + b->offset[__builtin_ctz(m) / 2]));
    return id;
}

/* Removes the neighbours of p of colour c that have no liberty left. */
static int capture_around(board *b, colour c, point p, point *one)
{
    int captured = 0;
    for (unsigned m = board_neighbours(b, p, c); m; m &= m - 1) {
        point q = (point)(p + b->offset[__builtin_ctz(m) / 2]);
        if (b->at[q] == c && b->n_libs[b->chain[q]] == 0) {
            captured += remove_chain(b, b->chain[q]);
            *one = q;
        }
    }
    return captured;
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

static inline void note_move(board *b, point p)
{
    b->last2 = b->last;
    b->last = p;
    b->n_moves = (int16_t)(b->n_moves + (b->n_moves < INT16_MAX));
    b->n_passes = (int16_t)(p == PASS ? b->n_passes + (b->n_passes < INT16_MAX) : 0);
    b->ko = PASS;
}

int board_play_legal(board *b, colour c, point p)
{
    note_move(b, p);
    if (p == PASS)
        return 0;
    assert(b->at[p] == EMPTY);
    point one = PASS;
    int id = place(b, c, p);
    int captured = capture_around(b, opponent(c), p, &one);
    if (captured == 1 && b->n_members[id] == 1 && b->n_libs[id] == 1) {
        b->ko = one;
        b->ko_colour = (uint8_t)opponent(c);
    }
    if (b->n_libs[id] == 0)
        remove_chain(b, id); /* suicide */
    return captured;
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
    remove_chain(b, id);
    b->n_captured[c] = captured;
    for (int i = 0; i < n; i++)
        place(b, c, stones[i]);
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
    int id = place(b, c, p);
    capture_around(b, opponent(c), p, &one);
    if (b->n_libs[id] == 0)
        remove_chain(b, id);
}
