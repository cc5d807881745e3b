#include "sgf_corpus/sgf/sgf_comments.h"

#include <stdlib.h>

void sgf_comments_free(sgf_comments *c)
{
    free(c->at);
    free(c->made);
    *c = (sgf_comments){0};
}

static bool grow(sgf_comments *c)
{
    size_t capacity = c->capacity ? 2 * (size_t)c->capacity : 16;
    sgf_comment *at = realloc(c->at, capacity * sizeof *at);
    if (at)
        c->at = at;
    game_comment *made = realloc(c->made, capacity * sizeof *made);
    if (made)
        c->made = made;
    if (!at || !made)
        return false;
    c->capacity = (int)capacity;
    return true;
}

bool sgf_comments_add(sgf_comments *c, int node, int move, size_t text)
{
    if (c->n == c->capacity && !grow(c))
        return false;
    c->at[c->n++] = (sgf_comment){node, move, text};
    return true;
}

void sgf_comments_moved(sgf_comments *c, int node, int move)
{
    for (int i = c->n; i-- > 0 && c->at[i].node == node;)
        c->at[i].move = move;
}

game_comment *sgf_comments_made(sgf_comments *c, char *buffer)
{
    for (int i = 0; i < c->n; i++)
        c->made[i] = (game_comment){c->at[i].move, buffer + c->at[i].text};
    return c->made;
}
