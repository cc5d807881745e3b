/* policy_game.h -- a game that a network plays against itself without a search: each move is
 * drawn from its policy, until both sides pass.  Where positions are to come from and there are
 * no games of others, these are cheap: one evaluation for a move.             */
#ifndef KATACHI_MM_TRAIN_BALANCE_POLICY_GAME_H
#define KATACHI_MM_TRAIN_BALANCE_POLICY_GAME_H

#include "mcts/search.h"
#include "sgf_corpus/sgf/game_record.h"

/* Game `number` of the seed on a board of `size`: the same each time.  `player` has the network.
 * The caller owns the record.  GO_ENOMEM, and errors of search_evaluate_network. */
go_status policy_game_play(search *player, const rules *r, int size, uint64_t seed, int number,
                           game_record **out, go_error *err);

#endif
