#include "cli/bench/median.h"

#include <stdlib.h>

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, rising);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}
