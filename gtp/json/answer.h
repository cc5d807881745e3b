/* answer.h -- what a search found, as KataGo's analysis protocol tells it
 * (docs/Analysis_Engine.md, "Responses"): win rates, scores and ownership from
 * the view that the query asks for, points row by row from A19.
 *
 * Utility is the win rate from -1 to 1, for nothing else goes into the choice;
 * all scores are the mean of playouts (or what the network says), so scoreMean,
 * scoreLead and scoreSelfplay are one number here.                            */
#ifndef KATACHI_GTP_JSON_ANSWER_H
#define KATACHI_GTP_JSON_ANSWER_H

#include "gtp/json/query.h"

/* The answer about the position of `g`, which is `turn` moves into the query's
 * game.  NULL: out of memory.                                                 */
json_t *json_answer(const json_query *q, size_t turn, bool during, const search_analysis *a,
                    const game *g);

/* The answer about a position of which nothing is known: its search was ended
 * before it began.                                                            */
json_t *json_answer_nothing(const json_query *q, size_t turn);

#endif
