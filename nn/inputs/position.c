#include "nn/inputs/position.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/rng.h"

typedef enum note_kind {
    NOTE_SEEN,    /* a position of this history, as ko rules compare them */
    NOTE_PASSED,  /* the position in which `colour` passed */
    NOTE_KO_TAKEN /* encore: the stones before `colour` took a ko at `at` */
} note_kind;

struct nn_note {
    uint64_t hash;
    point at;
    uint8_t kind, colour;
};

/* ---- the past ---- */

static board *now(nn_position *p)
{
    return &p->boards[p->newest_board];
}

const board *nn_position_board(const nn_position *p, int ago)
{
    int known = ago < p->n_turns ? ago : p->n_turns;
    return &p->boards[(p->newest_board + NN_PAST_BOARDS - known) % NN_PAST_BOARDS];
}

const uint8_t *nn_position_stones(const nn_position *p, int ago)
{
    if (ago >= p->n_stones)
        return NULL;
    return p->stones[(p->newest_stones + NN_PAST_STONES - ago) % NN_PAST_STONES];
}

/* ---- what repeats ---- */

/* The number of these notes. */
static int count_notes(const nn_position *p, note_kind kind, colour c, uint64_t hash)
{
    int n = 0;
    for (size_t i = 0; i < p->n_notes; i++)
        n += p->notes[i].hash == hash && p->notes[i].kind == kind && p->notes[i].colour == c;
    return n;
}

/* A board with these stones and c to move, as the ko rule compares them: with
 * the player unless positional, and in the encore with the kos not to retake. */
static uint64_t situation(const nn_position *p, uint64_t stones, colour c)
{
    if (p->phase == 0 && p->rules.ko == KO_POSITIONAL)
        return stones;
    uint64_t hash = stones ^ rng_mix64((uint64_t)c);
    const board *b = nn_position_board(p, 0);
    for (point at = 0; p->phase > 0 && at < b->n_points; at++)
        if (p->no_retake[at])
            hash ^= rng_mix64(0x6b6f6d61726b0000u + (uint64_t)at);
    return hash;
}

/* Under these rules passing again in one position ends the phase, and passes allow
 * earlier positions to come back.                                            */
static bool passes_clear(const nn_position *p)
{
    return p->phase > 0 || p->rules.ko == KO_SIMPLE;
}

/* Has the side to move passed in this position before, where that counts? */
static bool passed_here_before(const nn_position *p)
{
    uint64_t hash = situation(p, nn_position_board(p, 0)->hash, p->to_move);
    return passes_clear(p) && count_notes(p, NOTE_PASSED, p->to_move, hash) > 0;
}

/* ---- kos of the encore ---- */

/* The stone that a player of colour c would take by a ko at `at`: a single
 * stone in atari and all other neighbours the opponent's; PASS: none.        */
static point ko_stone(const board *b, colour c, point at)
{
    point found = PASS;
    if (b->at[at] != EMPTY)
        return PASS;
    for (int k = 0; k < 4; k++) {
        point q = (point)(at + b->offset[k]);
        if (b->at[q] == OFFBOARD)
            continue;
        if (b->at[q] != opponent(c))
            return PASS;
        if (board_chain_libs(b, q) != 1)
            continue;
        if (found != PASS)
            return PASS;
        found = q;
    }
    return found != PASS && board_chain_size(b, found) == 1 ? found : PASS;
}

/* The stone whose ko is only noted when the side to move plays at `at`, its liberty
 * or the stone itself; PASS: an ordinary move.                               */
static point noted_ko(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    if (p->phase == 0 || at == PASS)
        return PASS;
    if (b->at[at] == opponent(p->to_move) && p->no_retake[at] && board_chain_size(b, at) == 1 &&
        board_chain_libs(b, at) == 1)
        return at;
    point stone = ko_stone(b, p->to_move, at);
    return stone != PASS && p->no_retake[stone] ? stone : PASS;
}

/* ---- what may be played ---- */

/* Would the move repeat a position of this history? */
static bool superko(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    if (p->rules.ko == KO_SIMPLE || (!p->ever[at] && board_empty_neighbours(b, at)))
        return false; /* the stone was never there: the position is new */
    if (board_legal(b, p->to_move, at) != MOVE_OK)
        return false;
    uint64_t after = board_hash_after(b, p->to_move, at);
    return count_notes(p, NOTE_SEEN, EMPTY, situation(p, after, opponent(p->to_move))) > 0;
}

static bool is_found(const nn_position *p, point at)
{
    for (int i = 0; i < p->n_bans; i++)
        if (p->ban[i] == at)
            return true;
    return false;
}

