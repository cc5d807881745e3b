#include "board/ladder.h"

/* The budget left to one reading. */
typedef struct reader {
    int moves;    /* still to be played */
    int branches; /* copies of the board still allowed on this line */
} reader;

typedef struct answers {
    int n;
    point move[LADDER_MAX_ANSWERS + 1]; /* captures first, the extension last */
    bool too_many;
} answers;

static bool is_caught(reader *r, board *work, point prey, bool attacker_moves);

/* ---- without playing ---- */

static bool any_in_atari(const board *b, colour c, point p)
{
    FOR_EACH_NEIGHBOUR (b, p, q)
        if (b->at[q] == c && b->n_libs[b->chain[q]] == 1)
            return true;
    return false;
}

/* Adds the liberties of the attacker's chains in atari next to stone s. */
static void add_captures(const board *b, point s, colour attacker, answers *list)
{
    FOR_EACH_NEIGHBOUR (b, s, q) {
        if (b->at[q] != attacker || b->n_libs[b->chain[q]] != 1)
            continue;
        point lib = board_first_lib(b, b->chain[q]);
        bool known = false;
        for (int i = 0; i < list->n; i++)
            known |= list->move[i] == lib;
        if (!known && list->n < LADDER_MAX_ANSWERS)
            list->move[list->n++] = lib;
        else
            list->too_many |= !known;
    }
}

static void find_captures(const board *b, point prey, answers *list)
{
    colour attacker = opponent((colour)b->at[prey]);
    list->n = 0;
    list->too_many = false;
    FOR_EACH_STONE (b, s, prey)
        add_captures(b, s, attacker, list);
}

/* Does an atari at `move` decide the ladder at once (`other` is the prey's other
 * liberty)?  1: the prey is caught; -1: it escapes; 0: to be read.            */
static int try_atari(const board *b, point prey, point move, point other)
{
    colour owner = (colour)b->at[prey], attacker = opponent(owner);
    if (any_in_atari(b, owner, move))
        return 0; /* the atari captures something */
    int stone_libs = board_libs_after(b, attacker, move, 3);
    /* of the prey after it extends to `other`: exact unless the attacker's stone
     * captures something or can itself be captured there                      */
    int prey_libs = board_libs_after(b, owner, other, 4) - 1;
    if (stone_libs == 0 || prey_libs >= 3)
        return -1;
    if (prey_libs >= 2 || stone_libs == 1)
        return 0;
    answers captures;
    find_captures(b, prey, &captures);
    return captures.n == 0;
}

/* ---- reading by playing on a working copy ---- */

static bool play_and_read(reader *r, board *work, point prey, colour c, point p)
{
    if (r->moves-- <= 0)
        return false;
    board_play_legal(work, c, p);
    bool owner_played = work->at[prey] == c;
    if (!owner_played)
        work->ko = PASS; /* the owner may take a ko back at once */
    return is_caught(r, work, prey, owner_played);
}

/* The same on a copy, for a move that has alternatives. */
static __attribute__((noinline)) bool try_and_read(reader *r, const board *work, point prey,
                                                   colour c, point p)
{
    if (r->branches == 0)
        return false;
    board copy;
    board_copy(&copy, work);
    r->branches--;
    bool caught = play_and_read(r, &copy, prey, c, p);
    r->branches++;
    return caught;
}

/* Lists the owner's answers to atari that need reading.  True when one of
 * them plainly saves the prey, or when there are too many to read.           */
static bool list_answers(const board *b, point prey, answers *list)
{
    colour owner = (colour)b->at[prey];
    point lib = board_first_lib(b, b->chain[prey]);
    answers found;
    find_captures(b, prey, &found);
    list->n = 0;
    for (int i = 0; i < found.n; i++)
        if (found.move[i] != lib && board_legal(b, owner, found.move[i]) == MOVE_OK)
            list->move[list->n++] = found.move[i];
    int libs = board_legal(b, owner, lib) == MOVE_OK ? board_libs_after(b, owner, lib, 3) : 0;
    if (libs == 2)
        list->move[list->n++] = lib;
    return found.too_many || libs >= 3;
}

