/* small_nets.h -- networks of random weights in files, and searches with them. */
#ifndef KATACHI_TESTS_SUPPORT_SMALL_NETS_H
#define KATACHI_TESTS_SUPPORT_SMALL_NETS_H

#include "mcts/search.h"
#include "tests/support/temp_dir.h"

typedef struct small_nets {
    temp_dir dir;
    char net[400];   /* file of a network for all boards */
    char two[400];   /* the same, with an optimistic policy */
    char lz[400];    /* of Leela Zero's kind, for 9x9 */
    char torn[400];  /* the first half of `net` */
    nn_model *model; /* of `net` */
} small_nets;

/* The nets of a group of tests, between its setup and its teardown. */
extern small_nets nets;
int small_nets_setup(void **state);
int small_nets_teardown(void **state);

/* A search with the network of a file by that backend (NULL: the first), one thread,
 * 40 playouts, seed 1, and then `words`, which name no files.  End it with
 * search_destroy.                                                             */
search *search_on_net(const char *file, const char *backend, const char *words);

/* The same with `nets.net`, on the reference backend. */
search *search_with(const char *words);

#endif
