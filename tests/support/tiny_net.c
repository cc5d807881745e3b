#include "tests/support/tiny_net.h"

#include <stdio.h>
#include <stdlib.h>

#include "nn/formats/model_read.h"

typedef struct pen {
    FILE *out;
    int version;
    unsigned count; /* numbers written, for different ones */
} pen;

static pen pen_open(char **text, size_t *n, int version)
{
    pen p = {open_memstream(text, n), version, 0};
    if (!p.out)
        abort();
    return p;
}

/* n numbers between -0.5 and 0.5, around `centre`, on one line. */
static void numbers(pen *p, int n, double centre)
{
    for (int i = 0; i < n; i++, p->count++) {
        double x = (double)(p->count * 37 % 101) / 101 - 0.5;
        fprintf(p->out, "%.3g%c", centre + x, i + 1 == n ? '\n' : ' ');
    }
}

/* ---- KataGo ---- */

static void conv(pen *p, int side, int in, int out)
{
    fprintf(p->out, "w %d %d %d %d 1 1\n", side, side, in, out);
    numbers(p, side * side * in * out, 0);
}

static void act(pen *p)
{
    static const char *const kinds[] = {"RELU", "MISH", "SILU", "IDENTITY"};
    fputs("a", p->out);
    if (p->version >= 11)
        fprintf(p->out, " ACTIVATION_%s", kinds[p->count % 4]);
    fputc('\n', p->out);
}

static void norm_act(pen *p, int channels)
{
    int has_scale = p->count % 2;
    fprintf(p->out, "n %d 0.001 %d 1\n", channels, has_scale);
    numbers(p, channels, 0);
    numbers(p, channels, 1);
    if (has_scale)
        numbers(p, channels, 1);
    numbers(p, channels, 0);
    act(p);
}

static void matmul(pen *p, int in, int out)
{
    fprintf(p->out, "m %d %d\n", in, out);
    numbers(p, in * out, 0);
}

static void bias(pen *p, int channels)
{
    fprintf(p->out, "b %d\n", channels);
    numbers(p, channels, 0);
}

static void ordinary(pen *p, int channels)
{
    fputs("ordinary_block o\n", p->out);
    norm_act(p, channels);
    conv(p, 3, channels, 3);
    norm_act(p, 3);
    conv(p, 3, 3, channels);
}

static void pooling(pen *p, int channels)
{
    fputs("gpool_block g\n", p->out);
    norm_act(p, channels);
    conv(p, 3, channels, 3);
    conv(p, 1, channels, 2);
    norm_act(p, 2);
    matmul(p, 6, 3);
    norm_act(p, 3);
    conv(p, 3, 3, channels);
}

static void transformer_norm(pen *p, int channels)
{
    fprintf(p->out, "t %d 1e-6\n", channels);
    numbers(p, channels, 1);
}

/* Two heads that share keys of 4 and values of 3 channels. */
static void attention(pen *p, int channels, int learned)
{
    fprintf(p->out, "transformer_attention_block t 2 1 4 3 1 %d\n", learned);
    transformer_norm(p, channels);
    matmul(p, channels, 8);
    matmul(p, channels, 4);
    matmul(p, channels, 3);
    matmul(p, 6, channels);
    if (learned) {
        fputs("r 1 2 2\n", p->out);
        numbers(p, 4, 0);
    } else {
        fputs("r 100.0\n", p->out);
    }
}

static void feed_forward(pen *p, int channels, int gated)
{
    fprintf(p->out, "transformer_ffn_block f %d 5 %d\n", channels, gated);
    transformer_norm(p, channels);
    matmul(p, channels, 5);
    if (gated)
        matmul(p, channels, 5);
    matmul(p, 5, channels);
}

static void nested(pen *p)
{
    bool transformer = p->version >= 17;
    fprintf(p->out, "nested_bottleneck_block n %d\n", transformer ? 5 : 2);
    norm_act(p, 4);
    conv(p, 1, 4, 2);
    ordinary(p, 2);
    fputs("nested_bottleneck_block i 1\n", p->out);
    norm_act(p, 2);
    conv(p, 1, 2, 2);
    pooling(p, 2);
    norm_act(p, 2);
    conv(p, 1, 2, 2);
    if (transformer) {
        attention(p, 2, 1);
        feed_forward(p, 2, 1);
        feed_forward(p, 2, 0);
    }
    norm_act(p, 2);
    conv(p, 1, 2, 4);
}

