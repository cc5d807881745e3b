/* notice.h -- what people should know about a search: whose gammas it uses, what
 * computes its network, what has failed.                                     */
#ifndef KATACHI_GTP_TEXT_NOTICE_H
#define KATACHI_GTP_TEXT_NOTICE_H

#include <stdio.h>

#include "mcts/search.h"

/* Writes search_notice as a line to `talk` (NULL: to nobody) unless it is what
 * was told the last time.
 *   told   in, out  what that was; "" at first
 *   quiet  in       only if something else is done than what was asked for by name */
void notice_tell(search *s, char told[SEARCH_NOTICE_MAX], FILE *talk, bool quiet);

#endif
