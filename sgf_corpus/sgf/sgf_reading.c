#include "sgf_corpus/sgf/sgf_reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

comment_place *sgf_comments_of(const sgf_reader *r, size_t *n)
{
    *n = r->comments.length / sizeof(comment_place);
    return (comment_place *)(void *)r->comments.data;
}

game_value *sgf_values_of(const sgf_reader *r, size_t *n)
{
    *n = r->values.length / sizeof(game_value);
    return (game_value *)(void *)r->values.data;
}

/* ---- errors ---- */

go_status sgf_fail_at(sgf_reading *r, const char *where, const char *format, ...)
{
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const game_text *t = r->text;
    return go_fail(r->err, GO_EFORMAT, "%s: game %d, byte %lld: %s", t->source, t->index,
                   (long long)game_text_offset(t, (size_t)(where - t->bytes)), what);
}

go_status sgf_no_memory(sgf_reading *r)
{
    return go_fail(r->err, GO_ENOMEM, "%s: game %d: out of memory", r->text->source,
                   r->text->index);
}

bool sgf_append_move(move_list *list, point at, int colour_of)
{
    if (list->n == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 512;
        board_move *grown = realloc(list->at, (size_t)capacity * sizeof *grown);
        if (!grown)
            return false;
        list->at = grown;
        list->capacity = capacity;
    }
    list->at[list->n++] = (board_move){at, (uint8_t)colour_of};
    return true;
}

bool sgf_as_utf8(sgf_reading *r, sgf_value v)
{
    sgf_reader *s = r->scratch;
    s->value.length = 0;
    return charset_to_utf8(&s->converter, &r->text->charset, v.bytes, v.length, &s->value);
}

void sgf_set_arrays(sgf_reading *r)
{
    const sgf_reader *s = r->scratch;
    r->game.moves = s->moves.at;
    r->game.n_moves = s->moves.n;
    r->game.setup = s->setup.at;
    r->game.n_setup = s->setup.n;
    for (int i = 0; i < GAME_N_TEXTS; i++)
        r->game.text[i] = r->text_at[i] ? s->texts.data + r->text_at[i] - 1 : NULL;
}
