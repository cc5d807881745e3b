/* analysis.h -- the results of a search, for people and programs. */
#ifndef KATACHI_MCTS_ANALYSIS_H
#define KATACHI_MCTS_ANALYSIS_H

#include "mcts/results.h"
#include "mcts/root.h"
#include "mcts/worker.h"

/* Fills an analysis (search_analyze) from the tree and the sums of n workers, even while
 * they run.  `options` may be NULL.  GO_ENOMEM.                               */
go_status analysis_fill(search_analysis *a, const search_root *root, worker *const *workers, int n,
                        const analysis_options *options, go_error *err);

/* What their playouts miss of black's lead (settled.h), in points: analysis_fill has added it. */
double analysis_missing(const search_root *root, worker *const *workers, int n);

#endif
