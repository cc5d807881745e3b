#include "selfplay/page/samples.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/plural.h"
#include "board/game/score.h"
#include "draw/svg_board.h"
#include "selfplay/record/played_replay.h"
#include "selfplay/state/generation.h"

enum { SAMPLES = 6 };

typedef struct sampler {
    FILE *out;
    int64_t games, number; /* of the generation; of those seen so far */
    int written;
} sampler;

/* A link that has the game in itself: letters of SGF that cannot stand in a link become %XX. */
static go_status write_link(FILE *out, const played_game *g, go_error *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *sgf = open_memstream(&text, &n);
    if (sgf)
        played_replay_sgf(g, sgf);
    if (!sgf || fclose(sgf) != 0) {
        free(text);
        return go_fail(err, GO_ENOMEM, "out of memory for the record of a game");
    }
    fprintf(out, "<a download=\"game-%lld.sgf\" href=\"data:application/x-go-sgf,",
            (long long)g->number + 1);
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)text[i];
        fprintf(out, isalnum(c) || c == '.' || c == '-' ? "%c" : "%%%02X", c);
    }
    fputs("\">SGF</a>", out);
    free(text);
    return GO_OK;
}

typedef struct caption {
    char line[3][80];
} caption;

static caption describe(const played_game *g)
{
    caption c;
    char result[SCORE_TEXT_MAX];
    if (g->end == PLAYED_RESIGNED)
        snprintf(result, sizeof result, "%s", g->winner == BLACK ? "B+R" : "W+R");
    else
        score_text(g->margin, result);
    snprintf(c.line[0], sizeof c.line[0], "%s after %d move%s", result, g->n_moves,
             plural_s(g->n_moves));
    snprintf(c.line[1], sizeof c.line[1], "%s, komi %g", played_end_word(g->end), g->komi);
    if (g->n_setup > 0)
        snprintf(c.line[1], sizeof c.line[1], "%s, komi %g, %d stone%s", played_end_word(g->end),
                 g->komi, g->n_setup, plural_s(g->n_setup));
    snprintf(c.line[2], sizeof c.line[2], "%s", played_game_was_wrong(g) ? "won after bad odds" : "");
    return c;
}

static go_status write_board(FILE *out, const played_game *g, go_error *err)
{
    const caption c = describe(g);
    game *at;
    GO_TRY(played_replay_start(g, &at, err));
    go_status status = GO_OK;
    for (int i = 0; i < g->n_moves && status == GO_OK; i++)
        status = played_replay_move(g, at, i, err);
    const svg_board picture = {.b = &at->board, .played = -1,
                               .caption = {c.line[0], c.line[1], c.line[2][0] ? c.line[2] : NULL}};
    if (status == GO_OK) {
        fputs("<div>", out);
        svg_board_figure(out, &picture);
        status = write_link(out, g, err);
        fputs("</div>\n", out);
    }
    game_destroy(at);
    return status;
}

static go_status take_game(void *user, const played_game *g, go_error *err)
{
    sampler *s = user;
    const bool is_next = s->number++ * SAMPLES >= s->written * s->games;
    if (!is_next || s->written == SAMPLES)
        return GO_OK;
    s->written++;
    return write_board(s->out, g, err);
}

go_status samples_write(FILE *out, const run_folder *f, int generation, int64_t games,
                        go_error *err)
{
    sampler s = {.out = out, .games = games};
    fprintf(out, "<h2>Games of generation %d</h2>\n<div class=\"boards\">\n", generation);
    GO_TRY(generation_games(f, generation, take_game, &s, NULL, err));
    fputs("</div>\n", out);
    return GO_OK;
}
