#include "sgf_corpus/sgf/sgf_header.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "sgf_corpus/sgf/game_values.h"

/* ---- texts ---- */

go_status sgf_take_text(sgf_reading *r, game_text_id id, sgf_value v)
{
    sgf_reader *s = r->scratch;
    if (r->text_at[id] || v.length == 0)
        return GO_OK;
    size_t at = s->texts.length;
    if (!sgf_as_utf8(r, v) || !sgf_value_text(&s->value, false, &s->texts))
        return sgf_no_memory(r);
    if (s->texts.data[at])
        r->text_at[id] = at + 1;
    else
        s->texts.length = at; /* only blanks: absent */
    return GO_OK;
}

go_status sgf_take_comment(sgf_reading *r, sgf_value v)
{
    sgf_reader *s = r->scratch;
    size_t at = s->texts.length;
    if (!s->wants_comments)
        return GO_OK;
    if (!sgf_as_utf8(r, v) || !sgf_value_text(&s->value, true, &s->texts))
        return sgf_no_memory(r);
    if (!s->texts.data[at]) {
        s->texts.length = at; /* only blanks: none */
        return GO_OK;
    }
    comment_place place = {r->nodes, 0, at};
    return byte_buffer_append(&s->comments, &place, sizeof place) ? GO_OK : sgf_no_memory(r);
}

/* Black's chance to win in percent, one for a node; what is no such number is left out. */
go_status sgf_take_black_wins(sgf_reading *r, sgf_value v)
{
    char text[32];
    double percent;
    if (sgf_value_plain(v, text) == 0 || !decimal_read(text, &percent) || percent < 0 ||
        percent > 100 || r->value_node == r->nodes)
        return GO_OK;
    r->value_node = r->nodes;
    const game_value value = {0, (float)(percent / 100)};
    return byte_buffer_append(&r->scratch->values, &value, sizeof value) ? GO_OK : sgf_no_memory(r);
}

/* ---- header numbers ---- */

go_status sgf_take_size(sgf_reading *r, sgf_value v)
{
    char text[32], *rest;
    if (r->has_size || sgf_value_plain(v, text) == 0)
        return GO_OK;
    long width = strtol(text, &rest, 10), height = width;
    if (rest != text && (*rest == ':' || *rest == 'x'))
        height = strtol(rest + 1, &rest, 10);
    if (rest == text || *rest)
        return sgf_fail_at(r, v.bytes, "the board size \"%s\" is not a number",
                           sgf_value_show(v).text);
    if (width != height)
        return sgf_fail_at(r, v.bytes,
                           "a board of %ldx%ld is not square; only square boards "
                           "are supported",
                           width, height);
    if (width < BOARD_MIN_SIZE || width > BOARD_MAX_SIZE)
        return sgf_fail_at(r, v.bytes, "the board size %ld is out of range: %d to %d", width,
                           BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    r->has_size = true;
    if (r->game.size != (int)width) {
        const sgf_reader *s = r->scratch;
        r->restart = s->moves.n + s->setup.n + s->placed_late.n > 0; /* points read as 19x19 */
        r->game.size = (int)width;
    }
    return GO_OK;
}

go_status sgf_take_game(sgf_reading *r, sgf_value v)
{
    char text[32], *rest;
    sgf_value_plain(v, text);
    long game = strtol(text, &rest, 10);
    r->has_game = true;
    if (rest != text && *rest == 0 && game != 1)
        return sgf_fail_at(r, v.bytes, "GM[%ld] is a game other than Go", game);
    return GO_OK;
}

go_status sgf_take_komi(sgf_reading *r, sgf_value v)
{
    byte_buffer *utf8 = &r->scratch->value;
    if (r->game.has_komi)
        return GO_OK;
    if (!sgf_as_utf8(r, v) || !byte_buffer_append(utf8, "", 1))
        return sgf_no_memory(r);
    r->game.has_komi = komi_of(utf8->data, &r->game.komi);
    return GO_OK;
}

/* The Fox server writes AP twice, the second time with its own name. */
void sgf_take_program(sgf_reading *r, sgf_value v)
{
    static const char name[] = "foxwq";
    r->fox |= memmem(v.bytes, v.length, name, strlen(name)) != NULL;
}

void sgf_take_handicap(sgf_reading *r, sgf_value v)
{
    char text[32];
    sgf_value_plain(v, text);
    long n = strtol(text, NULL, 10);
    if (r->handicap >= 0 || n < 0 || n > BOARD_MAX_AREA)
        return;
    r->even = text[0] == '0' && n == 0;
    r->handicap = n == 1 ? 0 : (int)n;
}

void sgf_take_player(sgf_reading *r, sgf_value v)
{
    char text[32];
    sgf_value_plain(v, text);
    int c = tolower((unsigned char)text[0]);
    if (r->to_play == EMPTY && (c == 'b' || c == '1'))
        r->to_play = BLACK;
    else if (r->to_play == EMPTY && (c == 'w' || c == '2'))
        r->to_play = WHITE;
}
