/* root_scene.h -- the root of a search whose moves have numbers made by hand. */
#ifndef KATACHI_TESTS_SUPPORT_ROOT_SCENE_H
#define KATACHI_TESTS_SUPPORT_ROOT_SCENE_H

#include "mcts/root.h"

typedef enum move_kind { OPEN, WON, LOST, PASSES } move_kind; /* two of them are proven */

typedef struct move_case {
    float prior;
    uint32_t visits;
    double value; /* for black, who is to move */
    move_kind kind;
} move_case;

/* The i-th move: the point 100 + i, or a pass. */
point move_of(const move_case *moves, int i);

typedef struct scene {
    search_settings settings;
    tree t;
    search_root *root;
} scene;

/* A root with n <= 8 moves and settings by `words` (tests/support/searching.h), on no board. */
void scene_begin(scene *s, const char *words, const move_case *moves, int n);

/* The same on the board of a game, borrowed. */
void scene_begin_in(scene *s, const game *g, const char *words, const move_case *moves, int n);

void scene_end(scene *s);

#endif
