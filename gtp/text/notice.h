/* notice.h -- notices for people, apart from the protocol: which gammas a search uses, which
 * backend computes its network, what has failed.                              */
#ifndef KATACHI_GTP_TEXT_NOTICE_H
#define KATACHI_GTP_TEXT_NOTICE_H

#include <stdio.h>

#include "mcts/search.h"

typedef struct notices {
    FILE *to;   /* NULL: nobody */
    bool quiet; /* only notices of a backend other than the one asked for */
    char told[SEARCH_NOTICE_MAX]; /* the last notice; "" at first */
} notices;

/* Writes a line that no client can mistake for a reply. */
void notice_say(const notices *n, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes search_notice unless it is unchanged. */
void notice_tell(notices *n, search *s);

/* Reads the network for boards of `size` (0: not known yet) now, so that a failure is
 * reported before the first move.                                              */
void notice_read_net(const notices *n, search *s, int size);

#endif
