#define SOLVE_WIDE
#define PROVER_KIND prover_wide
#include "mcts/solve/prover_body.h"
