/* show_position.c -- gammas applied to a position of a game. */
#include <math.h>
#include <string.h>

#include "base/io/atomic_file.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "board/board_text.h"
#include "board/coord.h"
#include "cli/game_input.h"
#include "cli/outputs.h"
#include "cli/show/show.h"
#include "cli/usual_gammas.h"
#include "patterns/gammas/explain.h"
#include "patterns/gammas/gamma_words.h"
#include "patterns/gammas/gammas.h"
#include "draw/svg_board.h"

enum { REASONS = 3, NAME_SHOWN = 100 }; /* bytes of a player's name: the move comes behind them */

/* The position before a move, or after the last one, and the prediction by the gammas. */
typedef struct view {
    const gammas *g;
    const game_record *game;
    policy *p;
    int move;          /* its number, from 1 */
    colour to_move;
    int played;        /* the move, numbered as in policy.h; -1: none, or an illegal one */
    int rank;          /* of the move played; 0: none */
    int n;             /* legal moves */
    int order[BOARD_MAX_AREA + 1]; /* the likeliest first */
    float probability[BOARD_MAX_AREA + 1];
    double usual[F_N_GROUPS]; /* mean log gamma of each group over the legal moves */
} view;

/* ---- finding the position ---- */

static go_status read_game(const show_settings *s, game_record **game, go_error *err)
{
    char warning[GAME_WARNING_MAX];
    GO_TRY(game_input_read(s->position, s->game, game, warning, err));
    if (*warning)
        fprintf(stderr, "katachi: %s\n", warning);
    return GO_OK;
}

/* The start of the game, without suicide, which the extractor does not know. */
static go_status start_board(const game_record *game, board *b, go_error *err)
{
    GO_TRY(game_record_start(game, b, err));
    b->suicide_allowed = false;
    return GO_OK;
}

/* Chooses the move to show.  It need not be legal, nor what comes after it in the game. */
static go_status choose_move(const show_settings *s, view *v, go_error *err)
{
    const game_record *game = v->game;
    const int n = game->n_moves, wanted = s->move ? s->move : n ? n : 1;
    char name[COORD_MAX];
    board b;
    if (!s->move || s->move > n)
        game_input_tell_cut(s->position, game);
    if (wanted > n + 1)
        return go_fail(err, GO_EEMPTY, "%s: no move %d; the game has %d move%s", s->position,
                       wanted, n, plural_s(n));
    GO_TRY(start_board(game, &b, err));
    move_status why = MOVE_OK;
    for (v->move = 0; v->move + 1 < wanted && why == MOVE_OK; v->move += why == MOVE_OK)
        why = board_play(&b, (colour)game->moves[v->move].colour, game->moves[v->move].at);
    if (why == MOVE_OK) {
        v->move = wanted;
        return GO_OK;
    }
    return go_fail(
        err, GO_EILLEGAL,
        "%s: game %d: move %d, %s %s, is illegal: %s; choose an earlier position with --move",
        s->position, s->game, v->move + 1, colour_name(game->moves[v->move].colour),
        coord_to_gtp(game->size, game->moves[v->move].at, name), move_status_text(why));
}

/* The move played, unless the gammas, which know no suicide, do not take it for legal. */
static int played_move(const view *v)
{
    const board_move m = v->game->moves[v->move - 1];
    const board *b = policy_board(v->p);
    char name[COORD_MAX];
    const move_status why = board_legal(b, (colour)m.colour, m.at);
    if (why == MOVE_OK)
        return board_index(b, m.at);
    fprintf(stderr, "katachi: move %d, %s %s, is illegal here: %s\n", v->move,
            colour_name(m.colour), coord_to_gtp(b->size, m.at, name), move_status_text(why));
    return -1;
}

