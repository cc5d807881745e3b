#include "nn_train/data/taught.h"

#include <stdlib.h>

#include "sgf_corpus/sgf/game_values.h"

/* The stones before the first move, on *b and in the store. */
static go_status add_setup(nn_store *s, const taught_game *t, board *b, stored_game *g,
                           go_error *err)
{
    board_init(b, t->size);
    b->suicide_allowed = t->rules.suicide;
    for (int i = 0; i < t->n_setup; i++) {
        const point at = board_point_at(t->size, stored_index(t->setup[i]));
        if (at == PASS || b->at[at] != EMPTY)
            return go_fail(err, GO_EILLEGAL, "setup stone %d is not on an empty point", i + 1);
        board_setup(b, stored_colour(t->setup[i]), at);
    }
    return nn_store_add_setup(s, b, &g->n_setup, err);
}

static go_status add_moves(nn_store *s, const taught_game *t, board *b, stored_game *g,
                           go_error *err)
{
    uint64_t *seen = malloc((size_t)(t->n_moves + 1) * sizeof *seen);
    if (!seen)
        return go_fail(err, GO_ENOMEM, "out of memory for a game of %d moves", t->n_moves);
    const int played = nn_store_play(b, t->moves, t->n_moves, seen, &g->repeats);
    free(seen);
    if (played < t->n_moves)
        return go_fail(err, GO_EILLEGAL, "move %d cannot be played: %s", played + 1,
                       nn_store_why_not(b, t->moves[played]));
    return mapped_append(&s->moves, t->moves, (size_t)t->n_moves * sizeof *t->moves, err);
}

static go_status add_targets(nn_store *s, const taught_game *t, stored_game *g, go_error *err)
{
    const int64_t shares_at = (int64_t)(s->shares.size / sizeof(stored_share));
    const int64_t n = t->first[t->n_moves];
    for (int64_t i = 0; i < n; i++)
        if (t->shares[i].index > t->size * t->size)
            return go_fail(err, GO_EILLEGAL,
                           "a target refers to point %d, which is not on the board",
                           t->shares[i].index);
    g->targets_at = (int64_t)(s->targets.size / sizeof(int64_t));
    for (int i = 0; i <= t->n_moves; i++) {
        const int64_t at = shares_at + t->first[i];
        GO_TRY(mapped_append(&s->targets, &at, sizeof at, err));
    }
    return mapped_append(&s->shares, t->shares, (size_t)n * sizeof *t->shares, err);
}

static go_status choose(nn_store *s, const taught_game *t, const stored_game *g, go_error *err)
{
    for (int i = 0; i < t->n_moves; i++)
        for (int k = 0; k < t->times[i]; k++) {
            const int64_t position = g->at + i;
            GO_TRY(mapped_append(&s->chosen, &position, sizeof position, err));
        }
    return GO_OK;
}

go_status nn_store_add_taught(nn_store *s, const taught_game *t, go_error *err)
{
    stored_game g = {.at = s->n_moves,
                     .setup_at = (int64_t)(s->setup.size / sizeof(stored_move)),
                     .owners_at = -1,
                     .searches_at = -1,
                     .targets_at = -1,
                     .komi = (float)t->komi,
                     .margin = (float)t->margin,
                     .rules = t->rules,
                     .n_moves = (uint16_t)t->n_moves,
                     .size = (uint8_t)t->size,
                     .end = t->counted ? RESULT_SCORE : RESULT_RESIGN,
                     .winner = (uint8_t)t->winner,
                     .knows_komi = true,
                     .knows_winner = t->knows_winner,
                     .knows_score = t->counted};
    board b;
    if (t->n_moves < 1 || t->n_moves > UINT16_MAX)
        return go_fail(err, GO_EINVAL, "a game of %d moves has nothing to learn from", t->n_moves);
    GO_TRY(add_setup(s, t, &b, &g, err));
    GO_TRY(add_moves(s, t, &b, &g, err));
    if (g.repeats)
        g.rules.ko = KO_SIMPLE;
    if (t->counted)
        GO_TRY(nn_store_add_owners(s, &g, t->owner, err));
    GO_TRY(nn_store_add_searches(s, &g, t->black_wins, err));
    GO_TRY(add_targets(s, t, &g, err));
    GO_TRY(choose(s, t, &g, err));
    return nn_store_add_game(s, &g, err);
}
