/* analysis_text.h -- a search as a line of lz-analyze or kata-analyze.
 *
 * One line holds all moves, each as
 *
 *     info move D4 visits 120 winrate 5231 prior 1402 lcb 5010 order 0 pv D4 Q16
 *
 * Leela Zero's form has whole ten-thousandths; KataGo's has fractions, always with a
 * decimal point, and the score.  All from the view of the side to move.  "pvVisits ..." and
 * "movesOwnership ..." may follow each move; "rootInfo ..." and "ownership ..." the last
 * one.  Ownership goes row by row from A19.
 *
 * The result of one playout says next to nothing, and clients show the highest win rate and
 * score among the moves (Sabaki's graph): so where playouts judge, the mean m of a move's n
 * visits is told as (n m + k M) / (n + k), with M the mean of the position and k the visits at
 * which they say as much of a move: the variance of a result over that among the moves that
 * are searched, 0.5^2 / 0.1^2.                                                */
#ifndef KATACHI_GTP_COMMANDS_ANALYSIS_TEXT_H
#define KATACHI_GTP_COMMANDS_ANALYSIS_TEXT_H

#include <stdio.h>

#include "mcts/search.h"

typedef enum analysis_style { ANALYSIS_LZ, ANALYSIS_KATA } analysis_style;

typedef struct analysis_extras {
    bool ownership, moves_ownership, pv_visits, root_info; /* ANALYSIS_KATA only */
    double supposed; /* the k above; 0 where no playout judges */
} analysis_extras;

/* The k above for resolved settings. */
double analysis_supposed(const evaluate_settings *s);

/* Writes the line without a newline. */
void analysis_text_write(FILE *out, const search_analysis *a, int size, analysis_style style,
                         const analysis_extras *extras);

#endif