bool nn_position_banned(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    if (p->n_bans >= 0)
        return is_found(p, at);
    if (p->phase == 0)
        return at != PASS && (at == b->ko || superko(p, at));
    for (size_t i = 0; i < p->n_notes; i++) {
        const nn_note *n = &p->notes[i];
        if (n->kind == NOTE_KO_TAKEN && n->at == at && n->colour == p->to_move &&
            n->hash == b->hash)
            return true;
    }
    return false;
}

void nn_position_find_bans(nn_position *p)
{
    const board *b = nn_position_board(p, 0);
    int n = 0;
    p->n_bans = -1;
    if (p->phase > 0)
        return;
    for (int i = 0; i < b->n_empty; i++) {
        if (!nn_position_banned(p, b->empty[i]))
            continue;
        if (n == NN_BANS)
            return;
        p->ban[n++] = b->empty[i];
    }
    p->n_bans = n;
}

bool nn_position_legal(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    if (at == PASS || noted_ko(p, at))
        return true;
    return board_legal(b, p->to_move, at) == MOVE_OK && !nn_position_banned(p, at);
}

bool nn_position_pass_ends_phase(const nn_position *p)
{
    return !p->button && (p->n_passes >= 1 || passed_here_before(p));
}

bool nn_position_pass_ends_game(const nn_position *p)
{
    return nn_position_pass_ends_phase(p) && (p->rules.scoring == SCORING_AREA || p->phase == 2);
}

bool nn_position_pass_is_friendly(const nn_position *p)
{
    return p->rules.friendly_pass && p->rules.scoring == SCORING_AREA && p->n_passes == 1 &&
           !passed_here_before(p);
}

double nn_position_own_komi(const nn_position *p, double draw_value)
{
    double komi = p->komi + p->bonus + rules_bonus(&p->rules, p->handicap);
    bool whole = p->komi == trunc(p->komi);
    if (whole != p->rules.button)
        komi += draw_value - 0.5;
    return p->to_move == WHITE ? komi : -komi;
}

/* ---- notes ---- */

static go_status reserve_notes(nn_position *p, size_t wanted, go_error *err)
{
    if (wanted <= p->capacity)
        return GO_OK;
    size_t capacity = 2 * wanted + 64;
    nn_note *notes = realloc(p->notes, capacity * sizeof *notes);
    if (!notes)
        return go_fail(err, GO_ENOMEM, "out of memory for the history of a position");
    p->notes = notes;
    p->capacity = capacity;
    return GO_OK;
}

/* Room has been reserved. */
static void note(nn_position *p, note_kind kind, colour c, point at, uint64_t hash)
{
    p->notes[p->n_notes++] = (nn_note){hash, at, (uint8_t)kind, (uint8_t)c};
}

static void note_seen(nn_position *p)
{
    note(p, NOTE_SEEN, EMPTY, PASS, situation(p, now(p)->hash, p->to_move));
}

/* ---- histories ---- */

static void count_handicap(nn_position *p)
{
    int n = p->start_stones[WHITE] ? 0 : p->start_stones[BLACK] + p->black_first;
    p->handicap = n > 1 ? n : 0;
}

/* Handicap stones placed by moves, by the rule of game.h. */
static void note_first_stones(nn_position *p, colour c, point at)
{
    if (p->handicap_known)
        return;
    if (c == WHITE && p->white_last)
        p->black_first = 0;
    p->handicap_known = p->white_moved || (c == WHITE && p->white_last);
    p->white_moved |= c == WHITE && at != PASS;
    p->white_last = c == WHITE;
    p->black_first += !p->white_moved && c == BLACK && at != PASS;
    count_handicap(p);
}

/* Clears what belongs to a phase; encore 2 notes the stones it begins with. */
static void begin_phase(nn_position *p)
{
    p->over = false;
    p->n_notes = 0;
    p->n_passes = 0;
    p->n_turns = 0;
    memset(p->no_retake, 0, sizeof p->no_retake);
    memset(p->encore_start, EMPTY, sizeof p->encore_start);
    for (point at = 0; p->phase == 2 && at < now(p)->n_points; at++)
        if (now(p)->at[at] != OFFBOARD)
            p->encore_start[at] = now(p)->at[at];
}

/* A new history from the board as it is.  Needs room for a note. */
static void begin_history(nn_position *p, colour to_move)
{
    board *b = now(p);
    p->n_bans = -1;
    b->ko = PASS;
    p->to_move = to_move;
    begin_phase(p);
    for (point at = 0; at < b->n_points; at++)
        p->ever[at] = b->at[at] == BLACK || b->at[at] == WHITE;
    note_seen(p);
}

/* The board as it is becomes the first one: history, and what counts beside the stones, begin
 * anew.                                                                       */
