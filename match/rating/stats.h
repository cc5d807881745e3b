/* stats.h -- the difference in strength that the games of two players show.
 *
 * A score is the mean of the results, win 1, draw 1/2, loss 0.  In Elo (A. Elo,
 * The Rating of Chessplayers, 1978) a difference of d means an expected score of
 *
 *     s(d) = 1 / (1 + 10^(-d/400)),     d(s) = 400 log10(s / (1 - s))
 *
 * All functions are pure.                                                      */
#ifndef KATACHI_MATCH_RATING_STATS_H
#define KATACHI_MATCH_RATING_STATS_H

#include <stdbool.h>

#include "base/status.h"

typedef struct interval {
    double low, high;
} interval;

/* z for a two-sided interval of 95 %: the normal quantile of 0.975. */
#define STATS_Z95 1.959963984540054

/* E. B. Wilson, Probable inference, the law of succession, and statistical
 * inference, JASA 22, 1927: the true scores that lie within z standard deviations
 * of the score seen in n games.  Draws count as half a win, which is cautious: games
 * with draws vary less than the binomial law says.  n = 0 gives 0 .. 1.        */
interval stats_wilson(double score, double n, double z);

double stats_expected_score(double elo);

/* -INFINITY for 0, INFINITY for 1. */
double stats_elo(double score);

/* The Elo of both ends of Wilson's interval. */
interval stats_elo_interval(double score, double n, double z);

/* "+382", "-12", and "-12 .. +382", for people.  A player who won or lost every game has no
 * estimate, but a bound: "won all" and "above +120".  Return `out`.           */
const char *stats_elo_text(double elo, char out[16]);
const char *stats_elo_range(double low, double high, char out[40]);

/* ---- the sequential test ---- */

enum { STATS_MAX_OUTCOMES = 5 };

/* Log-likelihood ratio of "the difference is elo1" against "it is elo0", by the
 * generalised sequential probability ratio test: under each hypothesis the
 * probabilities of the outcomes are those that explain the counts best among
 * all with the score of the hypothesis (M. Van den Bergh, A Practical
 * Introduction to the GSPRT, 2019; the maximum-likelihood form of Owen's
 * empirical likelihood).  For wins and losses alone it is Wald's test.
 *   value  in  double[n], rising, 0 .. 1: the scores of the n <= STATS_MAX_OUTCOMES
 *              outcomes
 *   count  in  double[n]: how often each was seen; all 0 gives a ratio of 0     */
double stats_llr(const double *value, const double *count, int n, double elo0, double elo1);

/* Wald's bounds (Sequential Analysis, 1947) for error probabilities alpha (elo1
 * accepted though elo0 is true) and beta: accept elo0 at or below the low one.  */
interval stats_llr_bounds(double alpha, double beta);

/* A test of elo1 against elo0 with these error probabilities; {0} is none. */
typedef struct sprt_test {
    bool on;
    double elo0, elo1, alpha, beta;
} sprt_test;

/* An option_parse: "0,30" are elo0 and elo1 of a test. */
go_status sprt_test_parse(const char *text, void *field, go_error *err);

#endif
