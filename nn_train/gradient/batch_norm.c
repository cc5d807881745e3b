#include "nn_train/gradient/batch_norm.h"

#include <math.h>

static const double epsilon = 1e-4, largest_r = 3, largest_d = 5;

static double deviation_of(double mean, double square)
{
    return sqrt(fmax(square - mean * mean, 0) + epsilon);
}

static double within(double x, double least, double most)
{
    return fmin(fmax(x, least), most);
}

static batch_norm applied(batch_norm n, double gamma, double beta)
{
    n.scale = gamma * n.r / n.deviation;
    n.bias = beta + gamma * n.d - n.scale * n.mean;
    return n;
}

batch_norm batch_norm_of(nn_norms norms, double gamma, double beta, double mean, double square,
                         double seen_mean, double seen_square)
{
    batch_norm n = {.mean = mean, .deviation = deviation_of(mean, square), .r = 1};
    if (norms == NN_NORMS_MEASURE) {
        n.r = n.deviation;
        n.d = mean;
    } else if (norms == NN_NORMS_RENORM && seen_square > 0) {
        const double seen = deviation_of(seen_mean, seen_square);
        n.r = within(n.deviation / seen, 1 / largest_r, largest_r);
        n.d = within((mean - seen_mean) / seen, -largest_d, largest_d);
    }
    return applied(n, gamma, beta);
}

batch_norm batch_norm_in_play(double gamma, double beta, double seen_mean, double seen_square)
{
    const bool nothing = seen_square <= 0;
    const batch_norm n = {.mean = nothing ? 0 : seen_mean,
                          .deviation = nothing ? 1 : deviation_of(seen_mean, seen_square), .r = 1};
    return applied(n, gamma, beta);
}

batch_norm_gradient batch_norm_back(const batch_norm *norm, double sum_gx, double sum_g, double n)
{
    const double sum_gz = (sum_gx - norm->mean * sum_g) / norm->deviation;
    const double a = -norm->scale * sum_gz / (n * norm->deviation);
    return (batch_norm_gradient){.gamma = norm->r * sum_gz + norm->d * sum_g, .beta = sum_g,
                                 .a = a, .b = -norm->scale * sum_g / n - a * norm->mean};
}
