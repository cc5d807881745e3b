#include "selfplay/calibrate.h"

#include <math.h>

#include "selfplay/record/played_file.h"
#include "selfplay/resign.h"

/* Who resigns first in the game at that threshold; EMPTY: nobody. */
static colour resigner(const played_game *g, double threshold, int moves)
{
    const selfplay_settings s = {.resign_threshold = threshold, .resign_moves = moves};
    resign_watch watch = {0};
    for (int i = 0; i < g->n_moves; i++) {
        const played_move *m = &g->moves[i];
        if (m->how != PLAYED_OPENING &&
            resign_now(&watch, &s, g->size, i, (colour)m->colour, (double)m->winrate))
            return (colour)m->colour;
    }
    return EMPTY;
}

void resign_evidence_add(resign_evidence *e, const played_game *g, int moves)
{
    if (!g->plays_out || !g->counted)
        return;
    for (int i = 0; i < CALIBRATE_STEPS; i++) {
        colour c = resigner(g, (i + 1) / 100.0, moves);
        e->would[i] += c != EMPTY;
        e->wrong[i] += c != EMPTY && c == g->winner;
    }
}

double resign_threshold_for(const resign_evidence *e, double share, int steps)
{
    bool tells = false;
    for (int i = steps - 1; i >= 0; i--) {
        if (e->would[i] < CALIBRATE_LEAST)
            break; /* lower thresholds have fewer still */
        tells = true;
        const double wrong = (double)e->wrong[i];
        if (wrong + sqrt(wrong) + 1 <= share * (double)(e->would[i] + 1))
            return (i + 1) / 100.0;
    }
    return tells ? 0 : -1;
}

go_status resign_evidence_read(resign_evidence *e, const char *path, int moves, go_error *err)
{
    played_reader *r;
    played_game g = {0};
    GO_TRY(played_reader_open(&r, path, err));
    go_status status;
    while ((status = played_reader_next(r, &g, err)) == GO_OK)
        resign_evidence_add(e, &g, moves);
    played_game_free(&g);
    played_reader_close(r);
    return status == GO_END ? GO_OK : status;
}
