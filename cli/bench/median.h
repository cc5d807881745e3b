/* median.h -- the middle of some numbers. */
#ifndef KATACHI_CLI_BENCH_MEDIAN_H
#define KATACHI_CLI_BENCH_MEDIAN_H

/* The mean of the two in the middle if their number is even.  n >= 1.  Sorts x, rising. */
double median(double *x, int n);

#endif
