#include "nn/inputs/encode_key.h"

#include "base/rng.h"

static uint64_t stir(uint64_t key, uint64_t value)
{
    return rng_mix64(key ^ value) + 0x9e3779b97f4a7c15u;
}

static uint64_t stir_real(uint64_t key, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return stir(key, bits);
}

/* The first n bytes, at most 8 at a time. */
static uint64_t stir_bytes(uint64_t key, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + i, n - i < sizeof word ? n - i : sizeof word);
        key = stir(key, word);
    }
    return key;
}

/* ---- what each family looks at ---- */

static uint64_t leela_key(uint64_t key, const nn_position *p)
{
    size_t points = (size_t)nn_position_board(p, 0)->n_points;
    for (int ago = 0; ago < NN_PAST_STONES; ago++) {
        const uint8_t *stones = nn_position_stones(p, ago);
        key = stones ? stir_bytes(key, stones, points) : stir(key, 1);
    }
    return key;
}

static uint64_t bans_key(uint64_t key, const nn_position *p)
{
    const board *b = nn_position_board(p, 0);
    if (p->phase == 0 && p->rules.ko == KO_SIMPLE)
        return key; /* the boards tell it */
    for (int i = 0; i < b->n_empty; i++)
        if (nn_position_banned(p, b->empty[i]))
            key += rng_mix64(b->empty[i]); /* in any order */
    return stir(key, 2);
}

static uint64_t encore_key(uint64_t key, const nn_position *p)
{
    size_t points = (size_t)nn_position_board(p, 0)->n_points;
    if (p->phase == 0)
        return key;
    key = stir_bytes(key, p->no_retake, points * sizeof p->no_retake[0]);
    return stir_bytes(key, p->encore_start, points);
}

static uint64_t rules_key(uint64_t key, const nn_position *p)
{
    const rules *r = &p->rules;
    const uint8_t small[] = {(uint8_t)r->scoring,
                             (uint8_t)r->ko,
                             (uint8_t)r->tax,
                             r->suicide,
                             r->friendly_pass,
                             (uint8_t)p->phase,
                             p->over,
                             p->button,
                             (uint8_t)(p->n_passes > 0),
                             nn_position_pass_ends_phase(p)};
    return stir_bytes(key, small, sizeof small);
}

static uint64_t kata_key(uint64_t key, const nn_position *p, const nn_view *v)
{
    for (int ago = 0; ago < NN_PAST_BOARDS; ago++) {
        const board *b = nn_position_board(p, ago);
        key = stir(stir(key, b->hash), b->ko);
    }
    for (int i = 0; i < p->n_turns; i++)
        key = stir(key, p->past_move[i].at);
    key = stir(key, (uint64_t)p->n_turns);
    key = rules_key(encore_key(bans_key(key, p), p), p);
    key = stir_real(key, nn_position_own_komi(p, v->draw_value));
    return stir_real(stir(key, v->hide_last_pass), v->doubling);
}

static uint64_t profile_key(uint64_t key, const nn_profile *p)
{
    key = stir(stir(key, (uint64_t)p->rank), (uint64_t)p->days);
    return stir(key, (uint64_t)p->amateur << 1 | p->recent);
}

uint64_t nn_encode_key(const nn_model *m, const nn_position *p, const nn_view *v)
{
    uint64_t key = stir((uint64_t)p->width << 32 | (uint64_t)p->height, (uint64_t)p->to_move);
    key = stir(key, (uint64_t)v->symmetry);
    if (m->meta)
        key = profile_key(key, &v->profile);
    return m->family == NN_LEELA_ZERO ? leela_key(key, p) : kata_key(key, p, v);
}
