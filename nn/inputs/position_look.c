#include <math.h>

#include "base/rng.h"
#include "nn/inputs/position_notes.h"

/* ---- the past ---- */

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

int nn_notes_count(const nn_position *p, note_kind kind, colour c, uint64_t hash)
{
    int n = 0;
    for (size_t i = 0; i < p->n_notes; i++)
        n += p->notes[i].hash == hash && p->notes[i].kind == kind && p->notes[i].colour == c;
    return n;
}

uint64_t nn_situation(const nn_position *p, uint64_t stones, colour c)
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

bool nn_passes_clear(const nn_position *p)
{
    return p->phase > 0 || p->rules.ko == KO_SIMPLE;
}

bool nn_passed_here_before(const nn_position *p)
{
    uint64_t hash = nn_situation(p, nn_position_board(p, 0)->hash, p->to_move);
    return nn_passes_clear(p) && nn_notes_count(p, NOTE_PASSED, p->to_move, hash) > 0;
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
        if (board_chain_libs(b, q) == 1 && found != PASS)
            return PASS;
        if (board_chain_libs(b, q) == 1)
            found = q;
    }
    return found != PASS && board_chain_size(b, found) == 1 ? found : PASS;
}

point nn_noted_ko(const nn_position *p, point at)
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

/* Would the move bring a position of this history back? */
static bool superko(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    if (p->rules.ko == KO_SIMPLE || board_legal(b, p->to_move, at) != MOVE_OK)
        return false;
    if (!p->ever[at] && board_empty_neighbours(b, at))
        return false; /* the stone was never there: the position is new */
    uint64_t after = board_hash_after(b, p->to_move, at);
    return nn_notes_count(p, NOTE_SEEN, EMPTY, nn_situation(p, after, opponent(p->to_move))) > 0;
}

bool nn_position_banned(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
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

bool nn_position_legal(const nn_position *p, point at)
{
    const board *b = nn_position_board(p, 0);
    if (at == PASS || nn_noted_ko(p, at))
        return true;
    return board_legal(b, p->to_move, at) == MOVE_OK && !nn_position_banned(p, at);
}

bool nn_position_pass_ends_phase(const nn_position *p)
{
    return !p->button && (p->n_passes >= 1 || nn_passed_here_before(p));
}

bool nn_position_pass_ends_game(const nn_position *p)
{
    return nn_position_pass_ends_phase(p) && (p->rules.scoring == SCORING_AREA || p->phase == 2);
}

double nn_position_own_komi(const nn_position *p, double draw_value)
{
    double komi = p->komi + p->bonus;
    if (p->rules.bonus == BONUS_N)
        komi += p->handicap;
    if (p->rules.bonus == BONUS_N_MINUS_1 && p->handicap)
        komi += p->handicap - 1;
    bool whole = p->komi == trunc(p->komi);
    if (whole != p->rules.button)
        komi += draw_value - 0.5;
    return p->to_move == WHITE ? komi : -komi;
}
