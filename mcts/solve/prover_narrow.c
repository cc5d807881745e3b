#define PROVER_KIND prover_narrow
#include "mcts/solve/prover_body.h"
