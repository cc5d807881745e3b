/* elements_body.h -- elements.h for one type of number, ELEMENT, with NAME(function), TO_FLOAT(x)
 * and FROM_FLOAT(x).                                                          */

void NAME(finish)(ELEMENT *x, int rows, size_t points, size_t channels, const elements_tail *t)
{
    for (size_t n = 0; n < (size_t)rows; n++) {
        float shift[ELEMENTS_MAX];
        for (size_t c = 0; c < channels; c++)
            shift[c] = (t->bias ? t->bias[c] : 0) +
                       (t->per_channel ? t->per_channel[n * channels + c] : 0);
        for (size_t p = 0; p < points; p++) {
            const size_t at = (n * points + p) * channels;
            const float mask = t->mask ? t->mask[n * points + p] : 1;
            const ELEMENT *add = t->add ? (const ELEMENT *)t->add + at : NULL;
            ELEMENT *to = x + at;
            if (mask <= 0)
                memset(to, 0, channels * sizeof *to);
            else if (add && t->activation == NN_RELU)
                for (size_t c = 0; c < channels; c++) {
                    const float v = TO_FLOAT(to[c]) + shift[c] + TO_FLOAT(add[c]);
                    to[c] = FROM_FLOAT(v > 0 ? v : 0);
                }
            else if (t->activation == NN_RELU)
                for (size_t c = 0; c < channels; c++) {
                    const float v = TO_FLOAT(to[c]) + shift[c];
                    to[c] = FROM_FLOAT(v > 0 ? v : 0);
                }
            else if (add)
                for (size_t c = 0; c < channels; c++)
                    to[c] = FROM_FLOAT(TO_FLOAT(to[c]) + shift[c] + TO_FLOAT(add[c]));
            else
                for (size_t c = 0; c < channels; c++)
                    to[c] = FROM_FLOAT(TO_FLOAT(to[c]) + shift[c]);
        }
    }
}

void NAME(norm)(ELEMENT *out, const ELEMENT *x, int rows, size_t points, size_t channels,
                const float *scale, const elements_tail *t)
{
    const float least = t->activation == NN_RELU ? 0 : -INFINITY;
    for (size_t p = 0; p < (size_t)rows * points; p++) {
        const ELEMENT *from = x + p * channels;
        ELEMENT *to = out + p * channels;
        if (t->mask && t->mask[p] <= 0) {
            memset(to, 0, channels * sizeof *to);
            continue;
        }
        for (size_t c = 0; c < channels; c++) {
            const float v = TO_FLOAT(from[c]) * scale[c] + t->bias[c];
            to[c] = FROM_FLOAT(v > least ? v : least);
        }
    }
}

void NAME(back_finish)(ELEMENT *g, const ELEMENT *out, int rows, size_t points, size_t channels,
                       const elements_tail *t, float *bias, float *per_channel)
{
    const bool relu = t->activation == NN_RELU;
    const float *mask = t->mask;
    float all[ELEMENTS_MAX] = {0};
    for (size_t n = 0; n < (size_t)rows; n++) {
        float sum[ELEMENTS_MAX] = {0};
        for (size_t p = 0; p < points; p++) {
            const size_t at = (n * points + p) * channels;
            if (mask && mask[n * points + p] <= 0) {
                memset(g + at, 0, channels * sizeof *g);
                continue;
            }
            for (size_t c = 0; c < channels; c++) {
                float x = TO_FLOAT(g[at + c]);
                if (relu) {
                    x = TO_FLOAT(out[at + c]) > 0 ? x : 0;
                    g[at + c] = FROM_FLOAT(x);
                }
                sum[c] += x;
            }
        }
        for (size_t c = 0; c < channels; c++) {
            all[c] += sum[c];
            if (per_channel)
                per_channel[n * channels + c] += sum[c];
        }
    }
    if (bias)
        for (size_t c = 0; c < channels; c++)
            bias[c] += all[c];
}

