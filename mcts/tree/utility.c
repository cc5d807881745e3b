#include "mcts/tree/utility.h"

#include <math.h>

static const double static_scale = 2, dynamic_scale = 0.75;

utility_view utility_view_of(double score, int size)
{
    double cap = dynamic_scale * size, shift = fmin(fmax(0.2 * score, -cap), cap);
    return (utility_view){.centre = score - shift, .width = size};
}

/* The mean of atan over a normal distribution, by the trapezoidal rule. */
static double expected_atan(double mean, double stdev)
{
    enum { STEPS = 16 }; /* of a quarter of a deviation, to either side */
    double sum = 0, weights = 0;
    if (stdev < 1e-3)
        return atan(mean);
    for (int i = -STEPS; i <= STEPS; i++) {
        double z = 0.25 * i, weight = exp(-0.5 * z * z);
        sum += weight * atan(mean + z * stdev);
        weights += weight;
    }
    return sum / weights;
}

static double expected(double score, double stdev, double centre, double scale)
{
    return 2 / M_PI * expected_atan((score - centre) / scale, stdev / scale);
}

double utility_of(const utility_settings *s, const utility_view *v, double win, double score,
                  double stdev)
{
    double sum = 0;
    if (stdev < 0)
        return win;
    if (s->score > 0)
        sum += s->score * expected(score, stdev, 0, static_scale * v->width);
    if (s->score_change > 0)
        sum += s->score_change * expected(score, stdev, v->centre, dynamic_scale * v->width);
    return win + 0.5 * sum;
}

static double slope(double score, double centre, double scale)
{
    double x = (score - centre) / scale;
    return 2 / M_PI / (scale * (1 + x * x));
}

double utility_of_point(const utility_settings *s, const utility_view *v, double score)
{
    return s->score * slope(score, 0, static_scale * v->width) +
           s->score_change * slope(score, v->centre, dynamic_scale * v->width);
}
