#include "mm_train/balance/policy_game.h"

#include "board/game/draw_move.h"
#include "board/symmetry.h"
#include "sgf_corpus/sgf/record_game.h"

/* A network of random weights passes late. */
static size_t longest(int size) { return 2 * (size_t)size * (size_t)size; }

static go_status play_out(search *player, game *g, rng *random, go_error *err)
{
    while (!game_is_over(g) && g->n_steps < longest(g->board.size)) {
        nn_result answer;
        const int symmetry = (int)rng_below(random, N_SYMMETRIES);
        GO_TRY(search_evaluate_network(player, g, g->to_move, symmetry, 0, &answer, err));
        GO_TRY(game_play(g, g->to_move, game_draw_move(g, answer.policy, 1, true, random), err));
    }
    return GO_OK;
}

go_status policy_game_play(search *player, const rules *r, int size, uint64_t seed, int number,
                           game_record **out, go_error *err)
{
    game *g;
    rng random = rng_seed(rng_mix64(rng_mix64(seed) + (uint64_t)number));
    GO_TRY(game_create(&g, size, r, err));
    g->komi = rules_default_komi(r);
    go_status status = play_out(player, g, &random, err);
    if (status == GO_OK) {
        *out = record_of_game(g, (char *[GAME_N_TEXTS]){0});
        status = *out ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    }
    game_destroy(g);
    return status;
}
