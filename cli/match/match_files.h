/* match_files.h -- fingerprints of the files that the players of a match are made of, so that
 * a match is not continued with gammas or a network that were trained anew under the same
 * name.                                                                       */
#ifndef KATACHI_CLI_MATCH_MATCH_FILES_H
#define KATACHI_CLI_MATCH_MATCH_FILES_H

#include <jansson.h>

#include "match/client/player.h"

/* A list of the files that the SPECs of katachi players name, in their order: each {"key":
 * gammas, net or the like, "file": as it is named there, "fingerprint": 16 hexadecimal digits}.
 * The fingerprint of a file that cannot be read is null: the player says why it cannot play.
 *   size  in  of the board; the network that comes with Katachi for it is called "own"
 * NULL: out of memory.                                                        */
json_t *match_files(const player *players, int n, int size);

#endif
