/* look.c -- what gammas say of a position, and why. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "board/coord.h"
#include "patterns/gammas/explain.h"
#include "patterns/gammas/gamma_words.h"
#include "patterns/shape_cells.h"
#include "web/api/answers.h"

enum { SHAPE_SIZE = 96 }; /* of a picture */

/* The gammas of the user, or of those that came along, which are for some sizes of boards, the ones
 * for one size at a time.                                                     */
struct gamma_shelf {
    pthread_mutex_t lock; /* while they are used */
    const char *file;     /* the user's; NULL: none */
    gammas *g;
    int size;             /* of the boards they are for, if there is no `file` */
};

/* A position and what the gammas say of it. */
typedef struct sight {
    const gammas *g;
    policy *p;
    colour to_move;
    int size;
    float probability[BOARD_MAX_AREA + 1];
    int n, legal[BOARD_MAX_AREA + 1];
} sight;

gamma_shelf *gamma_shelf_create(const char *file)
{
    gamma_shelf *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->file = file;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void gamma_shelf_destroy(gamma_shelf *s)
{
    if (!s)
        return;
    gammas_destroy(s->g);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* With the lock. */
static go_status take_gammas(gamma_shelf *s, int size, go_error *err)
{
    const int near = s->file ? 0 : gammas_nearest("large", size);
    gammas *g = NULL;
    if (s->g && s->size == near)
        return GO_OK;
    GO_TRY(gammas_read_or_find(&g, s->file, "large", near ? near : size, err));
    gammas_destroy(s->g);
    s->g = g;
    s->size = near;
    return GO_OK;
}

/* Plays the game, whose last moves are features, too.  The extractor knows no suicide: from one
 * on it starts anew.                                                          */
static void play_game(sight *v, const game *g)
{
    board b;
    board_copy(&b, &g->start);
    b.suicide_allowed = false;
    policy_start(v->p, &b);
    for (size_t i = 0; i < g->n_steps; i++) {
        const board_move m = g->steps[i];
        if (board_legal(policy_board(v->p), (colour)m.colour, m.at) != MOVE_OK) {
            board_copy(&b, &g->board);
            b.suicide_allowed = false;
            policy_start(v->p, &b);
            return;
        }
        policy_play(v->p, (colour)m.colour, m.at);
    }
}

static go_status look_at(sight *v, const game *g, go_error *err)
{
    v->size = g->board.size;
    v->to_move = g->to_move;
    GO_TRY(policy_create(&v->p, v->g, v->size, err));
    play_game(v, g);
    policy_distribution(v->p, v->to_move, v->probability);
    for (int i = 0; i <= v->size * v->size; i++)
        if (v->probability[i] > 0)
            v->legal[v->n++] = i;
    return GO_OK;
}

/* ---- in words and pictures ---- */

static json_t *shape_picture(const gammas *g, int gamma)
{
    const shape *s = gamma_shape(g, gamma);
    if (!s)
        return json_null();
    shape_cells cells;
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return json_null();
    shape_cells_fill(&cells, g->v, vocabulary_group(g->v, gamma), s);
    svg_shape_write(out, &cells, SHAPE_SIZE);
    json_t *picture = fclose(out) == 0 ? json_stringn(text, n) : json_null();
    free(text);
    return picture;
}

static json_t *features_of(const sight *v, int move)
{
    double usual[F_N_GROUPS];
    reason reasons[F_N_GROUPS];
    char words[256];
    json_t *features = json_array();
    explain_usual(v->p, v->g, v->to_move, v->legal, v->n, usual);
    const int n = explain_move(v->p, v->g, v->to_move, move, usual, reasons);
    for (int i = 0; i < n; i++) {
        const int gamma = reasons[i].gamma;
        gamma_words_at(v->g, gamma, policy_board(v->p), board_point_at(v->size, move), words,
                       sizeof words);
        json_array_append_new(
            features,
            json_pack("{s:s, s:s, s:f, s:f, s:o}", "group",
                      feature_describe(vocabulary_group(v->g->v, gamma))->name, "words", words,
                      "elo", gammas_elo((double)v->g->gamma[gamma]), "above",
                      gammas_elo(exp(reasons[i].weight)), "svg", shape_picture(v->g, gamma)));
    }
    return features;
}

static json_t *probabilities(const sight *v)
{
    json_t *list = json_array();
    for (int i = 0; i <= v->size * v->size; i++)
        json_array_append_new(list, json_real((double)v->probability[i]));
    return list;
}

static go_status sight_json(sight *v, const game *g, const char *at, json_t **out, go_error *err)
{
    point p = PASS;
    if (at && !coord_from_gtp(g->board.size, at, &p))
        return go_fail(err, GO_EINVAL, "\"at\" must be a point of the board, such as C3");
    GO_TRY(look_at(v, g, err));
    const int move = board_index(&g->board, p);
    if (at && v->probability[move] <= 0) {
        const move_status why = game_legal(g, v->to_move, p);
        return go_fail(err, GO_EILLEGAL, "%s cannot be played here: %s", at,
                       why == MOVE_OK ? "gammas know no suicide" : move_status_text(why));
    }
    *out = json_pack("{s:o, s:i, s:o}", "probability", probabilities(v), "gammasOf",
                     v->g->v->board_size, "features", at ? features_of(v, move) : json_array());
    return GO_OK;
}

void answer_look(gamma_shelf *s, const json_t *request, http_answer *a)
{
    game *g = NULL;
    sight *v = calloc(1, sizeof *v);
    json_t *object = NULL;
    go_error err;
    go_status status = v ? answer_game(&g, json_object_get(request, "game"), &err)
                         : go_fail(&err, GO_ENOMEM, "out of memory for an answer");
    pthread_mutex_lock(&s->lock);
    if (status == GO_OK)
        status = take_gammas(s, g->board.size, &err);
    if (status == GO_OK) {
        v->g = s->g;
        status = sight_json(v, g, json_string_value(json_object_get(request, "at")), &object, &err);
    }
    pthread_mutex_unlock(&s->lock);
    if (status == GO_OK)
        answer_json(a, object);
    else
        answer_error(a, status, &err);
    if (v)
        policy_destroy(v->p);
    free(v);
    game_destroy(g);
}
