/* root.h -- what all threads of a search share and none of them changes: the position,
 * the limits, what is known of the root's moves; and where the root was before.  */
#ifndef KATACHI_MCTS_ROOT_H
#define KATACHI_MCTS_ROOT_H

#include "mcts/evaluate/line.h"
#include "mcts/limits.h"
#include "mcts/tree/tree.h"

/* Constant while threads run, but for what the pointers lead to. */
typedef struct search_root {
    const search_settings *settings;   /* resolved */
    tree *tree;
    root_position position;
    search_limits limits;              /* playouts: those still missing to the visits, too */
    bool settled[3][BOARD_MAX_POINTS]; /* [colour]: in pass-alive regions, not played in */
    bool refused[BOARD_MAX_POINTS];    /* neither searched nor chosen at the root */
    gumbel *gumbel;                    /* shares out the root's playouts; NULL: the rule does */
} search_root;

/* Where the tree's root is in a game. */
typedef struct root_place {
    bool known;
    int size;
    uint64_t start;    /* key of the start position */
    rules rules;
    double komi;
    board_move *steps; /* [n_steps], owned */
    size_t n_steps, capacity;
    colour to_move;
} root_place;

/* Makes the position of the game the root, with what the tree has of it already: the
 * part below the moves since `place`, which becomes that position.  GO_ENOMEM.
 * The limits and what depends on them are the caller's business.              */
go_status root_move(search_root *root, root_place *place, const game *g, colour to_move,
                    go_error *err);

#endif
