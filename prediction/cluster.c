#include "prediction/cluster.h"

#include <gsl/gsl_cdf.h>

void cluster_add_game(cluster_sums *to, double n, double sum)
{
    if (n <= 0)
        return;
    cluster_add(to, &(cluster_sums){1, n, sum, n * n, sum * sum, sum * n});
}

void cluster_add(cluster_sums *to, const cluster_sums *from)
{
    to->games += from->games;
    to->n += from->n;
    to->sum += from->sum;
    to->n_squared += from->n_squared;
    to->squares += from->squares;
    to->cross += from->cross;
}

/* Of the mean m of n positions, of two games or more. */
static double variance_of(const cluster_sums *s, double m)
{
    double g = (double)s->games;
    double squares = s->squares - 2 * m * s->cross + m * m * s->n_squared;
    return squares > 0 ? g / (g - 1) * squares / (s->n * s->n) : 0; /* below 0 by rounding */
}

static prediction_interval unknown(const cluster_sums *s)
{
    return (prediction_interval){s->n > 0 ? s->sum / s->n : 0, (double)NAN, (double)NAN};
}

/* How many standard deviations an interval of 95 % reaches to each side. */
static double reach(const cluster_sums *s)
{
    return gsl_cdf_tdist_Pinv(0.975, (double)(s->games - 1));
}

prediction_interval cluster_mean(const cluster_sums *s)
{
    if (s->games < 2)
        return unknown(s);
    double m = s->sum / s->n, half = reach(s) * sqrt(variance_of(s, m));
    return (prediction_interval){m, m - half, m + half};
}

/* Wilson's interval for as many independent trials as give the variance, at most `most` of them. */
static prediction_interval wilson(const cluster_sums *s, double most)
{
    if (s->games < 2)
        return unknown(s);
    double m = s->sum / s->n, variance = variance_of(s, m), z = reach(s);
    double worth = fmax(1, variance > 0 ? fmin(most, m * (1 - m) / variance) : most);
    double z2 = z * z / worth;
    double centre = (m + z2 / 2) / (1 + z2);
    double half = z / (1 + z2) * sqrt(m * (1 - m) / worth + z2 / (4 * worth));
    return (prediction_interval){m, fmax(0, fmin(m, centre - half)),
                                 fmin(1, fmax(m, centre + half))};
}

/* Fewer trials than positions if the games differ, but not more if they happen to be alike. */
prediction_interval cluster_share(const cluster_sums *s)
{
    return wilson(s, s->n);
}

/* n^2 / sum of n_g^2 is the number of games if all are as long, else less: the effective size of a
 * sample with weights n_g (L. Kish, Survey Sampling, 1965).                    */
prediction_interval cluster_result_share(const cluster_sums *s)
{
    return wilson(s, s->n > 0 ? s->n * s->n / s->n_squared : 0);
}
