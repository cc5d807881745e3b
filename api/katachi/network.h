/* network.h -- what a policy-value network says of a position.  Stable since 0.1. */
#ifndef KATACHI_NETWORK_H
#define KATACHI_NETWORK_H

#include <katachi/game.h>

KATACHI_BEGIN

typedef struct katachi_network katachi_network;

/* Reads a network of KataGo or Leela Zero.  Backend: "onednn", "cudnn", "reference"
 * or another of `katachi devices`; NULL: the first that can be used.
 * KATACHI_EIO, KATACHI_EFORMAT: the sentence names the file.  KATACHI_EINVAL: there
 * is no such backend.                                                          */
katachi_status katachi_network_load(katachi_network **out, const char *path, const char *backend,
                                    katachi_error *err);
void katachi_network_free(katachi_network *network);

/* Its name, as its file says, or else the name of the file. */
const char *katachi_network_name(const katachi_network *network);

/* All from the view of the side to move. */
typedef struct katachi_evaluation {
    double win, loss, no_result; /* probabilities, sum 1 */
    int has_score;               /* not 0: lead and score are known, else they are 0 */
    double score;                /* expected margin at the end, in points, komi counted */
    double lead;                 /* points of komi that would make the game even */
    int has_ownership;
    float policy[KATACHI_MAX_AREA + 1]; /* [size * size + 1] probabilities of the moves, the
                                         * last the pass; 0 for illegal ones, sum 1 */
    float ownership[KATACHI_MAX_AREA];  /* [size * size] who owns a point at the end: 1 the
                                         * side to move, -1 the opponent */
} katachi_evaluation;

/* Evaluates the position of the game with `to_move` to play: once, or when `average` is
 * not 0 as the mean of all eight symmetries.  KATACHI_EINVAL: the network cannot take
 * boards of that size.                                                         */
katachi_status katachi_network_evaluate(katachi_network *network, const katachi_game *game,
                                        katachi_colour to_move, int average,
                                        katachi_evaluation *out, katachi_error *err);

KATACHI_FINISH

#endif
