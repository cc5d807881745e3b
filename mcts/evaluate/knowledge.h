/* knowledge.h -- gammas and network for one board size, as the search needs them. */
#ifndef KATACHI_MCTS_EVALUATE_KNOWLEDGE_H
#define KATACHI_MCTS_EVALUATE_KNOWLEDGE_H

#include "base/status.h"
#include "mcts/evaluate/network.h"
#include "mcts/playout/playout.h"
#include "mcts/search_settings.h"
#include "patterns/gammas/gammas.h"

/* Read only once made, shared by all threads. */
typedef struct knowledge {
    int size;              /* of the board */
    gammas *large;         /* NULL: uniform priors */
    playout_gammas *fast;  /* NULL: none needed, or with a network none found */
    network *net;          /* NULL: none needed */
    char notice[200];      /* a sentence for the user, or "" */
} knowledge;

/* Reads the gammas that `settings` name for boards of `size`: without a file of
 * that size the one of the nearest size, and `notice` says so.
 *   model  in  the network, where one is needed; borrowed until knowledge_free
 * GO_EIO names all paths tried for the size itself; GO_EFORMAT, GO_ENOMEM; and as
 * network_create.  The settings need not be resolved.                         */
go_status knowledge_read(knowledge *k, const search_settings *settings, const nn_model *model,
                         int size, go_error *err);
void knowledge_free(knowledge *k);

/* Would other settings read the same? */
bool knowledge_same(const search_settings *a, const search_settings *b);

#endif
