/* fate.h -- what becomes of a stone when the game is over. */
#ifndef KATACHI_MCTS_FINAL_FATE_H
#define KATACHI_MCTS_FINAL_FATE_H

typedef enum stone_fate {
    FATE_NONE, /* no stone here */
    FATE_ALIVE,
    FATE_SEKI,
    FATE_DEAD
} stone_fate;

#endif
