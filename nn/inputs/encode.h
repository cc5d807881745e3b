/* encode.h -- positions as the inputs of networks.
 *
 * KataGo's networks of versions 8 to 17 take its inputs "V7": 22 planes and 19
 * globals.  Leela Zero's take 18 planes.  All numbers are from the view of the
 * side to move ("own"; "opp" is the other).
 *
 * V7 planes, each 0 or 1 (nn_kata_plane):
 *    0       on the board
 *    1, 2    own stones, opp's
 *    3 .. 5  stones of chains with 1, 2, 3 liberties
 *    6       points forbidden by ko or superko
 *    7       encore: stones whose ko may not be retaken now (nn/inputs/position.h)
 *    8       always 0
 *    9 .. 13 the last move, the one before it, ... (passes are globals)
 *   14 .. 16 chains caught in a ladder now, one, two moves ago (nn/inputs/chase.h)
 *   17       attacks that work on opp's chains with two liberties
 *   18, 19   own area, opp's (nn/inputs/area.h): under area scoring, or in encore 2
 *   20, 21   encore 2: own and opp's stones when it began
 *
 * History is the last moves of the phase, five at most, as long as the players
 * alternate.  All of it is hidden when a pass would end the game but is not meant
 * to: under rules.friendly_pass with area scoring after one pass (see
 * nn_position_pass_is_friendly), and if the view says so; the view can also hide the oldest
 * moves.  After the end only the last move is shown.  Where the history is shorter, planes
 * 15 and 16 repeat the oldest board shown.
 *
 * V7 globals (nn_kata_global):
 *    0 .. 4  the last move was a pass, the one before it, ...
 *    5       own komi / 20: with handicap and bonus, positive for white, within
 *            20 points of the number of points of the board
 *    6, 7    ko: simple 0 0; positional 1 1/2; situational 1 -1/2
 *    8 .. 11 suicide legal; territory scoring; tax in seki; tax on all groups
 *   12, 13   encore 1 or 2; encore 2
 *   14       a pass now would end the phase
 *   15, 16   playout doubling advantage: not 0; half of it
 *   17       the button has not been taken
 *   18       komi by the parity of the board: how much its last half point
 *            matters, a triangle wave of period 2 in komi
 *
 * Leela Zero's planes: own stones now and 1 .. 7 moves ago, opp's likewise
 * (nothing before the game began), then ones if black is to move, then ones if
 * white is.
 *
 * Networks with metadata also see who plays: nn/inputs/profile.h.
 *
 * Rows: KataGo's first row is the top one, Leela Zero's the bottom one.
 *
 * Source: the descriptions and behaviour of KataGo and Leela Zero; written down
 * in doc/network-inputs.md.                                                   */
#ifndef KATACHI_NN_INPUTS_ENCODE_H
#define KATACHI_NN_INPUTS_ENCODE_H

#include "nn/inputs/ladder_memo.h"
#include "nn/inputs/view.h"

/* GO_EINVAL, with the reason, unless the model can be shown this board. */
go_status nn_encode_check(const nn_model *m, const nn_position *p, const nn_view *v,
                          go_error *err);

/* Writes the inputs of one position, which nn_encode_check accepts.
 *   memo     in   what other positions have shown of its ladders; may be NULL
 *   planes   out  float[m->planes][size * size]
 *   globals  out  float[m->globals]; may be NULL when there are none
 *   mask     out  float[size * size]: 1 on the board; may be NULL             */
void nn_encode(const nn_model *m, const nn_position *p, const nn_view *v, nn_ladder_memo *memo,
               float *planes, float *globals, float *mask);

/* Global 18 for an own komi on a board of `points` points. */
double nn_komi_wave(double own_komi, int points);

/* A key for what nn_encode would write and for which moves are legal, much cheaper
 * than that: equal keys mean equal inputs (but for one chance in 2^64).  Answers of
 * one model can be cached by it.                                             */
uint64_t nn_encode_key(const nn_model *m, const nn_position *p, const nn_view *v);

#endif
