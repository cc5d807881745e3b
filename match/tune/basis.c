#include "match/tune/basis.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = BASIS_WORDS };

/* Eigenvalues below this share of the largest are lost in rounding. */
static const double least_eigenvalue = 1e-9;

/* Products are added until this share of the prior's variance is covered. */
static const double coverage = 0.9998;

typedef struct axis {
    int words, n_nodes, rank;
    double length;
    double node[MAX_NODES];
    double share[MAX_NODES];             /* eigenvalues divided by their sum, falling */
    double weight[MAX_NODES][MAX_NODES]; /* [j][z]: v_j(z) / sqrt(e_j) */
} axis;

typedef struct product {
    double share;             /* of the variance */
    unsigned char factor[BASIS_AXES]; /* which phi, for each axis */
} product;

struct basis {
    int n_axes, n;
    double spread;
    axis axis[BASIS_AXES];
    product product[BASIS_PRODUCTS];
};

/* ---- one axis ---- */

static double kernel(const axis *a, double x, double y)
{
    double apart = a->words ? x != y : x - y;
    double r = sqrt(5) * fabs(apart) / a->length;
    return (1 + r + r * r / 3) * exp(-r);
}

/* Chebyshev's nodes with both ends, or the words. */
static void place_nodes(axis *a)
{
    a->n_nodes = a->words ? a->words : BASIS_NODES;
    for (int z = 0; z < a->n_nodes; z++)
        a->node[z] = a->words ? z : 0.5 - 0.5 * cos(M_PI * z / (a->n_nodes - 1));
}

static go_status decompose(axis *a, go_error *err)
{
    size_t n = (size_t)a->n_nodes;
    gsl_matrix *k = gsl_matrix_alloc(n, n), *v = gsl_matrix_alloc(n, n);
    gsl_vector *e = gsl_vector_alloc(n);
    gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(n);
    bool complete = k && v && e && work;
    if (complete) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                gsl_matrix_set(k, i, j, kernel(a, a->node[i], a->node[j]));
        gsl_eigen_symmv(k, e, v, work);
        gsl_eigen_symmv_sort(e, v, GSL_EIGEN_SORT_VAL_DESC);
        double largest = gsl_vector_get(e, 0);
        for (size_t j = 0; j < n && gsl_vector_get(e, j) > least_eigenvalue * largest; j++) {
            double value = gsl_vector_get(e, j);
            a->share[a->rank] = value / (double)n;
            for (size_t z = 0; z < n; z++)
                a->weight[a->rank][z] = gsl_matrix_get(v, z, j) / sqrt(value);
            a->rank++;
        }
    }
    gsl_eigen_symmv_free(work);
    gsl_vector_free(e);
    gsl_matrix_free(v);
    gsl_matrix_free(k);
    return complete ? GO_OK : go_fail(err, GO_ENOMEM, "out of memory for a surface");
}

static void axis_values(const axis *a, double x, double phi[MAX_NODES])
{
    double k[MAX_NODES];
    for (int z = 0; z < a->n_nodes; z++)
        k[z] = kernel(a, x, a->node[z]);
    for (int j = 0; j < a->rank; j++) {
        phi[j] = 0;
        for (int z = 0; z < a->n_nodes; z++)
            phi[j] += k[z] * a->weight[j][z];
    }
}

/* ---- products ---- */

static int by_share(const void *a, const void *b)
{
    const product *x = a, *y = b;
    if (x->share != y->share)
        return x->share < y->share ? 1 : -1;
    return memcmp(x->factor, y->factor, sizeof x->factor);
}

/* The largest products of all axes begin with those of the first axes that are the
 * largest there, so one axis after the other is multiplied in.                 */
static void choose_products(basis *b)
{
    product all[BASIS_PRODUCTS * MAX_NODES];
    b->n = 1;
    b->product[0] = (product){.share = 1};
    for (int i = 0; i < b->n_axes; i++) {
        const axis *a = &b->axis[i];
        int n = 0;
        for (int k = 0; k < b->n; k++) {
            for (int j = 0; j < a->rank; j++) {
                all[n] = b->product[k];
                all[n].share *= a->share[j];
                all[n++].factor[i] = (unsigned char)j;
            }
        }
        qsort(all, (size_t)n, sizeof *all, by_share);
        b->n = n < BASIS_PRODUCTS ? n : BASIS_PRODUCTS;
        memcpy(b->product, all, (size_t)b->n * sizeof *all);
    }
    double covered = 0;
    for (int k = 0; k < b->n; k++) {
        covered += b->product[k].share;
        if (covered > coverage)
            b->n = k + 1;
    }
}

/* ---- all ---- */

go_status basis_create(basis **out, const basis_axis *axes, int n_axes, const basis_shape *shape,
                       go_error *err)
{
    basis *b = *out = calloc(1, sizeof *b);
    if (!b)
        return go_fail(err, GO_ENOMEM, "out of memory for a surface");
    b->n_axes = n_axes;
    b->spread = shape->spread;
    go_status status = GO_OK;
    for (int i = 0; i < n_axes && status == GO_OK; i++) {
        b->axis[i] = (axis){.words = axes[i].words, .length = shape->length[i]};
        place_nodes(&b->axis[i]);
        status = decompose(&b->axis[i], err);
    }
    if (status == GO_OK) {
        choose_products(b);
        return GO_OK;
    }
    free(b);
    *out = NULL;
    return status;
}

void basis_destroy(basis *b)
{
    free(b);
}

int basis_size(const basis *b)
{
    return b->n;
}

void basis_values(const basis *b, const double *at, double *out)
{
    double phi[BASIS_AXES][MAX_NODES];
    for (int i = 0; i < b->n_axes; i++)
        axis_values(&b->axis[i], at[i], phi[i]);
    for (int k = 0; k < b->n; k++) {
        double value = b->spread;
        for (int i = 0; i < b->n_axes; i++)
            value *= phi[i][b->product[k].factor[i]];
        out[k] = value;
    }
}
