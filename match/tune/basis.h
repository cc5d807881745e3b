/* basis.h -- functions on the space of the settings, of which a surface is a weighted sum.
 *
 * A surface over d settings, each scaled to 0 .. 1 or one of several words, has a prior:
 * a Gaussian process with a product of Matern's kernels of order 5/2,
 *
 *     k(x, y) = spread^2  prod_i (1 + r_i + r_i^2 / 3) exp(-r_i),
 *     r_i     = sqrt(5) |x_i - y_i| / length_i,
 *
 * different words being 1 apart.  Along each axis the kernel is replaced by its values at
 * a few nodes (Nystroem: C. Williams and M. Seeger, Using the Nystroem Method to Speed Up
 * Kernel Machines, 2001): with the eigenvalues e_j and eigenvectors v_j of the kernel
 * matrix K of the nodes z,
 *
 *     phi_j(x) = sum_z k(x, z) v_j(z) / sqrt(e_j),     k(x, y) ~ sum_j phi_j(x) phi_j(y).
 *
 * The kernel of all axes is the sum over the products of one phi for each axis; the
 * products with the largest eigenvalues are kept.  So the surface is a linear model with
 * independent standard normal weights.  Words are their own nodes, and exact.    */
#ifndef KATACHI_MATCH_TUNE_BASIS_H
#define KATACHI_MATCH_TUNE_BASIS_H

#include "base/status.h"

enum {
    BASIS_AXES = 8,       /* at most */
    BASIS_WORDS = 12,     /* of an axis, at most */
    BASIS_PRODUCTS = 160, /* at most */
    BASIS_NODES = 12      /* of an axis without words */
};

/* Of one axis: how many words it has, 0 for a range from 0 to 1. */
typedef struct basis_axis {
    int words;
} basis_axis;

/* The kernel. */
typedef struct basis_shape {
    double spread;             /* standard deviation of the surface at any place */
    double length[BASIS_AXES]; /* 1 is the whole range */
} basis_shape;

typedef struct basis basis;

/* *out is owned by the caller, ended with basis_destroy (accepts NULL).  n_axes from 1 to
 * BASIS_AXES.  GO_ENOMEM.                                                      */
go_status basis_create(basis **out, const basis_axis *axes, int n_axes, const basis_shape *shape,
                       go_error *err);
void basis_destroy(basis *b);

/* The number of products. */
int basis_size(const basis *b);

/* Their values at a place.
 *   at   in   double[n_axes], 0 .. 1 or the number of a word
 *   out  out  double[basis_size]                                              */
void basis_values(const basis *b, const double *at, double *out);

#endif
