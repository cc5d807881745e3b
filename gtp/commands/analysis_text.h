/* analysis_text.h -- a search as a line of lz-analyze or kata-analyze.
 *
 * One line holds all moves, each as
 *
 *     info move D4 visits 120 winrate 5231 prior 1402 lcb 5010 order 0 pv D4 Q16
 *
 * Leela Zero's form has whole ten-thousandths; KataGo's has fractions, always
 * with a point, and the score besides.  All from the view of the side to move.
 * What may follow a move: "pvVisits ...", "movesOwnership ..."; and the moves:
 * "rootInfo ...", "ownership ...", both from A19 row by row.                 */
#ifndef KATACHI_GTP_COMMANDS_ANALYSIS_TEXT_H
#define KATACHI_GTP_COMMANDS_ANALYSIS_TEXT_H

#include <stdio.h>

#include "mcts/search.h"

typedef enum analysis_style { ANALYSIS_LZ, ANALYSIS_KATA } analysis_style;

typedef struct analysis_extras {
    bool ownership, moves_ownership, pv_visits, root_info; /* ANALYSIS_KATA only */
} analysis_extras;

/* Writes the line without its end. */
void analysis_text_write(FILE *out, const search_analysis *a, int size, analysis_style style,
                         const analysis_extras *extras);

#endif
