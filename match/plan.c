#include "match/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "match/game/play.h"

int match_plan_pairings(const match_plan *plan)
{
    int n = plan->n_players;
    return plan->gauntlet ? n - 1 : n * (n - 1) / 2;
}

/* The k-th pairing in the order 0-1, 0-2, 1-2, 0-3, ... */
static void find_pairing(int k, int *first, int *second)
{
    *second = 1;
    while (k >= *second)
        k -= (*second)++;
    *first = k;
}

/* From 1 to 2^30, a range that every program accepts. */
static uint32_t seed_of(uint64_t seed, int64_t number, colour c)
{
    uint64_t mixed = rng_mix64(rng_mix64(seed) ^ (uint64_t)(2 * number + (c == WHITE)));
    return (uint32_t)(mixed & 0x3fffffff) + 1;
}

void match_plan_game(const match_plan *plan, int64_t number, match_game *out)
{
    int pairings = match_plan_pairings(plan), first = 0, second;
    int64_t pair = number / 2;
    if (plan->gauntlet)
        second = 1 + (int)(pair % pairings);
    else
        find_pairing((int)(pair % pairings), &first, &second);
    *out = (match_game){.number = number, .opening = pair / pairings};
    out->side[BLACK].player = number % 2 ? second : first;
    out->side[WHITE].player = number % 2 ? first : second;
    for (int c = BLACK; c <= WHITE; c++)
        out->side[c].seed = seed_of(plan->seed, number, (colour)c);
}

go_status match_plan_play(const match_plan *plan, match_game *m, const opening *start,
                          go_error *err)
{
    if (!m->keys[0])
        return match_game_play(m, &plan->conditions, plan->players, start, err);
    size_t n = (size_t)plan->n_players;
    player *players = calloc(n, sizeof *players);
    if (!players)
        return go_fail(err, GO_ENOMEM, "out of memory for a game");
    memcpy(players, plan->players, n * sizeof *players);
    go_status status = player_add_keys(&players[0], m->keys, err);
    if (status == GO_OK)
        status = match_game_play(m, &plan->conditions, players, start, err);
    free(players);
    return status;
}

const char *match_conditions_text(const match_plan *plan, char *out, size_t n)
{
    const match_conditions *c = &plan->conditions;
    char time[128];
    time_settings_text(&c->time, time, sizeof time);
    const bool none = strcmp(time, "none") == 0;
    snprintf(out, n, "%dx%d, komi %g, rules %s, %s%s, openings: %s", c->size, c->size, c->komi,
             c->rules_name, none ? "no clock" : "time ", none ? "" : time,
             openings_text(plan->openings));
    return out;
}
