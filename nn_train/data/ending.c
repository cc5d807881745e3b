#include "nn_train/data/ending.h"

#include <math.h>

#include "board/game/score.h"
#include "board/random_playout.h"

/* Playouts after which the board is counted.  32 more than 8 bring a tenth to half more
 * games, and 128 more than 32 another hundredth to tenth, but take three times as long. */
static const int playouts[] = {8, 32};
enum { N_TRIES = sizeof playouts / sizeof *playouts };

/* At most this part of the board may be nobody's: more are dead stones that were not
 * found, or borders that are not closed.                                      */
enum { NEUTRAL_PART = 12 };

static bool scores(const game_ending *end, scoring_rule scoring, const bool *dead)
{
    rules r = *end->rules;
    r.scoring = scoring;
    double points = score_points(end->board, &r, dead);
    return fabs(points - end->to_white - end->margin) < 0.25;
}

/* Does the board without the dead stones have the score?  Then writes the owners. */
static bool try_count(const game_ending *end, const bool *dead, uint8_t *owner)
{
    const board *b = end->board;
    scoring_rule named = end->rules->scoring;
    scoring_rule other = named == SCORING_AREA ? SCORING_TERRITORY : SCORING_AREA;
    if (!scores(end, named, dead) && (end->rules_are_sure || !scores(end, other, dead)))
        return false;
    int neutral = 0;
    score_owners(b, dead, owner);
    for (point p = 0; p < b->n_points; p++)
        neutral += owner[p] == EMPTY;
    return neutral * NEUTRAL_PART <= b->size * b->size;
}

/* Plays on to the end and adds to each point 1 if it is then black's, -1 if white's. */
static void add_playout(const board *end, rng *random, int n, int16_t *owned)
{
    board b;
    board_copy(&b, end);
    random_playout(&b, n % 2 ? WHITE : BLACK, random);
    for (point p = 0; p < end->n_points; p++)
        if (end->at[p] != OFFBOARD)
            owned[p] = (int16_t)(owned[p] + colour_sign(random_playout_owner(&b, p)));
}

/* The chains whose points the opponent mostly owned. */
static void find_dead(const board *end, const int16_t *owned, bool *dead)
{
    for (point p = 0; p < end->n_points; p++) {
        dead[p] = false;
        if (end->at[p] != BLACK && end->at[p] != WHITE)
            continue;
        int own = 0;
        FOR_EACH_STONE (end, s, p)
            own += owned[s] * colour_sign(end->at[p]);
        dead[p] = own < 0;
    }
}

bool nn_ending_owners(const game_ending *end, uint8_t *owner)
{
    bool dead[BOARD_MAX_POINTS];
    int16_t owned[BOARD_MAX_POINTS] = {0};
    rng random = rng_seed(end->board->hash);
    bool found = try_count(end, NULL, owner);
    for (int i = 0, n = 0; i < N_TRIES && !found; i++) {
        for (; n < playouts[i]; n++)
            add_playout(end->board, &random, n, owned);
        find_dead(end->board, owned, dead);
        found = try_count(end, dead, owner);
    }
    return found;
}
