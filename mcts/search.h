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

/* A search without a tree; `settings` are copied (its strings are borrowed).
 * Gammas are read when the first position of a board size is searched.  The
 * caller ends it with search_destroy, which accepts NULL.                     */
go_status search_create(search **out, const search_settings *settings, go_error *err);
void search_destroy(search *s);

/* Reads the network, where the settings need one, so that what is wrong with its
 * file or with the name of the backend is known before the first move.  It is
 * kept for boards of all sizes.  GO_EINVAL; and as nn_model_read.             */
go_status search_read_net(search *s, go_error *err);

/* Reads what positions of `size` need, so that the first move is not late.
 * GO_EIO and GO_EFORMAT name the file and the paths tried.  When the gammas
 * come from another size, search_notice says so.                              */
go_status search_prepare(search *s, int size, go_error *err);

enum { SEARCH_NOTICE_MAX = 1200 };

/* A sentence for the user about what the search works with now, or NULL: gammas of
 * another size, the backend of the network, those that failed, a setting without effect.
 * Borrowed until the next call.                                               */
const char *search_notice(search *s);

/* False if another backend computes the network than the one named by the settings. */
bool search_backend_as_asked(const search *s);

/* Other settings from the next search on. */
go_status search_configure(search *s, const search_settings *settings, go_error *err);
const search_settings *search_configured(const search *s);

/* Throws the tree away (new game, same knowledge). */
void search_clear(search *s);

/* ---- searching ---- */

/* Searches the position of the game with `to_move` to play, even if it is not that
 * colour's turn.  Without any limit it runs until stopped.
 * GO_EIO, GO_EFORMAT: the knowledge could not be read; GO_ENOMEM.  With a
 * network also as network_create and network_evaluate (mcts/evaluate/network.h). */
go_status search_run(search *s, const game *g, colour to_move, const search_limits *limits,
                     go_error *err);

/* The network's answer on the position alone, shown in a symmetry of 0 .. 7.
 * GO_EUNSUPPORTED: the settings have none; else as search_run.                */
go_status search_evaluate_network(search *s, const game *g, colour to_move, int symmetry,
                                  nn_result *out, go_error *err);

/* ---- what was found ---- */

/* Fills an analysis of the last (or running) search.  `options` may be NULL.
 * `a` must be zeroed before its first use and released at the end; it may be
 * used again and again.  GO_ENOMEM; GO_EINVAL when nothing was searched yet.  */
go_status search_analyze(search *s, const analysis_options *options, search_analysis *a,
                         go_error *err);

search_counts search_counted(const search *s);

/* The move to play after search_run, by the settings (visits or LCB,
 * temperature, strength, passing, resignation).  The game given to search_run
 * must still be as it was.  Where the game may be at its end this finds the
 * dead stones (final_status.h), which takes some hundredths of a second.      */
void search_decide(search *s, search_decision *out);

#endif
