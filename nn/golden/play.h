/* play.h -- the positions of a golden file, played out. */
#ifndef KATACHI_NN_GOLDEN_PLAY_H
#define KATACHI_NN_GOLDEN_PLAY_H

#include "nn/golden/golden.h"

/* Plays position i.
 *   *position  out  owned by the caller
 *   *view      out  plain but for what the parameters say; size is the longer
 *                   side of the board
 * GO_EFORMAT names the file, the position and the key.                        */
go_status nn_golden_position(const nn_golden *g, size_t i, nn_position **position, nn_view *view,
                             go_error *err);

#endif
