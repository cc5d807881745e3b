#include "cli/bench/net_rate.h"

#include <omp.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"

/* Arrays for n positions, all in *numbers.  The positions are random, since the amount of
 * computation does not depend on them: plane 0 is the board, planes 1 and 2 hold stones. */
static bool draw_positions(const nn_model *m, int size, int n, nn_batch *batch, float **numbers)
{
    size_t points = (size_t)(size * size), positions = (size_t)n;
    size_t planes = (size_t)m->planes * points, all = planes + (size_t)m->globals;
    rng random = rng_seed(1);
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        all += nn_output_numbers(m, (nn_output)o, size);
    float *next = *numbers = calloc(positions * all, sizeof(float));
    if (!next)
        return false;
    *batch = (nn_batch){.n = n, .planes = next, .globals = next + positions * planes};
    for (size_t i = 0; i < positions; i++)
        for (size_t c = 0; c < (size_t)m->planes; c++)
            for (size_t p = 0; p < points; p++)
                *next++ = c == 0 || (c < 3 && rng_below(&random, 4) == 0);
    next += positions * (size_t)m->globals;
    for (int o = 0; o < NN_N_OUTPUTS; o++) {
        size_t n_output = nn_output_numbers(m, (nn_output)o, size);
        batch->out[o] = n_output ? next : NULL;
        next += positions * n_output;
    }
    return true;
}

go_status net_rate_create(net_rate *out, const nn_model *m, const nn_settings *settings,
                          const nn_backend *backend, go_error *err)
{
    const double began = omp_get_wtime();
    const int n = settings->max_batch;
    *out = (net_rate){0};
    GO_TRY(nn_session_create(&out->session, m, backend, settings, err));
    if (!draw_positions(m, settings->size, n, &out->batch, &out->numbers))
        return go_fail(err, GO_ENOMEM, "out of memory for %d positions; take a smaller --batch", n);
    GO_TRY(nn_session_run(out->session, &out->batch, err));
    out->prepare = omp_get_wtime() - began;
    return GO_OK;
}

void net_rate_destroy(net_rate *r)
{
    nn_session_destroy(r->session);
    free(r->numbers);
    *r = (net_rate){0};
}

go_status net_rate_run(net_rate *r, double seconds, go_error *err)
{
    const double began = omp_get_wtime(), cpu = clock_process();
    double gone = 0;
    go_status status = GO_OK;
    do {
        status = nn_session_run(r->session, &r->batch, err);
        r->evaluations += r->batch.n;
        gone = omp_get_wtime() - began;
    } while (status == GO_OK && gone < seconds);
    r->seconds += gone;
    r->cpu_seconds += clock_process() - cpu;
    return status;
}
