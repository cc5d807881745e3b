#include "match/rating/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"

static void add_side(side_tally *t, const match_game *m, colour c)
{
    const game_side *side = &m->side[c];
    t->moves += side->moves;
    t->seconds += side->seconds;
    t->slowest = fmax(t->slowest, side->slowest);
    if (side->playouts >= 0) {
        t->playouts += (double)side->playouts;
        t->counted_moves += side->moves;
        t->counted_seconds += side->seconds;
    }
    if (m->winner == opponent(c))
        t->lost_by[m->end]++;
    t->games[c]++;
    t->points2[c] += match_points2(m, c);
}

void match_tally_add(match_tally *t, const match_game *m, colour a)
{
    t->games++;
    t->wins += m->winner == a;
    t->losses += m->winner == opponent(a);
    t->draws += m->winner == EMPTY;
    t->black_wins += m->winner == BLACK;
    t->ended_by[m->end]++;
    t->disagreements += m->disagreed;
    t->unjudged += m->unjudged;
    add_side(&t->side[0], m, a);
    add_side(&t->side[1], m, opponent(a));
}

/* With a test, *decision is the first that it reaches. */
static go_status count(const match_store *s, int64_t n, int a, int b, const sprt_test *test,
                       match_tally *out, int *decision, go_error *err)
{
    int64_t last = 0;
    for (int64_t i = 0; i < n; i++)
        if (match_store_game(s, i)->number > last)
            last = match_store_game(s, i)->number;
    *out = (match_tally){0};
    /* by pair: 1 + twice a's points from the first of its games met */
    uint8_t *half = calloc((size_t)last / 2 + 1, 1);
    if (!half)
        return go_fail(err, GO_ENOMEM, "out of memory for the results");
    for (int64_t i = 0; i < n; i++) {
        const match_game *m = match_store_game(s, i);
        colour c = m->side[BLACK].player == a ? BLACK : WHITE;
        if (m->side[c].player != a || m->side[opponent(c)].player != b)
            continue;
        match_tally_add(out, m, c);
        uint8_t *first = &half[m->number / 2];
        if (*first == 0) {
            *first = (uint8_t)(1 + match_points2(m, c));
            continue;
        }
        out->pairs[*first - 1 + match_points2(m, c)]++;
        if (test && *decision == 0)
            *decision = match_tally_decision(out, test);
    }
    free(half);
    return GO_OK;
}

go_status match_tally_count(const match_store *s, int64_t n, int a, int b, match_tally *out,
                            go_error *err)
{
    return count(s, n, a, b, NULL, out, NULL, err);
}

go_status match_tally_test(const match_store *s, const sprt_test *test, match_tally *out,
                           int *decision, go_error *err)
{
    *decision = 0;
    return count(s, match_store_count(s), 0, 1, test, out, decision, err);
}

static int by_hash(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

go_status match_tally_repeats(const match_store *s, int64_t *out, go_error *err)
{
    size_t n = 0;
    uint64_t *hash = calloc((size_t)match_store_count(s) + 1, sizeof *hash);
    *out = 0;
    if (!hash)
        return go_fail(err, GO_ENOMEM, "out of memory for the results");
    for (int64_t i = 0; i < match_store_count(s); i++) {
        const match_game *m = match_store_game(s, i);
        const uint64_t black = (uint64_t)m->side[BLACK].player,
                       white = (uint64_t)m->side[WHITE].player;
        if (m->moves_hash)
            hash[n++] = rng_mix64(m->moves_hash ^ (black << 32 | white));
    }
    qsort(hash, n, sizeof *hash, by_hash);
    for (size_t i = 1; i < n; i++)
        *out += hash[i] == hash[i - 1];
    free(hash);
    return GO_OK;
}

void match_tally_player(const match_store *s, int who, match_tally *out)
{
    *out = (match_tally){0};
    for (int64_t i = 0; i < match_store_count(s); i++) {
        const match_game *m = match_store_game(s, i);
        for (int c = BLACK; c <= WHITE; c++)
            if (m->side[c].player == who)
                match_tally_add(out, m, (colour)c);
    }
}

double match_tally_score(const match_tally *t)
{
    return t->games ? ((double)t->wins + 0.5 * (double)t->draws) / (double)t->games : 0.5;
}

double match_seconds_per_move(const side_tally *t)
{
    return t->moves ? t->seconds / (double)t->moves : 0;
}

const char *match_playouts_text(const side_tally *t, const char *unknown, char out[24])
{
    if (t->counted_moves)
        snprintf(out, 24, "%.0f", t->playouts / (double)t->counted_moves);
    else
        snprintf(out, 24, "%s", unknown);
    return out;
}

double match_tally_llr(const match_tally *t, const sprt_test *test)
{
    static const double value[5] = {0, 0.25, 0.5, 0.75, 1};
    double count[5];
    for (int i = 0; i < 5; i++)
        count[i] = (double)t->pairs[i];
    return stats_llr(value, count, 5, test->elo0, test->elo1);
}

int match_tally_decision(const match_tally *t, const sprt_test *test)
{
    if (!test->on)
        return 0;
    double llr = match_tally_llr(t, test);
    interval bounds = stats_llr_bounds(test->alpha, test->beta);
    return llr >= bounds.high ? 1 : llr <= bounds.low ? -1 : 0;
}
