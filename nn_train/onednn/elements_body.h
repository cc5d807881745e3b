/* elements_body.h -- elements.h for one type of number, ELEMENT, with NAME(function), LOAD(p) and
 * STORE(p, lanes), and PARTS, SPLIT(p, lanes[PARTS]) and JOIN(p, lanes[PARTS]) of a vector.
 *
 * The bytes of a vector are a block: one or two times LANES numbers.  Two are the even and the odd
 * ones, which shifts tell apart, where numbers in their order would take permutations; so factors
 * and sums of channels are arranged by blocks, too.                            */

#define BLOCK ((size_t)LANES * PARTS) /* numbers */

typedef struct NAME(block) {
    lanes part[PARTS];
} NAME(block);

INLINE NAME(block) NAME(load)(const ELEMENT *p)
{
    NAME(block) x;
    SPLIT(p, x.part);
    return x;
}

/* Stores the first n numbers. */
INLINE void NAME(save)(ELEMENT *p, NAME(block) x, size_t n)
{
    ELEMENT some[BLOCK];
    if (n == BLOCK) {
        JOIN(p, x.part);
        return;
    }
    JOIN(some, x.part);
    copy_first(p, some, n, sizeof *p);
}

/* Where a channel is in an array that is arranged by blocks. */
INLINE size_t NAME(place)(size_t c)
{
    return c / BLOCK * BLOCK + c % PARTS * LANES + c % BLOCK / PARTS;
}

/* NULL stands for zeros. */
INLINE void NAME(arrange)(const float *from, size_t channels, float *to)
{
    for (size_t c = 0; c < channels + BLOCK; c++)
        to[NAME(place)(c)] = from && c < channels ? from[c] : 0;
}

INLINE void NAME(add_arranged)(float *to, const float *sums, size_t channels)
{
    for (size_t c = 0; c < channels; c++)
        to[c] += sums[NAME(place)(c)];
}

INLINE void NAME(store)(ELEMENT *p, lanes x, size_t n)
{
    ELEMENT some[LANES];
    if (n == LANES) {
        STORE(p, x);
        return;
    }
    STORE(some, x);
    copy_first(p, some, n, sizeof *p);
}

/* Stores n of the lanes or, if `adds`, adds them. */
INLINE void NAME(put)(ELEMENT *p, lanes x, bool adds, size_t n)
{
    if (adds)
        x += LOAD(p);
    NAME(store)(p, x, n);
}

/* ---- products ---- */

INLINE void NAME(finish_as)(ELEMENT *x, ELEMENT *out, int rows, size_t points, size_t channels,
                            const elements_tail *t, nn_activation a)
{
    const bool keeps = !elements_slope_from_result(a);
    float shift[CHANNELS], both[ELEMENTS_MAX];
    NAME(arrange)(t->bias, channels, shift);
    for (size_t n = 0; n < (size_t)rows; n++) {
        for (size_t c = 0; t->per_channel && c < channels; c++)
            both[c] = (t->bias ? t->bias[c] : 0) + t->per_channel[n * channels + c];
        if (t->per_channel)
            NAME(arrange)(both, channels, shift);
        for (size_t p = n * points; p < (n + 1) * points; p++) {
            const size_t at = p * channels;
            const ELEMENT *add = t->add ? (const ELEMENT *)t->add + at : NULL;
            if (t->mask && t->mask[p] <= 0) {
                memset(x + at, 0, channels * sizeof *x);
                memset(out + at, 0, channels * sizeof *out);
                continue;
            }
            for (size_t c = 0; c < channels; c += BLOCK) {
                const size_t some = left_of(BLOCK, channels, c);
                NAME(block) v = NAME(load)(x + at + c);
                for (size_t k = 0; k < PARTS; k++)
                    v.part[k] += lanes_load(shift + c + k * LANES);
                if (add) {
                    const NAME(block) more = NAME(load)(add + c);
                    for (size_t k = 0; k < PARTS; k++)
                        v.part[k] += more.part[k];
                }
                if (keeps)
                    NAME(save)(x + at + c, v, some);
                for (size_t k = 0; k < PARTS; k++)
                    v.part[k] = lanes_activate(a, v.part[k]);
                NAME(save)(out + at + c, v, some);
            }
        }
    }
}

