/* check.h -- does a network here answer as the reference engine did?
 *
 * Every position of a golden file is played out, encoded, and shown to the
 * network in every symmetry the file has answers for; what differs is measured
 * output by output.                                                           */
#ifndef KATACHI_NN_GOLDEN_CHECK_H
#define KATACHI_NN_GOLDEN_CHECK_H

#include "nn/session.h"
#include "nn/golden/golden.h"

typedef enum nn_check {
    NN_CHECK_PLANES,
    NN_CHECK_GLOBALS,
    NN_CHECK_POLICY, /* of a point; of passing, too */
    NN_CHECK_LEGAL,  /* 1 for a point that is legal for one side only */
    NN_CHECK_BEST,   /* how much likelier than the move liked best here the file's
                      * best move is there, by the file                          */
    NN_CHECK_WIN,    /* win, loss, win rate */
    NN_CHECK_NO_RESULT,
    NN_CHECK_OWNERSHIP,
    NN_CHECK_LEAD,
    NN_CHECK_SCORE,
    NN_CHECK_SCORE_SQ,    /* relative where above 1, as the next three */
    NN_CHECK_TIME,
    NN_CHECK_VALUE_ERROR,
    NN_CHECK_SCORE_ERROR,
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
