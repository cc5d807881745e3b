/* Writes a row of the buffer into a batch. */
#include "nn_train/npz/import_state.h"

#include <string.h>

#include "board/symmetry.h"

enum { HISTORY = 5 }; /* moves that are shown */

/* Which of the row's points goes to point `at` of a buffer of `size`: its place in arrays of
 * `side`.                                                                     */
static void place_points(int symmetry, int size, int side, uint16_t *from)
{
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            int u = x, v = y;
            symmetry_xy(symmetry, size, &u, &v);
            from[v * size + u] = (uint16_t)(y * side + x);
        }
}

/* Which plane of the row is shown in plane p when only `shown` moves of the history are: the older
 * moves are not there, and ladders were what they are on the oldest board that is. */
static int plane_shown(int p, int shown)
{
    if (p >= 9 && p < 14 && p - 9 >= shown)
        return -1;
    return (p == 15 || p == 16) && p - 14 > shown ? 14 + shown : p;
}

static void fill_inputs(const kept_row *r, const uint16_t *from, int hidden, nn_rows *rows, int i)
{
    const size_t area = (size_t)rows->size * (size_t)rows->size, bytes = kata_plane_bytes(r->side);
    const int shown = HISTORY - hidden;
    float *planes = rows->planes + (size_t)i * NN_KATA_PLANES * area;
    float *globals = rows->globals + (size_t)i * NN_KATA_GLOBALS;
    for (int p = 0; p < NN_KATA_PLANES; p++) {
        const int of = plane_shown(p, shown);
        const uint8_t *bits = planes_of(r) + (size_t)(of < 0 ? 0 : of) * bytes;
        for (size_t k = 0; k < area; k++)
            planes[(size_t)p * area + k] =
                of < 0 ? 0 : (float)(bits[from[k] / 8] >> (7 - from[k] % 8) & 1);
    }
    memcpy(rows->mask + (size_t)i * area, planes, area * sizeof *planes);
    memcpy(globals, r->globals, sizeof r->globals);
    for (int k = shown; k < HISTORY; k++)
        globals[k] = 0;
}

/* Shares of visits; returns the move with the most, and their sum. */
static uint16_t fill_shares(const kept_row *r, const uint16_t *from, int which, nn_rows *rows,
                            int i, double *sum)
{
    const size_t area = (size_t)rows->size * (size_t)rows->size;
    const size_t all = (size_t)(r->side * r->side);
    const uint8_t *visits = visits_of(r) + 2 * (size_t)which * (all + 1);
    float *shares = rows->shares + (2 * (size_t)i + (size_t)which) * (area + 1);
    size_t best = area;
    *sum = 0;
    for (size_t k = area + 1; k-- > 0;) {
        int16_t n;
        memcpy(&n, visits + 2 * (k < area ? (size_t)from[k] : all), sizeof n);
        shares[k] = n > 0 ? n : 0;
        *sum += (double)shares[k];
        best = shares[k] > shares[best] ? k : best;
    }
    for (size_t k = 0; k <= area && *sum > 0; k++)
        shares[k] = (float)((double)shares[k] / *sum);
    return (uint16_t)best;
}

static void fill_moves(const kept_row *r, const uint16_t *from, nn_rows *rows, int i)
{
    const float *t = r->targets;
    double moves, answers;
    rows->policy[i] = fill_shares(r, from, 0, rows, i, &moves);
    rows->answer[i] = fill_shares(r, from, 1, rows, i, &answers);
    rows->has_shares[i] = true;
    rows->policy_weight[i] = moves > 0 ? t[KATA_ROW_WEIGHT] * t[KATA_POLICY_WEIGHT] : 0;
    rows->answer_weight[i] = answers > 0 ? t[KATA_ROW_WEIGHT] * t[KATA_ANSWER_WEIGHT] : 0;
}

static void fill_results(const kept_row *r, const uint16_t *from, nn_rows *rows, int i)
{
    const float *t = r->targets, whole = t[KATA_ROW_WEIGHT];
    const size_t area = (size_t)rows->size * (size_t)rows->size;
    memcpy(rows->value + 3 * (size_t)i, t + KATA_GAME, 3 * sizeof *t);
    rows->value_weight[i] = whole * (1 - t[KATA_GAME_UNUSED]);
    rows->search[i] = t[KATA_SEARCH] + t[KATA_SEARCH + 2] / 2;
    rows->search_weight[i] = whole * (1 - t[KATA_LATER_UNUSED]);
    rows->score[i] = t[KATA_MARGIN];
    rows->score_weight[i] = rows->ownership_weight[i] = whole * t[KATA_END_WEIGHT];
    for (size_t k = 0; k < area; k++)
        rows->ownership[(size_t)i * area + k] = owners_of(r)[from[k]];
}

void nn_import_fill(const nn_import *im, sample_row row, nn_rows *rows, int i)
{
    uint16_t from[NN_MAX_SIZE * NN_MAX_SIZE] = {0};
    const kept_row *r = row_at(im, im->by_size[row.position]);
    const float *value = r->targets + KATA_GAME;
    place_points(row.symmetry, rows->size, r->side, from);
    fill_inputs(r, from, row.hidden, rows, i);
    fill_moves(r, from, rows, i);
    fill_results(r, from, rows, i);
    rows->origin[i] = (row_origin){.position = r->number, .ply = (int32_t)r->targets[KATA_TURN],
                                   .input = (uint16_t)r->input, .size = r->size,
                                   .symmetry = (uint8_t)row.symmetry, .hidden = (uint8_t)row.hidden,
                                   .won = (int8_t)((value[0] > value[1]) - (value[0] < value[1]))};
}