void NAME(finish)(ELEMENT *x, ELEMENT *out, int rows, size_t points, size_t channels,
                  const elements_tail *t)
{
    WITH_ACTIVATION(t->activation, NAME(finish_as), x, out, rows, points, channels, t)
}

INLINE void NAME(back_finish_as)(ELEMENT *g, const ELEMENT *x, int rows, size_t points,
                                 size_t channels, const elements_tail *t, float *bias,
                                 float *per_channel, nn_activation a)
{
    float all[CHANNELS] = {0}, sum[CHANNELS];
    for (size_t n = 0; n < (size_t)rows; n++) {
        memset(sum, 0, (channels + BLOCK) * sizeof *sum);
        for (size_t p = n * points; p < (n + 1) * points; p++) {
            const size_t at = p * channels;
            if (t->mask && t->mask[p] <= 0) {
                memset(g + at, 0, channels * sizeof *g);
                continue;
            }
            for (size_t c = 0; c < channels; c += BLOCK) {
                NAME(block) d = NAME(load)(g + at + c);
                if (a != NN_IDENTITY) {
                    const NAME(block) in = NAME(load)(x + at + c);
                    for (size_t k = 0; k < PARTS; k++)
                        d.part[k] *= slope_of(a, in.part[k]);
                    NAME(save)(g + at + c, d, left_of(BLOCK, channels, c));
                }
                for (size_t k = 0; k < PARTS; k++)
                    add_lanes(sum + c + k * LANES, d.part[k]);
            }
        }
        for (size_t c = 0; c < channels + BLOCK; c++)
            all[c] += sum[c];
        if (per_channel)
            NAME(add_arranged)(per_channel + n * channels, sum, channels);
    }
    if (bias)
        NAME(add_arranged)(bias, all, channels);
}

void NAME(back_finish)(ELEMENT *g, const ELEMENT *x, int rows, size_t points, size_t channels,
                       const elements_tail *t, float *bias, float *per_channel)
{
    if (t->activation == NN_IDENTITY && !t->mask && !bias && !per_channel)
        return;
    WITH_ACTIVATION(t->activation, NAME(back_finish_as), g, x, rows, points, channels, t, bias,
                    per_channel)
}

/* ---- norms ---- */

INLINE void NAME(norm_as)(ELEMENT *out, const ELEMENT *x, int rows, size_t points, size_t channels,
                          const float *scale, const elements_tail *t, nn_activation a)
{
    float by[CHANNELS], shift[CHANNELS];
    NAME(arrange)(scale, channels, by);
    NAME(arrange)(t->bias, channels, shift);
    for (size_t p = 0; p < (size_t)rows * points; p++) {
        const size_t at = p * channels;
        if (t->mask && t->mask[p] <= 0) {
            memset(out + at, 0, channels * sizeof *out);
            continue;
        }
        for (size_t c = 0; c < channels; c += BLOCK) {
            NAME(block) v = NAME(load)(x + at + c);
            for (size_t k = 0, i = c; k < PARTS; k++, i += LANES) {
                const lanes scaled = v.part[k] * lanes_load(by + i) + lanes_load(shift + i);
                v.part[k] = lanes_activate(a, scaled);
            }
            NAME(save)(out + at + c, v, left_of(BLOCK, channels, c));
        }
    }
}

void NAME(norm)(ELEMENT *out, const ELEMENT *x, int rows, size_t points, size_t channels,
                const float *scale, const elements_tail *t)
{
    WITH_ACTIVATION(t->activation, NAME(norm_as), out, x, rows, points, channels, scale, t)
}

