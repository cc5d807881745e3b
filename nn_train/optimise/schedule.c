#include "nn_train/optimise/schedule.h"

#include <math.h>

double schedule_share(const schedule_settings *s, double used, double warm)
{
    const double left = s->part > 0 ? fmin((1 - used) / s->part, 1) : 1;
    const double height = s->fall == FALL_COSINE ? 0.5 * (1 - cos(M_PI * left)) : left;
    return fmin(warm, 1) * height;
}
