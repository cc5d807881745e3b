/* fates.h -- who lives at the end, for tests: drawings with the known answer.
 *
 * In such drawings X and O live, x and o are dead, S (black) and Z (white) are in
 * seki.                                                                        */
#ifndef KATACHI_TESTS_SUPPORT_FATES_H
#define KATACHI_TESTS_SUPPORT_FATES_H

#include "mcts/final/final_status.h"

/* An estimate by so many playouts (0: the usual number), with the gammas of a
 * file or, where it is NULL, uniformly.                                           */
final_status estimate_with(const game *g, const char *gammas_file, int playouts, uint64_t seed);

/* 300 playouts with the shipped gammas, as in play. */
final_status estimate(const game *g);

/* The drawn game without komi, Black to move; end it with game_destroy. */
game *game_of_fates(const char *ruleset, int size, const char *drawing);

/* The estimate agrees with the drawing, and Black's margin without komi is this;
 * else the estimate is printed, and the test fails.                            */
void expect_fates(const char *ruleset, int size, const char *drawing, double margin);

#endif
