/* random_id.h -- names that nobody can guess. */
#ifndef KATACHI_WEB_SERVER_RANDOM_ID_H
#define KATACHI_WEB_SERVER_RANDOM_ID_H

#include "base/status.h"

enum { RANDOM_ID = 32 }; /* letters: 128 bits in base 16 */

/* Draws one.  GO_EIO: the system has no random bytes. */
go_status random_id_draw(char id[RANDOM_ID + 1], go_error *err);

#endif
