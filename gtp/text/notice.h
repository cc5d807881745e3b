/* notice.h -- what people read beside the protocol: whose gammas a search
 * uses, what computes its network, what has failed.                          */
#ifndef KATACHI_GTP_TEXT_NOTICE_H
#define KATACHI_GTP_TEXT_NOTICE_H

#include <stdio.h>

#include "mcts/search.h"

typedef struct notices {
    FILE *to;   /* NULL: nobody listens */
    bool quiet; /* no notice, unless another backend is used than the one asked for */
    char told[SEARCH_NOTICE_MAX]; /* the last notice; "" at first */
} notices;

/* Writes a line, which begins so that no client takes it for a reply. */
void notice_say(const notices *n, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes search_notice unless it is the same as the last time. */
void notice_tell(notices *n, search *s);

/* Reads the network, so that an unreadable one is reported at once and not with
 * the first move; the rest of the protocol works.                        */
void notice_read_net(const notices *n, search *s);

#endif
