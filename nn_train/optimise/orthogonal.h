/* orthogonal.h -- a matrix with all its singular values made about 1: the direction in which
 * Muon steps.
 *
 * Five steps of a Newton-Schulz iteration with X divided by its length first,
 *
 *     X <- (a + b (X X^T) + c (X X^T)^2) X,     a, b, c = 3.4445, -4.7750, 2.0315
 *
 * bring every singular value that is not tiny between 0.7 and 1.2.  Here X has no more rows than
 * columns (else its transpose is taken), and since all factors are polynomials of the first
 * X X^T they commute: only their product Q is built, from small square matrices, and applied
 * once.  A step on a kernel of 64 channels costs a third so.
 *
 * Source: K. Jordan and others, Muon, 2024, whose coefficients these are.     */
#ifndef KATACHI_NN_TRAIN_OPTIMISE_ORTHOGONAL_H
#define KATACHI_NN_TRAIN_OPTIMISE_ORTHOGONAL_H

#include <stddef.h>

/* The square root of the sum of the squares of n numbers. */
double length_of(const float *x, size_t n);

/* Numbers of scratch memory for a matrix of this form. */
size_t orthogonal_scratch(size_t rows, size_t columns);

/* Changes x [rows][columns] in place; one that is all 0 stays so. */
void orthogonal(float *x, size_t rows, size_t columns, float *scratch);

#endif