INLINE void NAME(norm_sums_as)(const ELEMENT *g, const ELEMENT *x, int rows, size_t points,
                               size_t channels, const float *scale, const elements_tail *t,
                               float *scale_gradient, float *bias_gradient, nn_activation a)
{
    float of_scale[CHANNELS] = {0}, of_bias[CHANNELS] = {0}, by[CHANNELS], shift[CHANNELS];
    NAME(arrange)(scale, channels, by);
    NAME(arrange)(t->bias, channels, shift);
    for (size_t p = 0; p < (size_t)rows * points; p++) {
        const size_t at = p * channels;
        if (t->mask && t->mask[p] <= 0)
            continue;
        for (size_t c = 0; c < channels; c += BLOCK) {
            __builtin_prefetch(x + at + c + ELEMENTS_AHEAD, 0, 2); /* x was made long ago */
            const NAME(block) in = NAME(load)(x + at + c), out = NAME(load)(g + at + c);
            for (size_t k = 0, i = c; k < PARTS; k++, i += LANES) {
                const lanes v = in.part[k] * lanes_load(by + i) + lanes_load(shift + i);
                const lanes d = out.part[k] * slope_of(a, v);
                add_lanes(of_bias + i, d);
                add_lanes(of_scale + i, d * in.part[k]);
            }
        }
    }
    NAME(add_arranged)(scale_gradient, of_scale, channels);
    NAME(add_arranged)(bias_gradient, of_bias, channels);
}

void NAME(norm_sums)(const ELEMENT *g, const ELEMENT *x, int rows, size_t points, size_t channels,
                     const float *scale, const elements_tail *t, float *scale_gradient,
                     float *bias_gradient)
{
    WITH_ACTIVATION(t->activation, NAME(norm_sums_as), g, x, rows, points, channels, scale, t,
                    scale_gradient, bias_gradient)
}

INLINE void NAME(back_norm_as)(const ELEMENT *g, const ELEMENT *x, ELEMENT *to, bool adds, int rows,
                               size_t points, size_t channels, const float *scale,
                               const elements_tail *t, const float *line_a, const float *line_b,
                               nn_activation a)
{
    float by[CHANNELS], shift[CHANNELS], line_by[CHANNELS], line_shift[CHANNELS];
    NAME(arrange)(scale, channels, by);
    NAME(arrange)(t->bias, channels, shift);
    NAME(arrange)(line_a, channels, line_by);
    NAME(arrange)(line_b, channels, line_shift);
    for (size_t p = 0; p < (size_t)rows * points; p++) {
        const size_t at = p * channels;
        if (t->mask && t->mask[p] <= 0) {
            if (!adds)
                memset(to + at, 0, channels * sizeof *to);
            continue;
        }
        for (size_t c = 0; c < channels; c += BLOCK) {
            const NAME(block) in = NAME(load)(x + at + c);
            NAME(block) d = NAME(load)(g + at + c);
            for (size_t k = 0, i = c; k < PARTS; k++, i += LANES) {
                const lanes scaled = in.part[k] * lanes_load(by + i) + lanes_load(shift + i);
                d.part[k] *= slope_of(a, scaled) * lanes_load(by + i);
                d.part[k] += in.part[k] * lanes_load(line_by + i) + lanes_load(line_shift + i);
            }
            if (adds) {
                const NAME(block) was = NAME(load)(to + at + c);
                for (size_t k = 0; k < PARTS; k++)
                    d.part[k] += was.part[k];
            }
            NAME(save)(to + at + c, d, left_of(BLOCK, channels, c));
        }
    }
}

void NAME(back_norm)(const ELEMENT *g, const ELEMENT *x, ELEMENT *to, bool adds, int rows,
                     size_t points, size_t channels, const float *scale, const elements_tail *t,
                     const float *a, const float *b)
{
    if (adds) {
        WITH_ACTIVATION(t->activation, NAME(back_norm_as), g, x, to, true, rows, points, channels,
                        scale, t, a, b)
    } else {
        WITH_ACTIVATION(t->activation, NAME(back_norm_as), g, x, to, false, rows, points, channels,
                        scale, t, a, b)
    }
}