static void begin(nn_position *p, colour to_move)
{
    const board *b = now(p);
    p->button = p->rules.button && p->phase == 0;
    /* a point for white for each black stone played, captured or not, less the white ones */
    p->bonus =
        p->rules.scoring != SCORING_TERRITORY
            ? 0
            : b->n_stones[BLACK] + b->n_captured[BLACK] - b->n_stones[WHITE] - b->n_captured[WHITE];
    p->start_stones[BLACK] = b->n_stones[BLACK];
    p->start_stones[WHITE] = b->n_stones[WHITE];
    p->black_first = 0;
    p->white_moved = p->white_last = p->handicap_known = false;
    count_handicap(p);
    begin_history(p, to_move);
}

/* ---- whole positions ---- */

/* Cuts an empty board to `width` and `height`; the rest becomes OFFBOARD. */
static void cut(board *b, int width, int height)
{
    b->n_empty = 0;
    for (int y = 0; y < b->size; y++) {
        for (int x = 0; x < b->size; x++) {
            point at = board_point(b, x, y);
            if (x >= width || y >= height) {
                b->at[at] = OFFBOARD;
                continue;
            }
            b->link[at] = (uint16_t)b->n_empty;
            b->empty[b->n_empty++] = at;
        }
    }
    for (int i = 0; i < b->n_empty; i++) {
        unsigned around = 0;
        for (int k = 0; k < 8; k++)
            around |= (unsigned)b->at[b->empty[i] + b->offset[k]] << (2 * k);
        b->around[b->empty[i]] = (uint16_t)around;
    }
}

static void show_stones(nn_position *p)
{
    p->newest_stones = (p->newest_stones + 1) % NN_PAST_STONES;
    p->n_stones += p->n_stones < NN_PAST_STONES;
    memcpy(p->stones[p->newest_stones], now(p)->at, (size_t)now(p)->n_points);
}

static void empty_board(nn_position *p, int width, int height)
{
    p->width = width;
    p->height = height;
    p->phase = 0;
    p->newest_board = 0;
    p->n_stones = 0;
    board_init(now(p), width > height ? width : height);
    cut(now(p), width, height);
    now(p)->suicide_allowed = p->rules.suicide;
    show_stones(p);
}

