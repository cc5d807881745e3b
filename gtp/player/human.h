/* human.h -- a human-style network beside the network of the search (KataGo's -human-model).
 *
 * Such a network imitates the players that a profile describes (nn/inputs/profile.h).  It only
 * tells what they would play; the search does not use it.                     */
#ifndef KATACHI_GTP_PLAYER_HUMAN_H
#define KATACHI_GTP_PLAYER_HUMAN_H

#include "board/game/game.h"
#include "nn/outputs.h"

typedef struct human_net human_net;

/* Reads the network from a file, for boards of all sizes that it can play; computed by the backend
 * of that name (NULL: the first one available).  GO_EINVAL: no such backend; and as
 * nn_model_read.                                                              */
go_status human_net_create(human_net **out, const char *file, const char *backend, go_error *err);
void human_net_destroy(human_net *h); /* accepts NULL */

const nn_model *human_net_model(const human_net *h);

/* Does its answer depend on a profile? */
bool human_net_imitates(const human_net *h);

/* The answer for the position in a symmetry 0 .. 7, for players of that profile; NULL or "": the
 * default one.  GO_EINVAL: no such profile, or a board that the network cannot play; and as
 * nn_evaluate.                                                                */
go_status human_net_evaluate(human_net *h, const game *g, colour to_move, const char *profile,
                             int symmetry, nn_result *out, go_error *err);

#endif
