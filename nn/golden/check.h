/* check.h -- does a network here answer as the reference engine did?
 *
 * Every position of a golden file is played, encoded and evaluated in every symmetry
 * that the file has answers for; differences are measured output by output.   */
#ifndef KATACHI_NN_GOLDEN_CHECK_H
#define KATACHI_NN_GOLDEN_CHECK_H

#include "base/choice.h"
#include "nn/session.h"
#include "nn/golden/golden.h"

/* What is compared: X(name, words, tolerance in float32, in half precision). */
#define NN_CHECK_LIST(X)                                                                  \
    X(PLANES, "planes", 0, 0)                                                             \
    X(GLOBALS, "globals", 1e-6, 1e-6)                                                     \
    X(POLICY, "policy", 1e-4, 2e-2)    /* of a point; of passing, too */                  \
    X(LEGAL, "legal moves", 0, 0)      /* 1 for a point legal only here or in the file */ \
    X(BEST, "best move", 1e-4, 5e-2)   /* the file's policy: its best move's less that of \
                                        * the best move here */                           \
    X(WIN, "win, loss", 1e-4, 2e-2)    /* and the win rate */                             \
    X(NO_RESULT, "no result", 1e-4, 2e-2)                                                 \
    X(OWNERSHIP, "ownership", 1e-4, 2e-2)                                                 \
    X(LEAD, "lead", 1e-3, 0.2)                                                            \
    X(SCORE, "score", 1e-3, 0.2)                                                          \
    X(SCORE_SQ, "score squared", 1e-3, 5e-2) /* this and the rest: relative where above 1 */ \
    X(TIME, "time variance", 1e-3, 5e-2)                                                  \
    X(VALUE_ERROR, "value error", 1e-3, 5e-2)                                             \
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
    const char *backend; /* its name; NULL: nothing was evaluated */
    nn_precision precision; /* that of the tolerances */
    int positions, evaluations;
    nn_check_line line[NN_N_CHECKS]; /* n is 0 where nothing was compared */
    bool areas_differ, others_differ; /* planes 18 and 19, which depend on the network's flag
                                       * `pass_alive_suicide`; other planes */
    bool passed;
} nn_check_report;

/* Which tolerances apply: those of the backend's precision, or of another one. */
#define NN_TOLERANCES(X)                                                                   \
    X(NN_TOLERANCE_AUTO, "auto") X(NN_TOLERANCE_FLOAT32, "float32")                        \
    X(NN_TOLERANCE_HALF, "half") X(NN_TOLERANCE_BFLOAT16, "bfloat16")                      \
    X(NN_TOLERANCE_INT8, "int8")
typedef enum nn_tolerance { NN_TOLERANCES(CHOICE_NUMBER) } nn_tolerance;

typedef struct nn_check_options {
    const char *backend; /* NULL: the first available */
    int threads;         /* 0: all */
    bool inputs_only;    /* no network needed */
    nn_tolerance tolerance;
} nn_check_options;

/* Compares.  `model` may be NULL with inputs_only: a KataGo network without
 * `pass_alive_suicide`.  Differences are no error, see report->passed.  GO_EFORMAT
 * (the file, also if it has nothing to compare), GO_EINVAL (the file is of another
 * kind of network, or `inputs_only` for one without inputs in the files), and the
 * backend's errors.                                                          */
go_status nn_golden_check(const nn_golden *g, const nn_model *model,
                          const nn_check_options *options, nn_check_report *report,
                          go_error *err);

#endif
