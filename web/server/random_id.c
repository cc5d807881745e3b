#include "web/server/random_id.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

go_status random_id_draw(char id[RANDOM_ID + 1], go_error *err)
{
    unsigned char bytes[RANDOM_ID / 2];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return go_fail(err, GO_EIO, "cannot draw a random number: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    return GO_OK;
}
