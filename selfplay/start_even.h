/* start_even.h -- the komi that makes a position even: games whose winner is known before they
 * begin teach little.                                                         */
#ifndef KATACHI_SELFPLAY_START_EVEN_H
#define KATACHI_SELFPLAY_START_EVEN_H

#include "mcts/search.h"
#include "selfplay/settings.h"

/* Sets the game's komi to that from `low` to `high` at which a search gives both sides half a
 * chance, or if the komi does not decide that, to the one at which it sees no lead.
 *   net     is configured for quick searches of this board
 *   visits  of such a search: a few, because what a network says at once of a position that is
 *           like none it has learned is doubtful
 * As search_run.                                                              */
go_status start_find_even(search *net, game *g, int visits, double low, double high,
                          go_error *err);

/* Sets the game's komi to an even one plus `off`, unless that is more than a fifth of the board's
 * points from the settings' komi: then the game is decided, and keeps its own. */
go_status start_make_even(const selfplay_settings *s, search *net, game *g, double off,
                          go_error *err);

/* The next whole or half point. */
double start_half_points(double komi);

#endif
