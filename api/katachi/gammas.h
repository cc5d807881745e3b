/* gammas.h -- learned strengths of patterns: how likely is each move?
 *
 * A move is a team of patterns and its strength the product of their gammas; its
 * probability is that over the sum of all legal moves' (R. Coulom, Computing Elo
 * Ratings of Move Patterns in the Game of Go, 2007).  Stable since 0.1, but for
 * training, which may change.                                                  */
#ifndef KATACHI_GAMMAS_H
#define KATACHI_GAMMAS_H

#include <katachi/game.h>

KATACHI_BEGIN

typedef struct katachi_gammas katachi_gammas;

/* Reads a file of gammas, which serve boards of all sizes.  Path NULL: those that
 * were installed with the library and suit boards of `size` best.
 * KATACHI_EIO: the sentence names the paths looked at.  KATACHI_EFORMAT.       */
katachi_status katachi_gammas_load(katachi_gammas **out, const char *path, int size,
                                   katachi_error *err);
void katachi_gammas_free(katachi_gammas *gammas);

/* The probability of each move of `to_move` in the position of a game.
 *   probability  out  [size * size + 1], the last the pass; 0 for illegal moves, sum 1
 * Suicide and superko are not considered: the former has probability 0, the latter is
 * for the caller to leave out.  KATACHI_ENOMEM.                                */
katachi_status katachi_gammas_predict(katachi_gammas *gammas, const katachi_game *position,
                                      katachi_colour to_move, float *probability,
                                      katachi_error *err);

/* ---- training; may change ---- */

/* Called now and then with what is done of a phase; 0 stops (KATACHI_EINTR). */
typedef int katachi_progress(void *user, const char *phase, long done, long total);

typedef struct katachi_training {
    int fast;        /* not 0: few features, for playouts; 0: all of them */
    int size;        /* of the board; 0: that of the first game */
    int min_count;   /* learn the shapes that were played so often; 0: 10 */
    int iterations;  /* at most; 0: 100 */
    int threads;     /* 0: one per processor */
    katachi_progress *progress; /* may be NULL */
    void *user;
} katachi_training;

/* Learns gammas from n inputs, as for katachi_collection_open.  `training` NULL is
 * one that is all 0.  KATACHI_EEMPTY: no games of that size.                   */
katachi_status katachi_gammas_train(katachi_gammas **out, const char *const *inputs, int n,
                                    const katachi_training *training, katachi_error *err);

/* Writes a file; compressed when the path ends in .gz or .zst. */
katachi_status katachi_gammas_write(const katachi_gammas *gammas, const char *path,
                                    katachi_error *err);

KATACHI_FINISH

#endif