go_status nn_position_create(nn_position **out, int width, int height, const rules *r, double komi,
                             go_error *err)
{
    *out = NULL;
    int smaller = width < height ? width : height, larger = width + height - smaller;
    if (smaller < BOARD_MIN_SIZE || larger > BOARD_MAX_SIZE)
        return go_fail(err, GO_EINVAL, "the board is %d by %d, but both sides must be %d to %d",
                       width, height, BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    nn_position *p = calloc(1, sizeof *p);
    if (!p || reserve_notes(p, 1, err) != GO_OK) {
        free(p);
        return go_fail(err, GO_ENOMEM, "out of memory for a position");
    }
    p->rules = *r;
    p->komi = komi;
    empty_board(p, width, height);
    begin(p, BLACK);
    *out = p;
    return GO_OK;
}

void nn_position_destroy(nn_position *p)
{
    if (!p)
        return;
    free(p->notes);
    free(p);
}

go_status nn_position_copy(nn_position *to, const nn_position *from, go_error *err)
{
    GO_TRY(reserve_notes(to, from->n_notes + 2, err));
    nn_note *notes = to->notes;
    const size_t capacity = to->capacity, points = (size_t)nn_position_board(from, 0)->n_points;
    memcpy(to, from, offsetof(nn_position, no_retake));
    memcpy(to->no_retake, from->no_retake, points * sizeof *to->no_retake);
    memcpy(to->encore_start, from->encore_start, points);
    to->newest_board = from->newest_board;
    for (int i = 0; i < NN_PAST_STONES; i++)
        memcpy(to->stones[i], from->stones[i], points);
    memcpy(to->ever, from->ever, points * sizeof *to->ever);
    memcpy(&to->newest_stones, &from->newest_stones,
           sizeof *to - offsetof(nn_position, newest_stones));
    for (int ago = 0; ago < NN_PAST_BOARDS && ago <= from->n_turns; ago++) {
        int i = (from->newest_board + NN_PAST_BOARDS - ago) % NN_PAST_BOARDS;
        board_copy(&to->boards[i], &from->boards[i]);
    }
    to->notes = notes;
    to->capacity = capacity;
    memcpy(to->notes, from->notes, from->n_notes * sizeof *notes);
    return GO_OK;
}

void nn_position_begin(nn_position *p, const board *start, const rules *r, double komi,
                       colour to_move)
{
    p->rules = *r;
    p->komi = komi;
    p->encores = false;
    p->width = p->height = start->size;
    p->phase = 0;
    p->newest_board = 0;
    board_copy(now(p), start);
    now(p)->suicide_allowed = r->suicide;
    p->n_stones = 0;
    show_stones(p);
    begin(p, to_move);
}

go_status nn_position_of_game(nn_position *p, const game *g, colour to_move, go_error *err)
{
    go_status status = GO_OK;
    nn_position_begin(p, &g->start, &g->rules, g->komi, g->start_to_move);
    now(p)->suicide_allowed = true; /* it was when a suicide was played, though the rules may have
                                     * changed since */
    for (size_t i = 0; i < g->n_steps && status == GO_OK; i++)
        status = nn_position_play(p, (colour)g->steps[i].colour, g->steps[i].at, err);
    for (int i = 0; i < NN_PAST_BOARDS; i++)
        p->boards[i].suicide_allowed = g->rules.suicide;
    nn_position_turn(p, to_move);
    return status;
}

void nn_position_setup(nn_position *p, colour c, point at, colour to_move)
{
    board_setup(now(p), c, at);
    p->n_stones = 0;
    show_stones(p);
    begin(p, to_move);
}

void nn_position_turn(nn_position *p, colour c)
{
    if (c != p->to_move)
        begin_history(p, c);
}

/* ---- moves ---- */

static void end_phase(nn_position *p)
{
    if (p->rules.scoring != SCORING_TERRITORY || p->phase == 2)
        return;
    if (!p->encores) {
        p->n_turns = 1; /* passes before the one that ended it say nothing */
        return;
    }
    p->phase++;
    begin_phase(p);
    note_seen(p);
}

static void play_pass(nn_position *p)
{
    if (p->button) {
        p->button = false;
        p->bonus += p->to_move == WHITE ? 0.5 : -0.5;
        p->n_passes = 0;
        p->n_notes = 0; /* without the button no position repeats an earlier one */
        return;
    }
    p->over |= passed_here_before(p);
    size_t kept = 0; /* where passes clear, all notes but those of positions seen */
    for (size_t i = 0; i < p->n_notes; i++)
        if (!passes_clear(p) || p->notes[i].kind != NOTE_SEEN)
            p->notes[kept++] = p->notes[i];
    p->n_notes = kept;
    note(p, NOTE_PASSED, p->to_move, PASS, situation(p, now(p)->hash, p->to_move));
    p->over |= ++p->n_passes >= 2;
}

static void play(nn_position *p, colour c, point at)
{
    point ko = noted_ko(p, at);
    p->n_bans = -1;
    note_first_stones(p, c, at);
    int next = (p->newest_board + 1) % NN_PAST_BOARDS;
    board_copy(&p->boards[next], now(p));
    p->newest_board = next;
    uint64_t before = now(p)->hash;
    if (ko != PASS) {
        p->no_retake[ko] = false;
        p->n_passes = 0;
    } else {
        if (at == PASS) {
            play_pass(p);
        } else {
            p->n_passes = 0;
            p->ever[at] = true;
            if (p->rules.scoring == SCORING_TERRITORY && p->phase <= 1)
                p->bonus += c == BLACK ? 1 : -1;
        }
        board *b = now(p);
        board_play_legal(b, c, at);
        if (p->phase > 0 && b->ko != PASS) { /* the encore: now a stone not to retake */
            p->no_retake[at] = true;
            note(p, NOTE_KO_TAKEN, c, at, before);
            b->ko = PASS;
        }
        for (point q = 0; p->phase > 0 && q < b->n_points; q++)
            p->no_retake[q] &= b->at[q] != EMPTY;
    }
    show_stones(p);
    memmove(p->past_move + 1, p->past_move, (NN_PAST_MOVES - 1) * sizeof *p->past_move);
    p->past_move[0] = (board_move){at, (uint8_t)c};
    p->n_turns += p->n_turns < NN_PAST_MOVES;
    p->to_move = opponent(c);
    note_seen(p);
}

go_status nn_position_play(nn_position *p, colour c, point at, go_error *err)
{
    move_status legal = board_legal(now(p), c, at);
    if (legal != MOVE_OK && legal != MOVE_KO && !(c == p->to_move && noted_ko(p, at)))
        return go_fail(err, GO_EILLEGAL, "illegal move: %s", move_status_text(legal));
    GO_TRY(reserve_notes(p, p->n_notes + 4, err));
    nn_position_turn(p, c);
    if (p->over && p->n_turns > 1)
        p->n_turns = 1; /* play goes on after the end */
    p->over = false;
    play(p, c, at);
    if (p->over)
        end_phase(p);
    else if (at != PASS && passes_clear(p)) /* a long cycle without a pass: no result */
        p->over = count_notes(p, NOTE_SEEN, EMPTY, situation(p, now(p)->hash, p->to_move)) >= 3;
    return GO_OK;
}
