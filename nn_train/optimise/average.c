#include "nn_train/optimise/average.h"

#include <math.h>

double average_share(const averaging_settings *s, int64_t step)
{
    const double alone = 1.0 / (double)(step + 1); /* with the start as the first */
    switch (s->kind) {
    case AVERAGE_EXPONENTIAL: return fmax(1.0 / s->steps, alone);
    case AVERAGE_GROWING: return fmin(1 / (s->part * (double)step + 1), 1);
    case AVERAGE_SNAPSHOTS:
        if (step < s->steps)
            return 1;
        return step % s->steps ? 0
                               : fmax(1.0 / AVERAGE_SNAPSHOT_COUNT,
                                      (double)s->steps / (double)step);
    default: return 1;
    }
}
