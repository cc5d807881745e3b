/* knowledge.h -- the gammas and the network of a search, for one board size. */
#ifndef KATACHI_MCTS_EVALUATE_KNOWLEDGE_H
#define KATACHI_MCTS_EVALUATE_KNOWLEDGE_H

#include "base/status.h"
#include "mcts/evaluate/evaluate_settings.h"
#include "mcts/evaluate/network.h"
#include "mcts/playout/playout.h"
#include "patterns/gammas/strength.h"

enum { KNOWLEDGE_NOTICE_MAX = 200, KNOWLEDGE_KEPT = 3 };

/* Constant once read; shared by all threads. */
typedef struct knowledge {
    int size;              /* of the board; 0: none yet */
    int prior, evaluator;  /* those it was read for */
    gammas *large;         /* NULL: not needed for the prior */
    strength_tables *strengths; /* of the large gammas */
    playout_gammas *fast;  /* NULL: none found, and no playouts are asked for */
    network *net;          /* NULL: not needed */
    char notice[KNOWLEDGE_NOTICE_MAX]; /* a sentence for the user, or "" */
} knowledge;

/* The gammas of other board sizes, the last one left first, for a search that returns to
 * them.  All of them were read for settings that differ in prior and evaluator at most. */
typedef struct knowledge_shelf {
    knowledge kept[KNOWLEDGE_KEPT];
} knowledge_shelf;

/* Takes from the shelf or reads what resolved settings name for boards of `size`.  If there
 * are no gammas of that size, those of the nearest one are used, and `notice` says so, as it
 * does if the user's own are for another size.
 *   threads  in  that will use the network; 0: one per processor
 *   model    in  the network, if the settings need one; borrowed until knowledge_free
 * GO_EIO names all paths tried for the size itself; GO_EFORMAT, GO_ENOMEM; and as
 * network_create.                                                             */
go_status knowledge_read(knowledge *k, knowledge_shelf *shelf, const evaluate_settings *settings,
                         int threads, const nn_model *model, int size, go_error *err);
void knowledge_free(knowledge *k);

/* Ends the network and keeps the gammas, of at most KNOWLEDGE_KEPT sizes; `k` is empty then. */
void knowledge_put_aside(knowledge *k, knowledge_shelf *shelf);
void knowledge_shelf_clear(knowledge_shelf *shelf);

/* Do two resolved settings need the same knowledge? */
bool knowledge_same(const evaluate_settings *a, const evaluate_settings *b);

/* Reads the gammas of the playouts alone; `notice` as in knowledge.  End them with
 * playout_gammas_destroy.                                                     */
go_status knowledge_read_playouts(playout_gammas **out, const playout_settings *settings, int size,
                                  char notice[KNOWLEDGE_NOTICE_MAX], go_error *err);

#endif