static void metadata(pen *p)
{
    fputs("meta 192\n", p->out);
    matmul(p, 192, 2);
    bias(p, 2);
    act(p);
    matmul(p, 2, 2);
    bias(p, 2);
    act(p);
    matmul(p, 2, 4);
}

static void header(pen *p)
{
    fprintf(p->out, "tiny %d 22 19\n", p->version);
    if (p->version >= 13)
        fputs("20 20 20 20 40 0.25 30\n", p->out);
    if (p->version >= 15)
        fputs("1 1 0 0 0 0 0 0\n", p->out);
}

static void trunk(pen *p)
{
    int blocks = p->version >= 17 ? 4 : p->version >= 11 ? 3 : 2;
    fprintf(p->out, "trunk %d 4 3 3 0 2\n", blocks);
    if (p->version >= 15)
        fprintf(p->out, "%d 0 0 0 0 0\n", p->version >= 17);
    conv(p, 1, 22, 4);
    matmul(p, 19, 4);
    if (p->version >= 15)
        metadata(p);
    ordinary(p, 4);
    pooling(p, 4);
    if (p->version >= 11)
        nested(p);
    if (p->version >= 17) {
        attention(p, 4, 0);
        fputs("rms 4 1e-6 1 0\n", p->out);
        numbers(p, 4, 1);
        numbers(p, 4, 0);
        act(p);
    } else {
        norm_act(p, 4);
    }
}

static void policy_head(pen *p)
{
    int policies = p->version < 12 ? 1 : p->version < 16 ? 2 : 4;
    fputs("policy\n", p->out);
    if (p->version >= 17)
        fputs("4 0 0 0\n", p->out);
    conv(p, 1, 4, 3);
    conv(p, 1, 4, 2);
    norm_act(p, 2);
    matmul(p, 6, 3);
    norm_act(p, 3);
    conv(p, 1, 3, policies);
    matmul(p, 6, p->version < 15 ? policies : 3);
    if (p->version < 15)
        return;
    bias(p, 3);
    act(p);
    matmul(p, 3, policies);
}

static void value_head(pen *p)
{
    int scores = p->version < 9 ? 4 : 6;
    fputs("value\n", p->out);
    if (p->version >= 17)
        fputs("0 0 0\n", p->out);
    conv(p, 1, 4, 2);
    norm_act(p, 2);
    matmul(p, 6, 3);
    bias(p, 3);
    act(p);
    matmul(p, 3, 3);
    bias(p, 3);
    matmul(p, 3, scores);
    bias(p, scores);
    conv(p, 1, 2, 1);
}

char *tiny_kata(int version, size_t *n)
{
    char *text;
    pen p = pen_open(&text, n, version);
    header(&p);
    trunk(&p);
    policy_head(&p);
    value_head(&p);
    fclose(p.out);
    return text;
}

/* ---- Leela Zero ---- */

static void lz_convolution(pen *p, int side, int in, int out)
{
    numbers(p, side * side * in * out, 0);
    numbers(p, out, 0);
    numbers(p, out, 0);
    numbers(p, out, 1);
}

char *tiny_lz(int version, int size, size_t *n)
{
    char *text;
    int area = size * size;
    pen p = pen_open(&text, n, version);
    fprintf(p.out, "%d\n", version);
    lz_convolution(&p, 3, 18, 2);
    for (int i = 0; i < 4; i++)
        lz_convolution(&p, 3, 2, 2);
    lz_convolution(&p, 1, 2, 2);
    numbers(&p, 2 * area * (area + 1), 0);
    numbers(&p, area + 1, 0);
    lz_convolution(&p, 1, 2, 1);
    numbers(&p, 3 * area, 0);
    numbers(&p, 3, 0);
    numbers(&p, 3, 0);
    numbers(&p, 1, 0);
    fclose(p.out);
    return text;
}

nn_model *tiny_model(int version, int size)
{
    size_t n;
    nn_model *m;
    go_error err;
    char *text = version > 2 ? tiny_kata(version, &n) : tiny_lz(version, size, &n);
    if (nn_model_parse(&m, text, n, "net", &err) != GO_OK) {
        fprintf(stderr, "tiny network of version %d: %s\n", version, err.message);
        abort();
    }
    free(text);
    return m;
}