void NAME(back_norm)(ELEMENT *g, const ELEMENT *out, const ELEMENT *x, int rows, size_t points,
                     size_t channels, const float *scale, const elements_tail *t,
                     float *scale_gradient, float *bias_gradient)
{
    /* cppcheck-suppress ctunullpointer; it takes all functions here for one */
    const float least = t->activation == NN_RELU ? 0 : -INFINITY;
    float of_scale[ELEMENTS_MAX] = {0}, of_bias[ELEMENTS_MAX] = {0};
    for (size_t p = 0; p < (size_t)rows * points; p++) {
        const size_t at = p * channels;
        if (t->mask && t->mask[p] <= 0) {
            memset(g + at, 0, channels * sizeof *g);
            continue;
        }
        for (size_t c = 0; c < channels; c++) {
            const float d = TO_FLOAT(out[at + c]) > least ? TO_FLOAT(g[at + c]) : 0;
            of_bias[c] += d;
            of_scale[c] += d * TO_FLOAT(x[at + c]);
            g[at + c] = FROM_FLOAT(d * scale[c]);
        }
    }
    for (size_t c = 0; c < channels; c++) {
        scale_gradient[c] += of_scale[c];
        bias_gradient[c] += of_bias[c];
    }
}

void NAME(add)(ELEMENT *to, const ELEMENT *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = FROM_FLOAT(TO_FLOAT(to[i]) + TO_FLOAT(from[i]));
}

void NAME(pool)(const ELEMENT *x, int rows, size_t points, size_t channels, const float *mask,
                nn_pool_kind kind, float *out, uint16_t *largest_at)
{
    for (size_t n = 0; n < (size_t)rows; n++) {
        float sum[ELEMENTS_MAX] = {0}, most[ELEMENTS_MAX], area = 0;
        uint16_t *at = largest_at + n * channels;
        for (size_t c = 0; c < channels; c++)
            most[c] = -INFINITY;
        for (size_t p = 0; p < points; p++) {
            const ELEMENT *from = x + (n * points + p) * channels;
            if (mask && mask[n * points + p] <= 0)
                continue;
            area++;
            for (size_t c = 0; c < channels; c++) {
                const float v = TO_FLOAT(from[c]);
                sum[c] += v;
                at[c] = v > most[c] ? (uint16_t)p : at[c];
                most[c] = v > most[c] ? v : most[c];
            }
        }
        const elements_pool k = elements_pool_of(area);
        float *to = out + n * 3 * channels;
        for (size_t c = 0; c < channels; c++) {
            to[c] = sum[c] * k.mean;
            to[channels + c] = sum[c] * k.linear;
            to[2 * channels + c] = kind == NN_POOL_MAX ? most[c] : sum[c] * k.quadratic;
        }
    }
}

void NAME(back_pool)(const float *g, int rows, size_t points, size_t channels, const float *mask,
                     nn_pool_kind kind, const uint16_t *largest_at, ELEMENT *to)
{
    for (size_t n = 0; n < (size_t)rows; n++) {
        float area = 0, each[ELEMENTS_MAX];
        for (size_t p = 0; p < points; p++)
            area += !mask || mask[n * points + p] > 0;
        const elements_pool k = elements_pool_of(area);
        const float *d = g + n * 3 * channels;
        for (size_t c = 0; c < channels; c++)
            each[c] = d[c] * k.mean + d[channels + c] * k.linear +
                      (kind == NN_POOL_MAX ? 0 : d[2 * channels + c] * k.quadratic);
        for (size_t p = 0; p < points; p++) {
            ELEMENT *one = to + (n * points + p) * channels;
            const bool inside = !mask || mask[n * points + p] > 0;
            for (size_t c = 0; c < channels; c++)
                one[c] = FROM_FLOAT(inside ? each[c] : 0);
        }
        for (size_t c = 0; c < channels && kind == NN_POOL_MAX; c++) {
            ELEMENT *one = to + (n * points + largest_at[n * channels + c]) * channels + c;
            *one = FROM_FLOAT(TO_FLOAT(*one) + d[2 * channels + c]);
        }
    }
}

/* From [channels][points] to [points][channels]. */
void NAME(from_planes)(const float *from, int rows, size_t points, size_t channels, ELEMENT *to)
{
    for (size_t n = 0; n < (size_t)rows; n++, from += points * channels, to += points * channels)
        for (size_t p = 0; p < points; p++)
            for (size_t c = 0; c < channels; c++)
                to[p * channels + c] = FROM_FLOAT(from[c * points + p]);
}

void NAME(to_planes)(const ELEMENT *from, int rows, size_t points, size_t channels, float *to)
{
    for (size_t n = 0; n < (size_t)rows; n++, from += points * channels, to += points * channels)
        for (size_t p = 0; p < points; p++)
            for (size_t c = 0; c < channels; c++)
                to[c * points + p] = TO_FLOAT(from[p * channels + c]);
}

#undef ELEMENT
#undef NAME
#undef TO_FLOAT
#undef FROM_FLOAT
