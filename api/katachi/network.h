/* network.h -- positions evaluated by a policy-value network.  Stable since 0.1. */
#ifndef KATACHI_NETWORK_H
#define KATACHI_NETWORK_H

#include <katachi/game.h>

KATACHI_BEGIN

typedef struct katachi_network katachi_network;

/* Reads a network of KataGo or Leela Zero; "own-9x9", "own-13x13" and "own-19x19" are those that
 * came with katachi.  Backend: "onednn", "cudnn", "reference" or another of `katachi devices`;
 * NULL: the first one available.  KATACHI_EIO, KATACHI_EFORMAT: the sentence names the file.
 * KATACHI_EINVAL: no such backend.  KATACHI_EUNSUPPORTED: this machine or build cannot use it. */
katachi_status katachi_network_load(katachi_network **out, const char *path, const char *backend,
                                    katachi_error *err);
void katachi_network_free(katachi_network *network);

/* The name in its file, or else the file's name. */
const char *katachi_network_name(const katachi_network *network);

/* From the view of the side to move. */
typedef struct katachi_evaluation {
    double win, loss, no_result; /* probabilities, sum 1 */
    int has_score;               /* 0: score and lead are unknown, and 0 */
    double score;                /* expected margin at the end, in points, komi included */
    double lead;                 /* points of komi that would make the game even */
    int has_ownership;           /* of each point at the end; 1: the side to move, -1: the other */
    float policy[KATACHI_MAX_AREA + 1]; /* [size * size + 1] as katachi_gammas_predict */
    float ownership[KATACHI_MAX_AREA];  /* [size * size] */
} katachi_evaluation;

/* Evaluates the game's position with `to_move` to play: once, or if `average` is not 0, as
 * the mean over all eight symmetries.  KATACHI_EINVAL: the network cannot evaluate boards of
 * that size.                                                                   */
katachi_status katachi_network_evaluate(katachi_network *network, const katachi_game *game,
                                        katachi_colour to_move, int average,
                                        katachi_evaluation *out, katachi_error *err);

KATACHI_FINISH

#endif
