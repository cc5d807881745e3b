#include "tests/support/drawn_planes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/coord.h"

static void give_up(const char *why, const char *what)
{
    fprintf(stderr, "a bad position in a test: %s: %s\n", why, what);
    abort();
}

nn_position *position_on(int width, int height, const char *rules_name)
{
    nn_position *p;
    rules r;
    go_error err;
    if (!rules_by_name(rules_name, &r))
        give_up("no such rules", rules_name);
    if (nn_position_create(&p, width, height, &r, 7, &err) != GO_OK)
        give_up("cannot be created", err.message);
    return p;
}

nn_position *position_of(int size, const char *drawing, const char *rules_name, colour to_move)
{
    nn_position *p = position_on(size, size, rules_name);
    int n = 0;
    for (const char *s = drawing; *s; s++) {
        if (*s == ' ')
            continue;
        point at = board_point_at(size, n);
        if (*s != '.')
            nn_position_setup(p, *s == 'O' ? WHITE : BLACK, at, to_move);
        n++;
    }
    if (n != size * size)
        give_up("not as many points as the board has", drawing);
    nn_position_turn(p, to_move);
    return p;
}

point spot(const nn_position *p, const char *name)
{
    point at;
    int size = p->width > p->height ? p->width : p->height;
    if (!coord_from_gtp(size, name, &at))
        give_up("no such point", name);
    return at == PASS ? PASS : (point)(at - (size - p->height) * (size + 1));
}

void play_all(nn_position *p, const char *moves)
{
    char text[2000], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (char *who; (who = strtok_r(rest, " ", &rest));) {
        char *where = strtok_r(NULL, " ", &rest);
        go_error err;
        if (nn_position_play(p, *who == 'B' ? BLACK : WHITE, spot(p, where), &err) != GO_OK)
            give_up(err.message, where);
    }
}

void kata_inputs(const nn_position *p, const nn_view *v, inputs *in)
{
    const nn_model model = {
        .family = NN_KATAGO, .version = 8, .planes = NN_KATA_PLANES, .globals = NN_KATA_GLOBALS};
    nn_view plain = nn_view_plain(p->width > p->height ? p->width : p->height);
    if (!v)
        v = &plain;
    in->size = v->size;
    nn_encode(&model, p, v, NULL, in->planes, in->globals, in->mask);
}

bool plane_is(const inputs *in, int plane, const char *drawing)
{
    const float *found = in->planes + plane * in->size * in->size;
    int n = 0, wrong = 0;
    for (const char *s = drawing; *s; s++)
        if (*s != ' ')
            wrong += found[n++] != (float)(*s == '1');
    if (n == in->size * in->size && !wrong)
        return true;
    fprintf(stderr, "plane %d is\n", plane);
    for (int i = 0; i < in->size * in->size; i++)
        fprintf(stderr, "%c%c", ".1"[found[i] > 0], (i + 1) % in->size ? ' ' : '\n');
    return false;
}

int plane_sum(const inputs *in, int plane)
{
    float sum = 0;
    for (int i = 0; i < in->size * in->size; i++)
        sum += in->planes[plane * in->size * in->size + i];
    return (int)sum;
}
