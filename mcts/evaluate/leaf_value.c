#include "mcts/evaluate/leaf_value.h"

#include <math.h>

double leaf_weigh(double win, double lead, double weight, int area)
{
    double size = 0.5 + 0.5 * tanh(lead / (1.5 * sqrt((double)area)));
    return (1 - weight) * win + weight * size;
}
