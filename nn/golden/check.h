/* check.h -- does a network here answer as the reference engine did?
 *
 * Every position of a golden file is played out, encoded, and shown to the
 * network in every symmetry the file has answers for; what differs is measured
 * output by output.                                                           */
#ifndef KATACHI_NN_GOLDEN_CHECK_H
#define KATACHI_NN_GOLDEN_CHECK_H

#include "nn/session.h"
#include "nn/golden/golden.h"

/* What is compared: X(name, words, tolerance in float32, in half precision). */
#define NN_CHECK_LIST(X)                                                                  \
    X(PLANES, "planes", 0, 0)                                                             \
    X(GLOBALS, "globals", 1e-6, 1e-6)                                                     \
    X(POLICY, "policy", 1e-4, 2e-2)    /* of a point; of passing, too */                  \
    X(LEGAL, "legal moves", 0, 0)      /* 1 for a point that is legal for one side only */ \
    X(BEST, "best move", 1e-4, 5e-2)   /* how much likelier than the best move here the   \
                                        * file's best move is, by the file */             \
    X(WIN, "win, loss", 1e-4, 2e-2)    /* and the win rate */                             \
    X(NO_RESULT, "no result", 1e-4, 2e-2)                                                 \
    X(OWNERSHIP, "ownership", 1e-4, 2e-2)                                                 \
    X(LEAD, "lead", 1e-3, 0.2)                                                            \
    X(SCORE, "score", 1e-3, 0.2)                                                          \
    X(SCORE_SQ, "score squared", 1e-3, 5e-2) /* this and the rest: relative where above 1 */ \
    X(TIME, "time variance", 1e-3, 5e-2)                                                  \
    X(VALUE_ERROR, "value error", 1e-3, 2e-2)                                             \
    X(SCORE_ERROR, "score error", 1e-3, 5e-2)

typedef enum nn_check {
#define X(name, words, float32, half) NN_CHECK_##name,
    NN_CHECK_LIST(X)
#undef X
    NN_N_CHECKS
} nn_check;

typedef struct nn_check_line {
    const char *name; /* "policy" */
    int64_t n;        /* numbers compared */
    double largest;   /* absolute difference; INFINITY for one that is not finite */
    double tolerance;
    char where[80];   /* position and symmetry of the largest */
} nn_check_line;

typedef struct nn_check_report {
    const char *backend; /* what computed; NULL: nothing did */
    bool half;           /* the tolerances are those of half precision */
    int positions, evaluations;
    nn_check_line line[NN_N_CHECKS]; /* n is 0 where nothing was compared */
    bool areas_differ, others_differ; /* planes 18 and 19, which depend on the network's flag
                                       * `pass_alive_suicide`; other planes */
    bool passed;
} nn_check_report;

/* What the answers may differ by. */
typedef enum nn_precision {
    NN_PRECISION_AUTO, /* by what the backend computes in */
    NN_PRECISION_FLOAT32,
    NN_PRECISION_HALF
} nn_precision;

typedef struct nn_check_options {
    const char *backend; /* NULL: the first available */
    int threads;         /* 0: all */
    bool inputs_only;    /* no network needed */
    nn_precision precision;
} nn_check_options;

/* Compares.  `model` may be NULL with inputs_only: then it is taken for the one
 * `pass_alive_suicide` of which is false.  Differences are no error: see
 * report->passed.  GO_EFORMAT (the file, also when it has nothing to compare),
 * GO_EINVAL (the file is of another kind of network, or `inputs_only` with a
 * network the files have no inputs of), and what the backend says.           */
go_status nn_golden_check(const nn_golden *g, const nn_model *model,
                          const nn_check_options *options, nn_check_report *report,
                          go_error *err);

#endif
