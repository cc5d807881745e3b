#include "cli/selfplay/gammas_game.h"

#include "base/plural.h"
#include "base/rng.h"
#include "board/board_text.h"
#include "board/coord.h"
#include "board/game/draw_move.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/usual_gammas.h"
#include "patterns/gammas/gammas.h"
#include "patterns/gammas/policy.h"
#include "sgf_corpus/sgf/record_game.h"

/* On smaller boards the gammas of 9x9 pass at once. */
enum { LEAST_SIZE = 7 };

typedef struct selfplay {
    gammas *g;
    policy *p;
    game *game;
    rng rng;
    double sharpness;
    int limit;
    float probability[BOARD_MAX_AREA + 1];
} selfplay;

static go_status selfplay_init(selfplay *s, const gammas_game_settings *settings, go_error *err)
{
    int size = settings->size;
    *s = (selfplay){.rng = rng_seed((uint64_t)settings->seed),
                    .sharpness = settings->sharpness,
                    .limit = settings->moves ? settings->moves : 3 * size * size};
    rules r;
    rules_by_name("chinese", &r);
    GO_TRY(game_create(&s->game, size, &r, err));
    const char *set = feature_sets[settings->features].name;
    GO_TRY(size < LEAST_SIZE ? gammas_read_or_find(&s->g, settings->gammas, set, size, err)
                             : usual_gammas(&s->g, settings->gammas, set, size, err));
    GO_TRY(policy_create(&s->p, s->g, size, err));
    policy_start(s->p, &s->game->board);
    return GO_OK;
}

/* ---- the results ---- */

static go_status write_game(const game *g, char *result, const char *path, go_error *err)
{
    char name[] = "Katachi " KATACHI_VERSION, chinese[] = "Chinese";
    char *text[GAME_N_TEXTS] = {[GAME_PB] = name, [GAME_PW] = name, [GAME_RU] = chinese,
                                [GAME_RE] = game_is_over(g) ? result : NULL};
    return record_game_save(g, text, path, err);
}

static int print_json(const game *g, const char *result)
{
    char name[COORD_MAX];
    json_t *moves = json_array();
    for (size_t i = 0; i < g->n_steps; i++)
        json_array_append_new(moves,
                              json_string(coord_to_gtp(g->board.size, g->steps[i].at, name)));
    return cli_print_json(json_pack("{s:i, s:f, s:s, s:o}", "size", (int)g->board.size, "komi",
                                    g->komi, "result", result, "moves", moves));
}

int gammas_game_run(const gammas_game_settings *settings)
{
    int code;
    go_error err;
    selfplay s;
    const cli_output outputs[] = {{"-o", settings->output, OUTPUT_GAMES}, {0}};
    if (cli_outputs_apart(outputs, settings->json, &err) != GO_OK ||
        cli_outputs_spare(outputs, &settings->gammas, 1, &err) != GO_OK ||
        cli_outputs_suit(outputs, &err) != GO_OK)
        return cli_fail(&err);
    go_status status = selfplay_init(&s, settings, &err);
    game *g = s.game;
    while (status == GO_OK && !game_is_over(g) && g->n_steps < (size_t)s.limit) {
        const colour c = g->to_move;
        policy_distribution(s.p, c, s.probability);
        const point at = game_draw_move(g, s.probability, s.sharpness, true, &s.rng);
        status = game_play(g, c, at, &err);
        if (status == GO_OK)
            policy_play(s.p, c, at);
    }
    char result[SCORE_TEXT_MAX] = "unfinished";
    if (status == GO_OK && game_is_over(g)) /* perhaps before all dame were filled */
        score_text(game_margin(g, NULL), result);
    if (status == GO_OK && settings->output)
        status = write_game(g, result, settings->output, &err);
    if (status != GO_OK) {
        code = cli_fail(&err);
    } else if (settings->json) {
        code = print_json(g, result);
    } else {
        FILE *text = cli_outputs_text(outputs);
        board_text_write(text, &g->board);
        fprintf(text, "%zu move%s, result %s (komi %g)\n", g->n_steps,
                plural_s((long long)g->n_steps), result, g->komi);
        code = EXIT_OK;
    }
    game_destroy(g);
    policy_destroy(s.p);
    gammas_destroy(s.g);
    return code;
}
