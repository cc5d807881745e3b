/* search_parts.h -- what a search consists of, for the files that implement mcts/search.h: search.c creates
 * and configures one, search_run.c runs it, search_results.c tells what it found. */
#ifndef KATACHI_MCTS_SEARCH_PARTS_H
#define KATACHI_MCTS_SEARCH_PARTS_H

#include "mcts/book/book.h"
#include "mcts/decide.h"
#include "mcts/run_state.h"
#include "mcts/search.h"

struct search {
    search_settings settings; /* resolved */
    search_settings asked;    /* before that, since what is usual depends on the network */
    worker **workers;         /* [n_workers] */
    int n_workers;
    const search *lender;     /* whose knowledge this one uses; NULL: its own */

    /* kept from move to move */
    nn_model *model;          /* the network, for all sizes; NULL: none yet */
    book *book;               /* of the settings; NULL: none */
    knowledge knowledge;      /* size 0: none yet */
    knowledge_shelf shelf;    /* the gammas of other sizes */
    tree tree;
    averaging averages;
    root_place place;
    decider decider;

    /* the search under way, or the last one */
    search_root root;
    run_state run;
    gumbel gumbel;
    bool no_gumbel;           /* it is set, but the number of playouts is unknown */
    network_counts net_before, net_used; /* at the start; of the search, once it is over */
    char notice[SEARCH_NOTICE_MAX];      /* of search_notice */
};

/* Makes the playouts that tell how a game ends. */
go_status search_prepare_ending(search *s, go_error *err);

/* What the network has computed since the search began. */
network_counts search_net_counts(const search *s);

#endif
