/* teach.h -- what a trainer learns from played games: their recorded positions as rows of a
 * store.                                                                      */
#ifndef KATACHI_SELFPLAY_TEACH_H
#define KATACHI_SELFPLAY_TEACH_H

#include "nn_train/data/store.h"
#include "selfplay/record/played_game.h"

/* A position that was searched well becomes a row.  With `surprise` above 0 that share of a
 * game's rows goes to positions in proportion to how far the search moved away from the network's
 * policy, so some come several times and some not at all; the mean number is the same.  Every
 * position that was searched at all tells its value, and every counted game its owners.
 *   s  a store that chooses (nn_train/data/taught.h)
 * GO_EILLEGAL: the game cannot be played; the store is of no more use.  GO_EIO, GO_ENOMEM.
 * Source: D. J. Wu, KataGo's methods (policy surprise weighting).             */
go_status selfplay_teach(nn_store *s, const played_game *g, double surprise, go_error *err);

/* How many of the last rows are to be learned from after `rows` in all, which grows more slowly
 * than they do: c (1 + b ((rows / c)^a - 1) / a), all of them up to c.
 * Source: D. J. Wu, Accelerating self-play learning in Go, 2019, with a = 0.75, b = 0.4. */
int64_t selfplay_window(int64_t rows, int64_t c);

#endif
