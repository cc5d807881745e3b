/* answer.h -- the results of a search in the form of KataGo's analysis protocol
 * (docs/Analysis_Engine.md, "Responses"): win rates, scores and ownership from the view
 * that the query asks for; points row by row from A19.
 *
 * Utility is told as the win rate scaled to -1 .. 1, without what the expected score adds to a
 * network's values in the search.
 * There is only one score, the mean over playouts or the network's prediction; scoreMean,
 * scoreLead and scoreSelfplay all show it.                                    */
#ifndef KATACHI_GTP_JSON_ANSWER_H
#define KATACHI_GTP_JSON_ANSWER_H

#include "gtp/json/query.h"

/* The answer for the position of `g`, after `turn` moves of the query's game; `human`: what the
 * human-style network says of it, or NULL.  NULL: out of memory.              */
json_t *json_answer(const json_query *q, size_t turn, bool during, const search_analysis *a,
                    const game *g, const nn_result *human);

/* The answer for a position whose search failed, or was ended before it began. */
json_t *json_answer_nothing(const json_query *q, size_t turn);

#endif
