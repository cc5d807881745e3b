#include "mcts/final/playouts.h"

#include "base/clock.h"
#include "board/random_playout.h"

/* About a thousand on 9x9 and five hundred on 19x19: a point owned half the
 * time is then known to a few percent, which is all the judgement needs.      */
static int default_playouts(const board *b)
{
    return 400 + 50000 / (b->size * b->size);
}

static void count_owners(final_playouts *f, colour first, const board *end)
{
    f->n[first]++;
    f->n[EMPTY]++;
    for (point p = 0; p < end->n_points; p++)
        if (end->at[p] != OFFBOARD)
            f->owned[first][random_playout_owner(end, p)][p]++;
}

void final_playouts_run(final_playouts *f, const board *b, playout *p,
                        const final_status_options *options)
{
    int n = options->playouts > 0 ? options->playouts : default_playouts(b);
    double end = options->seconds > 0 ? clock_now() + options->seconds : 0;
    rng random = rng_seed(options->seed);
    memset(f, 0, sizeof *f);
    for (int i = 0; i < n; i++) {
        colour first = i & 1 ? WHITE : BLACK;
        playout_run(p, b, first, NULL, &random);
        count_owners(f, first, playout_board(p));
        if (end > 0 && clock_now() > end && (i & 1)) /* as many of both */
            break;
    }
}

static int32_t times_owned(const final_playouts *f, colour first, colour c, point p)
{
    if (first != EMPTY)
        return f->owned[first][c][p];
    return f->owned[BLACK][c][p] + f->owned[WHITE][c][p];
}

double final_playouts_share(const final_playouts *f, colour first, colour c, point p)
{
    return f->n[first] ? (double)times_owned(f, first, c, p) / f->n[first] : 0.5;
}

double final_playouts_survival(const final_playouts *f, const board *b, colour first, int chain)
{
    point s = b->head[chain];
    int64_t owned = 0;
    if (!f->n[first])
        return 0.5;
    do {
        owned += times_owned(f, first, (colour)b->at[s], s);
        s = b->link[s];
    } while (s != b->head[chain]);
    return (double)owned / ((double)f->n[first] * b->n_members[chain]);
}
