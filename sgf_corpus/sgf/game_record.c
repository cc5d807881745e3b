#include "sgf_corpus/sgf/game_record.h"

#include <stdlib.h>
#include <string.h>

#include "board/coord.h"
#include "board/game/handicap.h"
#include "sgf_corpus/sgf/game_values.h"

const char *game_text_name(game_text_id id)
{
#define GAME_TEXT_NAME(name) #name,
    static const char names[GAME_N_TEXTS][3] = {GAME_TEXTS(GAME_TEXT_NAME)};
    return names[id];
}

/* ---- memory ---- */

/* Copies n bytes to the front of the free part of a block. */
static void *take(char **free_part, const void *bytes, size_t n)
{
    char *place = *free_part;
    if (n)
        memcpy(place, bytes, n);
    *free_part += n;
    return place;
}

game_record *game_record_pack(const game_record *from)
{
    const char *source = from->source ? from->source : "";
    size_t n_setup = (size_t)from->n_setup * sizeof(board_move);
    size_t n_moves = (size_t)from->n_moves * sizeof(board_move);
    size_t n_comments = (size_t)from->n_comments * sizeof(game_comment);
    size_t n_values = (size_t)from->n_values * sizeof(game_value);
    size_t n = sizeof *from + n_comments + n_values + n_setup + n_moves + strlen(source) + 1;
    for (int i = 0; i < from->n_comments; i++)
        n += strlen(from->comment[i].text) + 1;
    for (int i = 0; i < GAME_N_TEXTS; i++)
        n += from->text[i] ? strlen(from->text[i]) + 1 : 0;
    game_record *game = malloc(n);
    if (!game)
        return NULL;
    *game = *from;
    char *place = (char *)(game + 1);
    game->comment = take(&place, from->comment, n_comments); /* first: it holds pointers */
    game->value = take(&place, from->value, n_values);
    game->setup = take(&place, from->setup, n_setup);
    game->moves = take(&place, from->moves, n_moves);
    game->source = take(&place, source, strlen(source) + 1);
    for (int i = 0; i < GAME_N_TEXTS; i++)
        if (from->text[i])
            game->text[i] = take(&place, from->text[i], strlen(from->text[i]) + 1);
    for (int i = 0; i < game->n_comments; i++) {
        const char *text = from->comment[i].text;
        game->comment[i].text = take(&place, text, strlen(text) + 1);
    }
    return game;
}

void game_record_destroy(game_record *game)
{
    free(game);
}

/* ---- the board ---- */

int game_setup_stones(const board_move *setup, int n_setup, board_move out[BOARD_MAX_AREA])
{
    uint8_t last[BOARD_MAX_POINTS] = {EMPTY};
    int n = 0;
    for (int i = 0; i < n_setup; i++)
        last[setup[i].at] = setup[i].colour;
    for (uint8_t c = BLACK; c <= WHITE; c++) {
        for (int i = 0; i < n_setup; i++) {
            const point p = setup[i].at;
            if (last[p] != c)
                continue;
            out[n++] = (board_move){p, c};
            last[p] = EMPTY;
        }
    }
    return n;
}

static void count_setup(const board_move *setup, int n_setup, int count[3])
{
    for (int i = 0; i < n_setup; i++)
        count[setup[i].colour]++;
}

int game_setup_handicap(const board_move *setup, int n_setup)
{
    int stones[3] = {0};
    count_setup(setup, n_setup, stones);
    return stones[BLACK] >= 2 && stones[WHITE] == 0 ? stones[BLACK] : 0;
}

int game_record_handicap(const game_record *game)
{
    int stones[3] = {0};
    count_setup(game->setup, game->n_setup, stones);
    return handicap_count(stones[BLACK], stones[WHITE], game->moves, (size_t)game->n_moves);
}

go_status game_record_start(const game_record *game, board *b, go_error *err)
{
    board_init(b, game->size);
    for (int i = 0; i < game->n_setup; i++)
        board_setup(b, (colour)game->setup[i].colour, game->setup[i].at);
    rules r = {.suicide = false};
    rules_meant_by(game->text[GAME_RU], &r);
    b->suicide_allowed = r.suicide;
    if (b->n_captured[BLACK] + b->n_captured[WHITE] == 0)
        return GO_OK;
    return go_fail(err, GO_EILLEGAL, "%s: game %d (byte %lld): the setup leaves a chain without "
                   "liberties", game->source, game->index, (long long)game->offset);
}

go_status game_record_replay(const game_record *game, board *b, go_error *err)
{
    char name[COORD_MAX];
    GO_TRY(game_record_start(game, b, err));
    for (int i = 0; i < game->n_moves; i++) {
        const board_move m = game->moves[i];
        move_status s = board_play(b, (colour)m.colour, m.at);
        if (s != MOVE_OK)
            return go_fail(err, GO_EILLEGAL,
                           "%s: game %d (byte %lld): move %d, %s %s, is illegal: %s",
                           game->source, game->index, (long long)game->offset, i + 1,
                           colour_name(m.colour),
                           coord_to_gtp(game->size, m.at, name), move_status_text(s));
    }
    return GO_OK;
}

/* ---- comparing ---- */

static bool same_moves(const board_move *a, int n_a, const board_move *b, int n_b)
{
    if (n_a != n_b)
        return false;
    for (int i = 0; i < n_a; i++)
        if (a[i].at != b[i].at || a[i].colour != b[i].colour)
            return false;
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool game_record_equal(const game_record *a, const game_record *b)
{
    bool same = a->size == b->size && a->has_komi == b->has_komi &&
                (!a->has_komi || a->komi == b->komi) && a->handicap == b->handicap &&
                a->first == b->first &&
                same_moves(a->setup, a->n_setup, b->setup, b->n_setup) &&
                same_moves(a->moves, a->n_moves, b->moves, b->n_moves);
    for (int i = 0; same && i < GAME_N_TEXTS; i++)
        same = same_text(a->text[i], b->text[i]);
    return same;
}