const ELEMENT *NAME(read)(const elements_source *from, int row, int n, size_t points,
                          size_t channels, ELEMENT *board)
{
    const size_t first = (size_t)row * points, numbers = (size_t)n * points * channels;
    const ELEMENT *in = (const ELEMENT *)from->in + first * channels;
    elements_tail tail = from->tail;
    if (!from->scale)
        return in;
    tail.mask = tail.mask ? tail.mask + first : NULL;
    NAME(norm)(board, in, n, points, channels, from->scale, &tail);
    memset(board + numbers, 0, ELEMENTS_SLACK);
    return board;
}

/* Sums are formed row by row, which keeps them exact enough. */
void NAME(moments)(const ELEMENT *x, int rows, size_t points, size_t channels, const float *mask,
                   double *sums)
{
    float sum[CHANNELS], squares[CHANNELS];
    for (size_t row = 0; row < (size_t)rows; row++) {
        memset(sum, 0, (channels + BLOCK) * sizeof *sum);
        memset(squares, 0, (channels + BLOCK) * sizeof *squares);
        for (size_t p = row * points; p < (row + 1) * points; p++) {
            if (mask && mask[p] <= 0)
                continue;
            for (size_t c = 0; c < channels; c += BLOCK) {
                const NAME(block) in = NAME(load)(x + p * channels + c);
                for (size_t k = 0, i = c; k < PARTS; k++, i += LANES) {
                    add_lanes(sum + i, in.part[k]);
                    add_lanes(squares + i, in.part[k] * in.part[k]);
                }
            }
        }
        for (size_t c = 0; c < channels; c++) {
            sums[c] += (double)sum[NAME(place)(c)];
            sums[channels + c] += (double)squares[NAME(place)(c)];
        }
    }
}

/* ---- RMS norms ---- */

/* The sum of x y over n numbers, which are 0 off the board; scale, if any, is of x's channels. */
static float NAME(sum_of_products)(const ELEMENT *x, const ELEMENT *y, const float *scale,
                                   size_t points, size_t channels)
{
    lanes sum = lanes_of(0);
    float rest[LANES] = {0};
    for (size_t p = 0; p < points; p++, x += channels, y += channels)
        for (size_t c = 0; c < channels; c += LANES) {
            lanes v = LOAD(x + c) * LOAD(y + c);
            if (scale)
                v *= lanes_load(scale + c);
            if (left(channels, c) < LANES) {
                copy_first(rest, &v, left(channels, c), sizeof *rest);
                v = lanes_load(rest);
            }
            sum += v;
        }
    return lanes_sum(sum);
}

static float NAME(board_area)(const float *mask, size_t points)
{
    float area = 0;
    for (size_t p = 0; p < points; p++)
        area += !mask || mask[p] > 0;
    return area;
}

void NAME(rms_norm)(ELEMENT *out, const ELEMENT *x, int rows, size_t points, size_t channels,
                    const nn_layer *l, const float *scale, const elements_tail *t, float *factors)
{
    const size_t group = l->whole_board ? points : 1; /* points that share a factor */
    for (size_t k = 0; k < (size_t)rows * points / group; k++) {
        const float *mask = t->mask ? t->mask + k * group : NULL;
        const size_t first = k * group;
        const float area = l->whole_board ? NAME(board_area)(mask, points) : 1;
        const float mean = NAME(sum_of_products)(x + first * channels, x + first * channels, NULL,
                                                 group, channels) / ((float)channels * area);
        const float factor = factors[k] = 1 / sqrtf(mean + l->epsilon);
        for (size_t p = first; p < first + group; p++) {
            const size_t at = p * channels;
            const float inside = !t->mask || t->mask[p] > 0;
            for (size_t c = 0; c < channels; c += LANES) {
                lanes v = LOAD(x + at + c) * (lanes_load(scale + c) * factor);
                if (t->bias)
                    v += lanes_load(t->bias + c);
                v = lanes_activate(t->activation, v) * inside;
                NAME(store)(out + at + c, v, left(channels, c));
            }
        }
    }
}

