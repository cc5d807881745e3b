/* gammas.h -- learned strengths of patterns, and the probabilities of moves.
 *
 * A move is a team of patterns, and its strength is the product of their gammas; its
 * probability is its share of the strengths of all legal moves (R. Coulom, Computing
 * Elo Ratings of Move Patterns in the Game of Go, 2007).  Stable since 0.1, except for
 * training, which may change.                                                  */
#ifndef KATACHI_GAMMAS_H
#define KATACHI_GAMMAS_H

#include <katachi/game.h>

KATACHI_BEGIN

typedef struct katachi_gammas katachi_gammas;

/* Reads a file of gammas, which work on boards of any size.  Path NULL: the installed ones
 * that suit boards of `size` best, those of another size if there are none for it.
 * KATACHI_EINVAL: no such size.  KATACHI_EIO: the sentence names the paths tried.
 * KATACHI_EFORMAT.                                                             */
katachi_status katachi_gammas_load(katachi_gammas **out, const char *path, int size,
                                   katachi_error *err);
void katachi_gammas_free(katachi_gammas *gammas);

/* The probability of each move of `to_move` in the game's position.
 *   probability  out  [size * size + 1], the pass last; 0 for illegal moves, sum 1
 * Suicide has probability 0; the caller must exclude what superko forbids.
 * KATACHI_ENOMEM.                                                              */
katachi_status katachi_gammas_predict(katachi_gammas *gammas, const katachi_game *position,
                                      katachi_colour to_move, float *probability,
                                      katachi_error *err);

/* ---- training; may change ---- */

/* Called now and then with the progress of a phase; 0 stops (KATACHI_EINTR). */
typedef int katachi_progress(void *user, const char *phase, long done, long total);

typedef struct katachi_training {
    int fast;        /* not 0: few features, for playouts; 0: all features */
    int size;        /* of the board; 0: as in the first game */
    int min_count;   /* learn shapes that were played at least so often, at most 200; 0: 10 */
    int iterations;  /* at most; 0: 100 */
    int threads;     /* at most 1024; 0: one per processor */
    katachi_progress *progress; /* may be NULL */
    void *user;
} katachi_training;

/* Learns gammas from n inputs as for katachi_collection_open.  `training` NULL: all 0.
 * KATACHI_EINVAL: no inputs, or a number beyond its range.  KATACHI_EEMPTY: no games of
 * that size.                                                                   */
katachi_status katachi_gammas_train(katachi_gammas **out, const char *const *inputs, int n,
                                    const katachi_training *training, katachi_error *err);

/* Writes a file; compressed when the path ends in .gz or .zst. */
katachi_status katachi_gammas_write(const katachi_gammas *gammas, const char *path,
                                    katachi_error *err);

KATACHI_FINISH

#endif
