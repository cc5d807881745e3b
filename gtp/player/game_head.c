#include "gtp/player/game_head.h"

#include <stdlib.h>
#include <string.h>

void gtp_game_head_clear(gtp_game_head *h)
{
    for (int i = 0; i < GAME_N_TEXTS; i++)
        free(h->text[i]);
    *h = (gtp_game_head){.resigned = EMPTY};
}

void gtp_game_head_load(gtp_game_head *h, const game_record *record, uint64_t position)
{
    gtp_game_head_clear(h);
    for (int i = 0; i < GAME_N_TEXTS; i++)
        if (record->text[i])
            h->text[i] = strdup(record->text[i]);
    h->loaded = position;
}
