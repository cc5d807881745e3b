/* final_estimate.h -- dead stones and the score of the engine's game. */
#ifndef KATACHI_GTP_PLAYER_FINAL_ESTIMATE_H
#define KATACHI_GTP_PLAYER_FINAL_ESTIMATE_H

#include "gtp/player/state.h"

/* Estimates it as if the game ended now; kept until the position changes.  *out
 * is borrowed.  GO_EIO, GO_EFORMAT: the gammas of the playouts could not be read;
 * GO_ENOMEM.                                                                 */
go_status gtp_final_estimate_find(gtp_engine *e, const final_status **out, go_error *err);

#endif