/* With f the factor and n the numbers of its mean, d f / d x_j = -f^3 x_j / n. */
void NAME(back_rms_norm)(ELEMENT *g, const ELEMENT *x, ELEMENT *to, bool adds, int rows,
                         size_t points, size_t channels, const nn_layer *l, const float *scale,
                         const elements_tail *t, const float *factors, float *scale_gradient,
                         float *bias_gradient)
{
    const size_t group = l->whole_board ? points : 1;
    float of_scale[ELEMENTS_MAX + LANES] = {0}, of_bias[ELEMENTS_MAX + LANES] = {0};
    for (size_t k = 0; k < (size_t)rows * points / group; k++) {
        const size_t first = k * group;
        const float *mask = t->mask ? t->mask + first : NULL;
        const float area = l->whole_board ? NAME(board_area)(mask, points) : 1;
        const float f = factors[k];
        for (size_t p = first; p < first + group; p++) {
            const size_t at = p * channels;
            const float inside = !t->mask || t->mask[p] > 0;
            for (size_t c = 0; c < channels; c += LANES) {
                const lanes in = LOAD(x + at + c) * f;
                lanes v = in * lanes_load(scale + c), d = LOAD(g + at + c) * inside;
                if (t->bias)
                    v += lanes_load(t->bias + c);
                d *= slope_of(t->activation, v);
                NAME(store)(g + at + c, d, left(channels, c));
                lanes_store(of_bias + c, lanes_load(of_bias + c) + d);
                lanes_store(of_scale + c, lanes_load(of_scale + c) + d * in);
            }
        }
        const float pull = f * f * f / ((float)channels * area) *
                           NAME(sum_of_products)(g + first * channels, x + first * channels, scale,
                                                 group, channels);
        for (size_t p = first; p < first + group; p++) {
            const size_t at = p * channels;
            for (size_t c = 0; c < channels; c += LANES) {
                lanes d = LOAD(g + at + c) * (lanes_load(scale + c) * f) - LOAD(x + at + c) * pull;
                NAME(put)(to + at + c, d, adds, left(channels, c));
            }
        }
    }
    add_sums(scale_gradient, of_scale, channels);
    if (bias_gradient)
        add_sums(bias_gradient, of_bias, channels);
}

/* ---- whole tensors ---- */

void NAME(add)(ELEMENT *to, const ELEMENT *from, size_t n)
{
    for (size_t i = 0; i < n; i += BLOCK) {
        NAME(block) v = NAME(load)(to + i), more = NAME(load)(from + i);
        for (size_t k = 0; k < PARTS; k++)
            v.part[k] += more.part[k];
        NAME(save)(to + i, v, left_of(BLOCK, n, i));
    }
}

void NAME(product)(const ELEMENT *a, const ELEMENT *b, ELEMENT *to, bool adds, size_t n)
{
    for (size_t i = 0; i < n; i += LANES) {
        const lanes v = LOAD(a + i) * LOAD(b + i);
        NAME(put)(to + i, v, adds, left(n, i));
    }
}

/* ---- some of the channels ---- */

void NAME(take)(const ELEMENT *from, size_t points, size_t step, size_t channels, float *to)
{
    const size_t wide = onednn_stride((int)channels);
    for (size_t p = 0; p < points; p++, from += step, to += wide) {
        for (size_t c = 0; c < channels; c += LANES)
            lanes_store(to + c, LOAD(from + c));
        memset(to + channels, 0, (wide - channels) * sizeof *to);
    }
}

void NAME(give)(const float *from, size_t points, size_t step, size_t channels, ELEMENT *to,
                bool adds)
{
    for (size_t p = 0; p < points; p++, from += onednn_stride((int)channels), to += step)
        for (size_t c = 0; c < channels; c += LANES)
            NAME(put)(to + c, lanes_load(from + c), adds, left(channels, c));
}

/* ---- pooling ---- */

