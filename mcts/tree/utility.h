/* utility.h -- what a search by a network prefers: to win, and beside that to be ahead.
 *
 *     utility = win/loss + static * S(0, 2) + dynamic * S(centre, 3/4)
 *     S(c, k) = E (2 / pi) atan((x - c) / (k b)),   x ~ N(score, stdev)
 *
 * on a scale from -1 to 1, for boards of b x b points.  The centre is about the score that
 * the root expects, so that a point more or less counts most where the game is decided; the
 * mean over the spread of the score lets a quiet lead count more than an uncertain one.
 * Source: KataGo (D. J. Wu, Accelerating self-play learning in Go, 2019; cpp/search).  */
#ifndef KATACHI_MCTS_TREE_UTILITY_H
#define KATACHI_MCTS_TREE_UTILITY_H

#include <stdbool.h>

/* Meanings and defaults are in the table of mcts/search_settings.c. */
typedef struct utility_settings {
    double score, score_change; /* weights of the static and of the dynamic part */
} utility_settings;

/* What the root of a search says about it. */
typedef struct utility_view {
    double centre; /* black's points */
    double width;  /* of the board */
} utility_view;

/* Does the score count at all? */
static inline bool utility_has_score(const utility_settings *s)
{
    return s->score > 0 || s->score_change > 0;
}

/* The view from a root with that expected score: a fifth nearer to 0. */
utility_view utility_view_of(double score, int size);

/* Black's utility on the scale of values, where 0 is a loss and 1 a win.
 *   stdev  in  of the score; negative: it is not known, and only the win counts */
double utility_of(const utility_settings *s, const utility_view *v, double win, double score,
                  double stdev);

/* How much a point more is worth, on the scale from -1 to 1. */
double utility_of_point(const utility_settings *s, const utility_view *v, double score);

#endif
