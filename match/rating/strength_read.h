/* strength_read.h -- the players of several folders, rated together (strength.h). */
#ifndef KATACHI_MATCH_RATING_STRENGTH_READ_H
#define KATACHI_MATCH_RATING_STRENGTH_READ_H

#include "match/rating/strength.h"

/* Reads the folders and rates the players.  GO_EEMPTY: there is no game in them.
 * GO_EIO, GO_EFORMAT: not the folder of a match, or damaged; GO_ENOMEM.  End it with
 * strength_free in any case.                                                   */
go_status strength_read(strength *out, const char *const *folders, int n, go_error *err);

#endif