/* Sums and largest values of some channels of one board, from its first point on. */
INLINE void NAME(pool_lanes)(const ELEMENT *x, size_t points, size_t channels, const float *mask,
                             lanes *sum, lanes *most, int_lanes *at)
{
    *sum = lanes_of(0);
    *most = lanes_of(-INFINITY);
    *at = (int_lanes){0};
    for (size_t p = 0; p < points; p++) {
        if (mask && mask[p] <= 0)
            continue;
        const lanes v = LOAD(x + p * channels);
        const int_lanes more = v > *most;
        *sum += v;
        *most = lanes_pick(more, v, *most);
        *at = (more & (int)p) | (~more & *at);
    }
}

void NAME(pool)(const ELEMENT *x, int rows, size_t points, size_t channels, const float *mask,
                nn_pool_kind kind, float *out, uint16_t *largest_at)
{
    for (size_t n = 0; n < (size_t)rows; n++) {
        const float *inside = mask ? mask + n * points : NULL;
        const elements_pool k = elements_pool_of(NAME(board_area)(inside, points));
        float *to = out + n * 3 * channels;
        for (size_t c = 0; c < channels; c += LANES) {
            lanes sum, most;
            int_lanes at;
            NAME(pool_lanes)(x + n * points * channels + c, points, channels, inside, &sum, &most,
                             &at);
            for (size_t i = 0; i < left(channels, c); i++) {
                to[c + i] = sum[i] * k.mean;
                to[channels + c + i] = sum[i] * k.linear;
                to[2 * channels + c + i] = kind == NN_POOL_MAX ? most[i] : sum[i] * k.quadratic;
                largest_at[n * channels + c + i] = (uint16_t)at[i];
            }
        }
    }
}

void NAME(back_pool)(const float *g, int rows, size_t points, size_t channels, const float *mask,
                     nn_pool_kind kind, const uint16_t *largest_at, ELEMENT *to)
{
    float each[ELEMENTS_MAX + LANES];
    for (size_t n = 0; n < (size_t)rows; n++) {
        const float *inside = mask ? mask + n * points : NULL;
        const elements_pool k = elements_pool_of(NAME(board_area)(inside, points));
        const float *d = g + n * 3 * channels;
        ELEMENT *board = to + n * points * channels;
        for (size_t c = 0; c < channels; c++)
            each[c] = d[c] * k.mean + d[channels + c] * k.linear +
                      (kind == NN_POOL_MAX ? 0 : d[2 * channels + c] * k.quadratic);
        for (size_t p = 0; p < points; p++) {
            const float counts = !inside || inside[p] > 0;
            for (size_t c = 0; c < channels; c += LANES)
                NAME(store)(board + p * channels + c, lanes_load(each + c) * counts,
                            left(channels, c));
        }
        for (size_t c = 0; c < channels && kind == NN_POOL_MAX; c++) {
            ELEMENT *one = board + largest_at[n * channels + c] * channels + c;
            NAME(store)(one, LOAD(one) + d[2 * channels + c], 1);
        }
    }
}

/* From [channels][points] to [points][channels]. */
void NAME(from_planes)(const float *from, int rows, size_t points, size_t channels, ELEMENT *to)
{
    for (size_t n = 0; n < (size_t)rows; n++, from += points * channels, to += points * channels)
        for (size_t p = 0; p < points; p++)
            for (size_t c = 0; c < channels; c++)
                NAME(store)(to + p * channels + c, lanes_of(from[c * points + p]), 1);
}

void NAME(to_planes)(const ELEMENT *from, int rows, size_t points, size_t channels, float *to)
{
    for (size_t n = 0; n < (size_t)rows; n++, from += points * channels, to += points * channels)
        for (size_t p = 0; p < points; p++)
            for (size_t c = 0; c < channels; c++)
                to[c * points + p] = LOAD(from + p * channels + c)[0];
}

#undef ELEMENT
#undef NAME
#undef LOAD
#undef STORE
#undef PARTS
#undef SPLIT
#undef JOIN
#undef BLOCK
