/* golden.h -- files of positions with a reference engine's inputs and outputs for
 * them; layout in doc/network-inputs.md.
 *
 * A file is one JSON object: "net", "engine" and "positions".  A position gives its
 * history (xsize, ysize or size; rules_json, komi; setup, moves, next; params;
 * preventEncore) and the expected results: for KataGo networks "spatial" (planes as
 * strings of 0 and 1, rows from the top, "/" between them) and "global"; and "eval",
 * a list of answers.                                                          */
#ifndef KATACHI_NN_GOLDEN_GOLDEN_H
#define KATACHI_NN_GOLDEN_GOLDEN_H

#include "nn/inputs/view.h"

typedef struct nn_golden nn_golden;

/* The numbers of an answer besides policy and ownership, and their names in the file;
 * all are from white's view except the win rate, which is the side to move's.  */
#define NN_GOLDEN_NUMBER_LIST(X)                                                           \
    X(WIN, "whiteWin") X(LOSS, "whiteLoss") X(NO_RESULT, "noResult") X(LEAD, "whiteLead")  \
    X(SCORE, "whiteScoreSelfplay") X(SCORE_SQ, "whiteScoreSelfplaySq")                     \
    X(TIME, "varTimeLeft") X(VALUE_ERROR, "shorttermWinlossError")                         \
    X(SCORE_ERROR, "shorttermScoreError") X(WINRATE, "winrate_stm") X(PASS, "policyPass")
typedef enum nn_golden_number {
#define X(number, key) NN_GOLDEN_##number,
    NN_GOLDEN_NUMBER_LIST(X)
#undef X
    NN_GOLDEN_NUMBERS
} nn_golden_number;

typedef struct nn_golden_eval {
    int symmetry;    /* of board/symmetry.h, or -1: the mean over all eight */
    double optimism; /* of the policy, 0 .. 1 */
    double number[NN_GOLDEN_NUMBERS]; /* NAN: not in the file */
    bool has_ownership;
    double policy[BOARD_MAX_AREA];    /* [y * width + x]; NAN: illegal */
    double ownership[BOARD_MAX_AREA]; /* white's 1, black's -1 */
} nn_golden_eval;

/* Opens a file.  GO_EIO, GO_EFORMAT (not a golden file, or a key of a wrong type),
 * GO_ENOMEM.                                                                 */
go_status nn_golden_open(nn_golden **out, const char *path, go_error *err);
void nn_golden_close(nn_golden *g); /* accepts NULL */

/* The network's file as written there, and the number of positions. */
const char *nn_golden_net(const nn_golden *g);
size_t nn_golden_count(const nn_golden *g);

/* The name of a position, for messages. */
const char *nn_golden_id(const nn_golden *g, size_t i);

/* GO_EFORMAT unless position i has all that the comparison with a network of the
 * family needs: KataGo's inputs and, if `answers`, at least one answer, each with the
 * policy and the numbers of the family.                                      */
go_status nn_golden_needs(const nn_golden *g, size_t i, nn_family family, bool answers,
                          go_error *err);

/* The planes, float[NN_KATA_PLANES][size * size] for the plain view of `size`,
 * and the globals, float[NN_KATA_GLOBALS].  GO_EFORMAT.                       */
go_status nn_golden_inputs(const nn_golden *g, size_t i, int size, float *planes,
                           float *globals, go_error *err);

size_t nn_golden_evals(const nn_golden *g, size_t i);
go_status nn_golden_read_eval(const nn_golden *g, size_t i, size_t k, nn_golden_eval *out,
                              go_error *err);

#endif
