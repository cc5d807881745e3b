/* start.h -- how a game begins: board size, rules and komi are drawn, and then a few moves from
 * the policy of the network, so that games differ and even openings that it would not choose
 * are seen.                                                                   */
#ifndef KATACHI_SELFPLAY_START_H
#define KATACHI_SELFPLAY_START_H

#include "base/rng.h"
#include "board/game/game.h"
#include "nn/outputs.h"
#include "selfplay/settings.h"

/* The place in settings->sizes of the game's size. */
int start_draw_size(const selfplay_settings *s, rng *random);

/* An empty board with drawn rules and komi; the caller owns the game.  GO_ENOMEM. */
go_status start_draw_game(const selfplay_settings *s, int size, rng *random, game **out,
                          go_error *err);

/* How many moves are drawn from the policy: few games have many. */
int start_draw_length(const selfplay_settings *s, int size, rng *random);

/* Draws such a move from the network's answer; never one that fills an own eye.  PASS: there is
 * none.                                                                       */
point start_draw_move(const selfplay_settings *s, const game *g, const nn_result *answer,
                      rng *random);

#endif
