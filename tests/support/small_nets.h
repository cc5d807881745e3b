/* small_nets.h -- networks of random weights in files, and searches with them. */
#ifndef KATACHI_TESTS_SUPPORT_SMALL_NETS_H
#define KATACHI_TESTS_SUPPORT_SMALL_NETS_H

#include "mcts/search.h"
#include "tests/support/temp_dir.h"

typedef struct small_nets {
    temp_dir dir;
    char net[400];   /* file of a network for all boards */
    char lz[400];    /* of Leela Zero's kind, for 9x9 */
    char torn[400];  /* the first half of `net` */
    nn_model *model; /* of `net` */
} small_nets;

/* Fails the test when it cannot.  End it with small_nets_remove. */
small_nets small_nets_create(void);
void small_nets_remove(small_nets *nets);

/* A search with the network of a file by that backend (NULL: the first), one thread,
 * 40 playouts, seed 1, and then `words`, which name no files.  End it with
 * search_destroy.                                                             */
search *search_on_net(const char *file, const char *backend, const char *words);

#endif
