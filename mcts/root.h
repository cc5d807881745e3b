/* root.h -- the root of a search: what all threads share and none of them changes, and
 * the place of the tree in the game.                                          */
#ifndef KATACHI_MCTS_ROOT_H
#define KATACHI_MCTS_ROOT_H

#include "board/symmetry.h"
#include "mcts/evaluate/line.h"
#include "mcts/limits.h"
#include "mcts/tree/average.h"

/* What the root's own evaluation says. */
typedef struct search_outlook {
    bool tells_errors; /* the network says how wrong it expects to be */
} search_outlook;

/* Constant while threads run, apart from what the pointers lead to. */
typedef struct search_root {
    const search_settings *settings;   /* resolved */
    tree *tree;
    root_position position;
    averaging *averages;               /* NULL: values are summed up: tree/tree.h */
    bool shares;                       /* equal positions share their homes */
    search_outlook outlook;
    search_limits limits;              /* `visits` as playouts still to do, too */
    bool settled[3][BOARD_MAX_POINTS]; /* [colour]: pass-alive, no moves are made there */
    colour decided;                    /* who had won before the search; EMPTY: open */
    bool refused[BOARD_MAX_POINTS];    /* neither searched nor chosen at the root */
    bool refuses;                      /* some move is */
    bool takes_useless;                /* own eyes and settled points are moves, too: the limits
                                        * leave no others                      */
    bool may_pass;                     /* to end the game, even if it is not a candidate */
    double wide;                       /* noise in the values of the root's moves */
    bool has_twins;                    /* the root's position is symmetric: */
    bool symmetric[N_SYMMETRIES];      /* under these, symmetry 0 among them; only if has_twins */
    point twin[BOARD_MAX_POINTS];      /* the symmetric move that stands for this one, which is
                                        * itself if that is searched; only if has_twins */
    bool continues;                    /* the tree is kept from a search of this position */
    bool by_book;                      /* the move is known before the search: */
    point book_move;
    gumbel *gumbel;                    /* selects the root's moves; NULL: the rule does */
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
    uint64_t forbidden, forbidden_below; /* search_limits_forbidden, from it on and below it */
    bool few;          /* only candidates were searched there (candidates.h) */
} root_place;

/* Seconds that may go by with the old tree before the first descent; INFINITY: nobody waits. */
double root_patience(const search_root *root);

/* Makes the position of the game the root, keeps the part of the tree below the moves
 * since `p`, unless it was searched with other moves forbidden or, at this position itself, by
 * candidates alone, and updates `p`.  Of a tree too
 * large for root_patience, nodes with few visits become leaves.  GO_ENOMEM.  The caller sets the
 * limits before, and then what depends on them.                               */
go_status root_move(search_root *root, root_place *p, const game *g, colour to_move, go_error *err);

/* Refuses the moves where nothing is to be gained, since a tree that is kept may have them.  If the
 * limits, whose moves are refused already, leave no others, a person has asked for these, and they
 * are searched (takes_useless); nothing is settled then.                      */
void root_refuse_settled(search_root *root);

/* Finds has_twins and twin of a position whose refused moves are known.  A position in which a
 * stone has been captured has none, since superko may forbid one of two symmetric moves. */
void root_find_twins(search_root *root);

/* The symmetry of the position that makes p of the move that stands for it; only if has_twins. */
int root_twin_symmetry(const search_root *root, point p);

/* The priors [size * size + 1] of the root's moves, in which a move that stands for others has
 * those of all.                                                               */
void root_fold_priors(const search_root *root, const float *prior, float *out);

#endif