static bool owner_loses(reader *r, board *work, point prey)
{
    colour owner = (colour)work->at[prey];
    answers list;
    if (list_answers(work, prey, &list))
        return false;
    if (list.n == 0)
        return true;
    for (int i = 0; i + 1 < list.n; i++)
        if (!try_and_read(r, work, prey, owner, list.move[i]))
            return false;
    return play_and_read(r, work, prey, owner, list.move[list.n - 1]);
}

static bool on_edge(const board *b, point p)
{
    return board_neighbours(b, p, OFFBOARD) > 0;
}

static bool attacker_wins(reader *r, board *work, point prey)
{
    colour attacker = opponent((colour)work->at[prey]);
    point lib[2], open[2];
    int n = 0;
    board_libs(work, work->chain[prey], lib, 2);
    for (int i = 0; i < 2; i++) {
        if (board_legal(work, attacker, lib[i]) != MOVE_OK)
            continue;
        int decided = try_atari(work, prey, lib[i], lib[1 - i]);
        if (decided > 0)
            return true;
        if (decided == 0)
            open[n++] = lib[i];
    }
    /* A chase along the edge may be as long as the board: it comes last, where it needs no copy. */
    if (n == 2 && on_edge(work, open[1]) && !on_edge(work, open[0])) {
        open[0] = lib[1];
        open[1] = lib[0];
    }
    if (n == 2 && try_and_read(r, work, prey, attacker, open[0]))
        return true;
    return n > 0 && play_and_read(r, work, prey, attacker, open[n - 1]);
}

/* Is the prey lost with this side to move?  Uses `work` up. */
static bool is_caught(reader *r, board *work, point prey, bool attacker_moves)
{
    int libs = board_chain_libs(work, prey);
    if (libs >= 3)
        return false;
    if (attacker_moves)
        return libs <= 1 || attacker_wins(r, work, prey);
    return libs <= 1 && owner_loses(r, work, prey);
}

/* ---- questions ---- */

/* Copies the board and reads on after one move. */
static __attribute__((noinline)) bool read_after(const board *b, point prey, colour c, point p)
{
    reader r = {LADDER_MAX_MOVES, LADDER_MAX_BRANCHES};
    board work;
    board_copy(&work, b);
    work.suicide_allowed = false;
    return play_and_read(&r, &work, prey, c, p);
}

bool ladder_can_escape(const board *b, point stone)
{
    assert(b->at[stone] == BLACK || b->at[stone] == WHITE);
    if (board_chain_libs(b, stone) != 1)
        return true;
    colour owner = (colour)b->at[stone];
    answers list;
    if (list_answers(b, stone, &list))
        return true;
    for (int i = 0; i < list.n; i++)
        if (!read_after(b, stone, owner, list.move[i]))
            return true;
    return false;
}

bool ladder_captures_at(const board *b, point stone, point move)
{
    int libs = board_chain_libs(b, stone);
    colour attacker = opponent((colour)b->at[stone]);
    assert(board_is_lib(b, b->chain[stone], move));
    if (libs > 2 || board_legal(b, attacker, move) != MOVE_OK)
        return false;
    if (libs == 1)
        return true;
    point lib[2];
    board_libs(b, b->chain[stone], lib, 2);
    int decided = try_atari(b, stone, move, lib[lib[0] == move]);
    return decided ? decided > 0 : read_after(b, stone, attacker, move);
}

bool ladder_can_capture(const board *b, point stone, point *move)
{
    point lib[2];
    if (board_chain_libs(b, stone) > 2)
        return false;
    int n = board_libs(b, b->chain[stone], lib, 2);
    for (int i = 0; i < n; i++) {
        if (ladder_captures_at(b, stone, lib[i])) {
            if (move)
                *move = lib[i];
            return true;
        }
    }
    return false;
}
