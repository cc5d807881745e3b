#include "tests/support/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board/coord.h"

typedef struct sentences {
    char *text;
    size_t n;
} sentences;

static void keep_sentence(void *user, const char *message)
{
    sentences *s = user;
    size_t n = strlen(message);
    if (!s->text || s->n + n + 2 > 4096)
        return;
    memcpy(s->text + s->n, message, n);
    memcpy(s->text + s->n + n, "\n", 2);
    s->n += n + 1;
}

static game_record *read_one(const char *sgf, const corpus_options *options)
{
    corpus *c;
    game_record *game, *second;
    go_error err;
    assert_int_equal(corpus_open_memory(&c, "t.sgf", sgf, strlen(sgf), options, &err), GO_OK);
    if (corpus_next(c, &game, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_int_equal(corpus_next(c, &second, &err), GO_END);
    corpus_close(c);
    return game;
}

game_record *game_of(const char *sgf)
{
    corpus_options strict = {.strict = true};
    return read_one(sgf, &strict);
}

game_record *commented_game_of(const char *sgf)
{
    corpus_options strict = {.strict = true, .comments = true};
    return read_one(sgf, &strict);
}

int count_games(const void *sgf, size_t n, char errors[4096])
{
    corpus *c;
    game_record *game;
    go_error err;
    go_status status;
    sentences kept = {errors, 0};
    corpus_options options = {.on_broken = keep_sentence, .user = &kept};
    if (errors)
        errors[0] = 0;
    assert_int_equal(corpus_open_memory(&c, "t.sgf", sgf, n, &options, &err), GO_OK);
    int games = 0;
    for (; (status = corpus_next(c, &game, &err)) == GO_OK; games++)
        game_record_destroy(game);
    assert_int_equal(status, GO_END);
    corpus_close(c);
    return games;
}

const char *error_of(const char *sgf)
{
    static char errors[4096];
    assert_int_equal(count_games(sgf, strlen(sgf), errors), 0);
    char *end = strchr(errors, '\n');
    assert_non_null(end);
    assert_string_equal(end, "\n");
    *end = 0;
    return errors;
}

const char *moves_of(const game_record *game, char text[4096])
{
    size_t n = 0;
    text[0] = 0;
    for (int i = 0; i < game->n_moves && n < 4000; i++) {
        char name[COORD_MAX];
        coord_to_sgf(game->size, game->moves[i].at, name);
        n += (size_t)snprintf(text + n, 4096 - n, "%s%c %s", i ? ", " : "",
                              game->moves[i].colour == BLACK ? 'B' : 'W',
                              *name ? name : "pass");
    }
    return text;
}