/* Plays up to the move. */
static go_status play_up_to(view *v, go_error *err)
{
    board b;
    GO_TRY(policy_create(&v->p, v->g, v->game->size, err));
    GO_TRY(start_board(v->game, &b, err));
    policy_start(v->p, &b);
    for (int i = 0; i + 1 < v->move; i++)
        policy_play(v->p, (colour)v->game->moves[i].colour, v->game->moves[i].at);
    const board_move *moves = v->game->moves;
    v->played = -1;
    if (v->move <= v->game->n_moves) {
        v->to_move = (colour)moves[v->move - 1].colour;
        v->played = played_move(v);
    } else {
        v->to_move = v->move == 1 ? v->game->first : opponent((colour)moves[v->move - 2].colour);
    }
    return GO_OK;
}

/* Fills in probabilities, ranks and averages. */
static void ask_gammas(view *v)
{
    policy_distribution(v->p, v->to_move, v->probability);
    for (int i = 0; i < v->game->size * v->game->size + 1; i++) {
        if (v->probability[i] <= 0)
            continue;
        int at = v->n++;
        for (; at > 0 && v->probability[v->order[at - 1]] < v->probability[i]; at--)
            v->order[at] = v->order[at - 1];
        v->order[at] = i;
    }
    for (int i = 0; i < v->n; i++)
        if (v->order[i] == v->played)
            v->rank = i + 1;
    explain_usual(v->p, v->g, v->to_move, v->order, v->n, v->usual);
}

/* ---- words ---- */

static const char *name_of(const view *v, int move, char name[COORD_MAX])
{
    return coord_to_gtp(v->game->size, board_point_at(v->game->size, move), name);
}

static double elo_of(double log_gamma)
{
    return gammas_elo(exp(log_gamma));
}

static void headline(const view *v, char *out, size_t n)
{
    const char *black = v->game->text[GAME_PB], *white = v->game->text[GAME_PW];
    snprintf(out, n, "%.*s - %.*s, move %d, %s to play", NAME_SHOWN, black ? black : "Black",
             NAME_SHOWN, white ? white : "White", v->move, colour_name(v->to_move));
    utf8_mend(out); /* in which names may be cut within a character */
}

/* Empty where nobody has played. */
static void played_line(const view *v, char *out, size_t n)
{
    char name[COORD_MAX];
    *out = '\0';
    if (v->played >= 0)
        snprintf(out, n, "played: %s, %.2f %%, rank %d of %d", name_of(v, v->played, name),
             100 * (double)v->probability[v->played], v->rank, v->n);
}

static void likely_line(const view *v, char *out, size_t n)
{
    const int most = v->game->size < 13 ? 4 : 6; /* as many as fit below a board of that size */
    int used = snprintf(out, n, "likely:");
    for (int i = 0; i < v->n && i < most; i++) {
        char name[COORD_MAX];
        used += snprintf(out + used, n - (size_t)used, "%s %s %.1f %%", i ? "," : "",
                         name_of(v, v->order[i], name), 100 * (double)v->probability[v->order[i]]);
    }
}

/* ---- output ---- */

static go_status draw(const view *v, const char *path, go_error *err)
{
    char head[300], played[100], likely[200];
    atomic_file *file;
    svg_board picture = {policy_board(v->p), v->probability, v->played, {head}};
    int n = 1;
    headline(v, head, sizeof head);
    if (v->played >= 0) {
        const bool pass = v->played == v->game->size * v->game->size;
        const int used = snprintf(played, sizeof played, "%s", pass ? "" : "blue ring, ");
        played_line(v, played + used, sizeof played - (size_t)used);
        picture.caption[n++] = played;
    }
    likely_line(v, likely, sizeof likely);
    picture.caption[n] = likely;
    GO_TRY(atomic_file_open(&file, path, err));
    svg_board_write(atomic_file_stream(file), &picture);
    return atomic_file_commit(file, err);
}

static const char *group_name(const view *v, int gamma)
{
    return feature_describe(vocabulary_group(v->g->v, gamma))->name;
}

static void words_of(const view *v, int gamma, int move, char words[256])
{
    const board *b = policy_board(v->p);
    gamma_words_at(v->g, gamma, b, board_point_at(b->size, move), words, 256);
}

