/* answers.h -- what a page asks that no engine is needed for: each takes the JSON object of a
 * request and fills the answer, or refuses it with a sentence.  Doc: doc/web.md.   */
#ifndef KATACHI_WEB_API_ANSWERS_H
#define KATACHI_WEB_API_ANSWERS_H

#include <jansson.h>

#include "board/game/game.h"
#include "web/server/http.h"

/* Sends the object and releases it; NULL: out of memory. */
void answer_json(http_answer *a, json_t *object);

/* The refusal that belongs to an error: 422 if the request is at fault, else 500. */
void answer_error(http_answer *a, go_status status, const go_error *err);

/* The game after all moves of `object`, in the form of an analysis query (doc/analysis.md); the
 * caller owns it.  GO_EINVAL, GO_EILLEGAL, GO_ENOMEM.                         */
go_status answer_game(game **out, const json_t *object, go_error *err);

/* /api/board: stones, legal moves, prisoners and score of a position. */
void answer_board(const json_t *request, http_answer *a);

/* /api/look: what gammas say of a position: those in `file`, borrowed, or if it is NULL those that came
 * along for the board.  They are kept for the next request.                   */
typedef struct gamma_shelf gamma_shelf;
gamma_shelf *gamma_shelf_create(const char *file); /* NULL: out of memory */
void gamma_shelf_destroy(gamma_shelf *s); /* accepts NULL */
void answer_look(gamma_shelf *s, const json_t *request, http_answer *a);

/* /api/sgf: the games in the bytes of a file or an archive as texts in UTF-8, with komi, rules and
 * handicap. */
void answer_texts(const char *bytes, size_t n, http_answer *a);

#endif
