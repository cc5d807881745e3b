#include "mcts/tree/utility.h"

#include <math.h>

#include "mcts/tree/arctan.h"

static const double static_scale = 2, dynamic_scale = 0.75;

utility_view utility_view_of(double score, int size)
{
    double cap = dynamic_scale * size, shift = fmin(fmax(0.2 * score, -cap), cap);
    return (utility_view){.centre = score - shift, .width = size};
}

enum { STEPS = 16 }; /* of a quarter of a deviation, to either side */

/* exp(-z^2 / 2) after i steps; together for both sides. */
static const double weight[STEPS + 1] = {
    1, 0.96923323447634413, 0.88249690258459546, 0.75483960198900735, 0.60653065971263342,
    0.45783336177161427, 0.32465246735834974, 0.21626516682988731, 0.1353352832366127,
    0.079559508718227687, 0.04393693362340742, 0.022794180883612344, 0.011108996538242306,
    0.0050860692310127006, 0.0021874911181828851, 0.00088382630693504996, 0.00033546262790251185};
static const double weights = 10.026158294013134;

/* The mean of atan over a normal distribution, by the trapezoidal rule. */
static double expected_atan(double mean, double stdev)
{
    double sum = arctan(mean), both[STEPS + 1];
    if (stdev < 1e-3)
        return atan(mean);
    for (int i = 1; i <= STEPS; i++) /* several at a time */
        both[i] = arctan(mean + 0.25 * i * stdev) + arctan(mean - 0.25 * i * stdev);
    for (int i = 1; i <= STEPS; i++)
        sum += weight[i] * both[i];
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