static void print_move(const view *v, int place)
{
    char name[COORD_MAX], words[256];
    reason reasons[F_N_GROUPS];
    const int move = v->order[place];
    const int n = explain_move(v->p, v->g, v->to_move, move, v->usual, reasons);
    printf("%3d %c%-5s %6.2f %%  ", place + 1, move == v->played ? '>' : ' ',
           name_of(v, move, name), 100 * (double)v->probability[move]);
    for (int i = 0; i < n && i < REASONS; i++) {
        words_of(v, reasons[i].gamma, move, words);
        printf("%s%+.0f %s (%s)", i ? ", " : "", gammas_whole(elo_of(reasons[i].weight)),
               group_name(v, reasons[i].gamma), words);
    }
    putchar('\n');
}

static int print_text(const view *v, int top)
{
    char line[300];
    board_text_write(stdout, policy_board(v->p));
    headline(v, line, sizeof line);
    printf("\n%s\n", line);
    played_line(v, line, sizeof line);
    printf("%s%s\nmoves, and the features in their favour, in Elo above the average here:\n", line,
           *line ? "\n" : "");
    for (int i = 0; i < v->n && i < top; i++)
        print_move(v, i);
    if (v->rank > top)
        print_move(v, v->rank - 1);
    return EXIT_OK;
}

static json_t *json_move(const view *v, int move)
{
    char name[COORD_MAX], words[256];
    reason reasons[F_N_GROUPS];
    int n = explain_move(v->p, v->g, v->to_move, move, v->usual, reasons);
    json_t *features = json_array();
    for (int i = 0; i < n; i++) {
        int gamma = reasons[i].gamma;
        words_of(v, gamma, move, words);
        json_array_append_new(
            features, json_pack("{s:s, s:s, s:f, s:f}", "group", group_name(v, gamma), "words",
                                words, "elo", gammas_elo((double)v->g->gamma[gamma]),
                                "above_usual", elo_of(reasons[i].weight)));
    }
    return json_pack("{s:s, s:f, s:o}", "move", name_of(v, move, name), "probability",
                     (double)v->probability[move], "features", features);
}

static int print_json(const view *v, int top)
{
    char name[COORD_MAX];
    json_t *moves = json_array();
    for (int i = 0; i < v->n && i < top; i++)
        json_array_append_new(moves, json_move(v, v->order[i]));
    json_t *all = json_pack("{s:i, s:s, s:i, s:o}", "move_number", v->move, "to_move",
                            colour_name(v->to_move), "legal_moves", v->n, "moves", moves);
    if (v->played >= 0)
        json_object_update_new(all, json_pack("{s:s, s:f, s:i}", "played",
                                              name_of(v, v->played, name), "played_probability",
                                              (double)v->probability[v->played], "played_rank",
                                              v->rank));
    return cli_print_json(all);
}

int show_position(const char *path, const char *set, const show_settings *s)
{
    view v = {0};
    gammas *g = NULL;
    game_record *game = NULL;
    go_error err;
    const cli_output outputs[] = {{"-o", s->output, OUTPUT_OTHER}, {0}};
    const char *inputs[] = {s->position, path};
    go_status status = cli_outputs_apart(outputs, s->json, &err);
    if (status == GO_OK)
        status = cli_outputs_spare(outputs, inputs, 2, &err);
    if (status == GO_OK)
        status = cli_outputs_suit(outputs, &err);
    if (status == GO_OK)
        status = read_game(s, &game, &err);
    v.game = game;
    if (status == GO_OK)
        status = choose_move(s, &v, &err);
    if (status == GO_OK)
        status = usual_gammas(&g, path, set, game->size, &err);
    v.g = g;
    if (status == GO_OK)
        status = play_up_to(&v, &err);
    if (status == GO_OK) {
        ask_gammas(&v);
        if (s->output)
            status = draw(&v, s->output, &err);
    }
    int code = status != GO_OK ? cli_fail(&err)
               : s->json       ? print_json(&v, s->top)
               : s->output     ? EXIT_OK
                               : print_text(&v, s->top);
    policy_destroy(v.p);
    gammas_destroy(g);
    game_record_destroy(game);
    return code;
}
