/* search.h -- a tree search for the best move of a position.
 *
 * A search keeps its tree from call to call and reuses the part that is still
 * reachable.  It is used by one thread, the caller's; inside, search_run works
 * with settings.threads OpenMP threads.  `stop` may be set by any thread.
 *
 *     search_create(&s, &settings, &err);
 *     search_run(s, game, BLACK, &limits, &err);
 *     search_decide(s, &decision);             the move, or resignation
 *     search_analyze(s, NULL, &analysis);      what was found
 *
 * All win rates and leads are from the view of the side to move at the root.   */
#ifndef KATACHI_MCTS_SEARCH_H
#define KATACHI_MCTS_SEARCH_H

#include "board/game/game.h"
#include "mcts/limits.h"
#include "mcts/results.h"

/* A search with an empty tree; `settings` are copied, their strings borrowed.
 * Gammas are read when the first position of a board size is searched.  End it
 * with search_destroy, which accepts NULL.                                    */
go_status search_create(search **out, const search_settings *settings, go_error *err);
void search_destroy(search *s);

/* A search that uses the gammas and the network of `lender`, so that many searches, each with
 * a tree and a caller's thread of its own, share one network, its cache and its batches.  It
 * searches boards of the one size that the lender was prepared for (search_prepare), with
 * settings that read the same files; settings.threads of the lender are the threads of all
 * such searches together.  The lender outlives them and keeps its settings.
 * GO_EINVAL: settings that need other files, or a lender that is not prepared; GO_ENOMEM. */
go_status search_create_sharing(search **out, const search *lender,
                                const search_settings *settings, go_error *err);

/* Positions computed by the network since it was prepared, by all searches that share it. */
int64_t search_net_evaluated(const search *s);

/* Reads the network if the settings need one, so that errors in its file or in the
 * name of the backend show before the first move.  It is kept for boards of all sizes,
 * apart from "own" (nn/formats/own_net.h), which may be another one for boards of another
 * size.  `size` 0: not known yet; then "own" is not read.
 * GO_EINVAL; and as nn_net_find and nn_model_read.                            */
go_status search_read_net(search *s, int size, go_error *err);

/* Reads what positions of `size` need, so that the first move is not delayed.
 * GO_EIO and GO_EFORMAT name the file and the paths tried.  If the gammas are
 * those of another size, search_notice says so.                               */
go_status search_prepare(search *s, int size, go_error *err);

enum { SEARCH_NOTICE_MAX = 1200 };

/* A sentence for the user about gammas of another size, the backend of the network,
 * failed backends or a setting without effect; NULL: nothing to say.  Borrowed until
 * the next call.                                                              */
const char *search_notice(search *s);

/* The network that has been read, borrowed until the settings name another one; NULL: none. */
const nn_model *search_model(const search *s);

/* False if the settings name a backend and another one computes the network. */
bool search_backend_as_asked(const search *s);

/* Changes the settings from the next search on.  A book is read at once, other files by the search
 * that needs them. */
go_status search_configure(search *s, const search_settings *settings, go_error *err);
const search_settings *search_configured(const search *s);

/* Empties the tree, with what it has learned of the network's errors, for a new game; gammas and
 * network are kept.  With a seed of 0 another one is drawn. */
void search_clear(search *s);

/* The same, and drops the network's cached answers, those of searches that share it too. */
void search_forget(search *s);

/* ---- searching ---- */

/* Searches the position of the game with `to_move` to play, even out of turn.
 * Without any limit it runs until stopped.
 * GO_EILLEGAL: the limits allow no legal move, as search_limits_check says.
 * GO_EIO, GO_EFORMAT: gammas or network could not be read; GO_ENOMEM.  With a
 * network also as network_create and network_evaluate (mcts/evaluate/network.h). */
go_status search_run(search *s, const game *g, colour to_move, const search_limits *limits,
                     go_error *err);

/* The network's answer for the position, without a search, in a symmetry 0 .. 7, with a share
 * `optimism` of its optimistic policy, 0 .. 1, if it has one.
 * GO_EUNSUPPORTED: the settings use no network; else as search_run.           */
go_status search_evaluate_network(search *s, const game *g, colour to_move, int symmetry,
                                  double optimism, nn_result *out, go_error *err);

typedef struct final_status final_status; /* mcts/final/final_status.h */

/* Dead stones and the score as if the game ended now (final_status.h), by the ownership of the
 * network, unless it has learned from games alone, and the playouts of the settings.  `agreed`: dead
 * stones come off even where the rules count the board as it stands.  GO_EIO, GO_EFORMAT: the
 * gammas cannot be read; GO_ENOMEM; and as search_prepare.                    */
go_status search_final_status(search *s, const game *g, bool agreed, final_status *out,
                              go_error *err);

/* ---- results ---- */

/* Fills an analysis of the last (or running) search.  `options` may be NULL.
 * Zero `a` before its first use and release it at the end; it can be filled
 * again and again.  GO_ENOMEM; GO_EINVAL if nothing has been searched yet.    */
go_status search_analyze(search *s, const analysis_options *options, search_analysis *a,
                         go_error *err);
void search_analysis_release(search_analysis *a);

search_counts search_counted(const search *s);

/* The policy that the last search improved the network's policy to, from its values and
 * visits (mcts/tree/gumbel.h); for a search with root=gumbel it is what a network learns.
 *   share  out  [size * size + 1] by y * size + x, the pass last; the sum is 1
 * GO_EINVAL: nothing has been searched with a network's values.               */
go_status search_improved_policy(const search *s, double *share, go_error *err);

/* The share of network queries that were cached, and the mean size of a batch; 0 if
 * there were none.                                                            */
double search_counts_cached(const search_counts *c);
double search_counts_batch(const search_counts *c);

/* The move to play after search_run, by the settings (visits or LCB,
 * temperature, strength, passing, resignation).  The game given to search_run
 * must not have changed.  If the game may be over, this estimates the dead
 * stones (final_status.h), which takes some hundredths of a second.           */
void search_decide(search *s, search_decision *out);

#endif
