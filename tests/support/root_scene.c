#include "tests/support/root_scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/support/searching.h"

point move_of(const move_case *moves, int i)
{
    return moves[i].kind == PASSES ? (point)PASS : (point)(100 + i);
}

void scene_begin(scene *s, const char *words, const move_case *moves, int n)
{
    tree_edge edge[8];
    search_settings_default(&s->settings);
    set_words(&s->settings, words);
    assert_int_equal(tree_create(&s->t, TREE_MIN_BYTES, NULL), GO_OK);
    for (int i = 0; i < n; i++)
        edge[i] = tree_edge_of(move_of(moves, i), moves[i].prior);
    tree_node *node = tree_at(&s->t, TREE_ROOT);
    assert_true(tree_expand(&s->t, node, edge, n));
    assert_int_equal(tree_open(&s->t, node, n), n);
    for (int i = 0; i < n; i++) {
        tree_node *child = tree_child(&s->t, node, move_of(moves, i));
        double sum = moves[i].value * moves[i].visits * TREE_ONE;
        child->visits = moves[i].visits;
        child->value = (int64_t)sum;
        child->value_square = (int64_t)(sum * moves[i].value);
        if (moves[i].kind == WON || moves[i].kind == LOST)
            node_prove(child, moves[i].kind == WON ? BLACK : WHITE);
        node->visits += moves[i].visits;
        node->value += (int64_t)sum;
    }
    s->root = calloc(1, sizeof *s->root);
    assert_non_null(s->root);
    s->root->settings = &s->settings;
    s->root->tree = &s->t;
    s->root->position.to_move = BLACK;
}

void scene_begin_in(scene *s, const game *g, const char *words, const move_case *moves, int n)
{
    scene_begin(s, words, moves, n);
    s->root->position.game = g;
    s->root->position.board = g->board;
    s->root->position.exact_ends = g->rules.scoring == SCORING_AREA && !g->rules.friendly_pass;
}

void scene_end(scene *s)
{
    free(s->root);
    tree_destroy(&s->t);
}
