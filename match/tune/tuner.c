#include "match/tune/tuner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/rating/stats.h"

enum {
    FIRST_PAIRS = 6,      /* spread evenly, and */
    FIRST_PER_AXIS = 2,   /* so many more for each axis */
    SPREAD_EVERY = 5,     /* later one pair in so many */
    LEARN_FIRST = 12,     /* games from which the kernel is learned */
    CANDIDATES_AXIS = 300, /* places where a drawn surface is looked at, for each axis */
    CANDIDATES = 1500,    /* and at most */
    ANCHOR_GAMES = 100000, /* that a known score counts for */
    SWEEPS = 6            /* of the search around the best of them, each half as wide */
};

static const double learn_growth = 1.25; /* it is learned again when games have grown so much */

typedef struct tuned_game {
    int sample; /* its pair */
    double points;
} tuned_game;

/* A pair that was given out and has not been added yet. */
typedef struct open_pair {
    int64_t pair;
    double place[BASIS_AXES];
} open_pair;

struct tuner {
    const tune_space *space;
    int n_opponents;
    uint64_t seed;
    surface *surface;
    tuned_game *games;       /* [n], in the order they ended */
    int n, capacity;
    surface_sample *samples; /* [n_samples], by pair, and room for the anchor */
    int64_t *pair;           /* [n_samples] */
    surface_sample *early;   /* scratch: the samples of the first games, and the anchor */
    int n_samples;
    bool anchored;
    surface_sample anchor;   /* where the score is known */
    open_pair *open;         /* [n_open] */
    int n_open;
    int learned;             /* games from which the kernel was learned */
    int fitted;              /* games to which the surface was fitted; -1: none */
    int n_candidates;
    double *place;           /* [n_candidates][BASIS_AXES] */
    double *features;        /* [n_candidates][surface_size], or NULL: not computed */
    double *weights;         /* [surface_size], scratch */
};

static go_status no_memory(go_error *err)
{
    return go_fail(err, GO_ENOMEM, "out of memory for the games of a tuning");
}

/* ---- creating ---- */

/* J. Halton, 1960: the digits of k in base `prime`, mirrored at the point. */
static double halton(uint64_t k, unsigned prime)
{
    double x = 0, digit = 1;
    for (; k > 0; k /= prime) {
        digit /= prime;
        x += digit * (double)(k % prime);
    }
    return x;
}

/* The k-th of places spread evenly, shifted by the seed and for each opponent. */
static void spread_place(const tuner *t, uint64_t k, int opponent, double *place)
{
    static const unsigned primes[BASIS_AXES] = {2, 3, 5, 7, 11, 13, 17, 19};
    rng shifts = rng_seed(rng_mix64(t->seed) + (uint64_t)opponent);
    for (int i = 0; i < t->space->n; i++) {
        const tune_setting *s = &t->space->at[i];
        double x = halton(k, primes[i]) + rng_double(&shifts);
        x -= floor(x);
        place[i] = s->n_words ? floor(x * s->n_words) : x;
    }
    tune_space_snap(t->space, place);
}

static go_status place_candidates(tuner *t, go_error *err)
{
    t->n_candidates = CANDIDATES_AXIS * t->space->n;
    t->n_candidates = t->n_candidates < CANDIDATES ? t->n_candidates : CANDIDATES;
    t->place = calloc((size_t)t->n_candidates, BASIS_AXES * sizeof *t->place);
    if (!t->place)
        return no_memory(err);
    for (int k = 0; k < t->n_candidates; k++)
        spread_place(t, (uint64_t)k, 0, &t->place[k * BASIS_AXES]);
    return GO_OK;
}

go_status tuner_create(tuner **out, const tune_space *space, int n_opponents, uint64_t seed,
                       go_error *err)
{
    basis_axis axes[BASIS_AXES];
    tuner *t = *out = calloc(1, sizeof *t);
    if (!t)
        return no_memory(err);
    t->space = space;
    t->n_opponents = n_opponents;
    t->seed = seed;
    t->fitted = -1;
    for (int i = 0; i < space->n; i++)
        axes[i] = (basis_axis){.words = space->at[i].n_words};
    go_status status = surface_create(&t->surface, axes, space->n, n_opponents, err);
    if (status == GO_OK)
        status = place_candidates(t, err);
    if (status == GO_OK)
        return GO_OK;
    tuner_destroy(t);
    *out = NULL;
    return status;
}

void tuner_destroy(tuner *t)
{
    if (!t)
        return;
    surface_destroy(t->surface);
    free(t->games);
    free(t->samples);
    free(t->early);
    free(t->pair);
    free(t->open);
    free(t->place);
    free(t->features);
    free(t->weights);
    free(t);
}

/* ---- games ---- */

static go_status make_room(tuner *t, go_error *err)
{
    if (t->n < t->capacity)
        return GO_OK;
    size_t n = 2 * (size_t)t->capacity + 64;
    tuned_game *games = realloc(t->games, n * sizeof *games);
    t->games = games ? games : t->games;
    surface_sample *samples = realloc(t->samples, (n + 1) * sizeof *samples);
    t->samples = samples ? samples : t->samples;
    surface_sample *early = realloc(t->early, (n + 1) * sizeof *early);
    t->early = early ? early : t->early;
    int64_t *pair = realloc(t->pair, n * sizeof *pair);
    t->pair = pair ? pair : t->pair;
    if (!games || !samples || !early || !pair)
        return no_memory(err);
    t->capacity = (int)n;
    return GO_OK;
}

/* Pairs are played in order, so the one looked for is near the end.  -1: none. */
static int find_pair(const tuner *t, int64_t pair)
{
    int i = t->n_samples - 1;
    while (i >= 0 && t->pair[i] != pair)
        i--;
    return i;
}

static int find_open(const tuner *t, int64_t pair)
{
    int i = t->n_open - 1;
    while (i >= 0 && t->open[i].pair != pair)
        i--;
    return i;
}

static void close_pair(tuner *t, int64_t pair)
{
    int at = find_open(t, pair);
    if (at >= 0)
        t->open[at] = t->open[--t->n_open];
}

static go_status remember_open(tuner *t, int64_t pair, const double *place, go_error *err)
{
    open_pair *open = realloc(t->open, ((size_t)t->n_open + 1) * sizeof *open);
    if (!open)
        return no_memory(err);
    t->open = open;
    open[t->n_open].pair = pair;
    memcpy(open[t->n_open++].place, place, BASIS_AXES * sizeof *place);
    return GO_OK;
}

go_status tuner_anchor(tuner *t, const double *place, go_error *err)
{
    GO_TRY(make_room(t, err));
    t->anchor = (surface_sample){.games = ANCHOR_GAMES, .points = ANCHOR_GAMES / 2.0};
    memcpy(t->anchor.at, place, (size_t)t->space->n * sizeof *place);
    t->anchored = true;
    t->fitted = -1;
    return GO_OK;
}

go_status tuner_add(tuner *t, int64_t pair, const char *settings, int opponent, double points,
                    go_error *err)
{
    surface_sample one = {.opponent = opponent};
    if (opponent < 0 || opponent >= t->n_opponents ||
        !tune_space_place(t->space, settings, one.at))
        return go_fail(err, GO_EINVAL,
                       "a game was played with the settings '%s', which this tuning does not have",
                       settings);
    GO_TRY(make_room(t, err));
    int at = find_pair(t, pair);
    if (at < 0) {
        at = t->n_samples++;
        t->samples[at] = one;
        t->pair[at] = pair;
        close_pair(t, pair);
    }
    t->samples[at].games += 1;
    t->samples[at].points += points;
    t->games[t->n++] = (tuned_game){at, points};
    return GO_OK;
}

int64_t tuner_games(const tuner *t)
{
    return t->n;
}

int tuner_samples(const tuner *t)
{
    return t->n_samples;
}

const surface_sample *tuner_sample(const tuner *t, int i)
{
    return &t->samples[i];
}

/* ---- fitting ---- */

/* Puts the anchor, if there is one, after n samples; returns their number. */
static int with_anchor(const tuner *t, surface_sample *samples, int n)
{
    if (t->anchored)
        samples[n] = t->anchor;
    return n + t->anchored;
}

/* The samples of the first n games and the anchor; returns their number. */
static int early_samples(tuner *t, int n)
{
    int n_samples = 0;
    for (int g = 0; g < n; g++) {
        int at = t->games[g].sample;
        if (at == n_samples) {
            t->early[n_samples] = t->samples[at];
            t->early[n_samples].games = t->early[n_samples].points = 0;
            n_samples++;
        }
        t->early[at].games += 1;
        t->early[at].points += t->games[g].points;
    }
    return with_anchor(t, t->early, n_samples);
}

/* Learns the kernel at fixed numbers of games, so that it does not depend on when the
 * program was started; fits the surface to all games.                         */
static go_status fit(tuner *t, go_error *err)
{
    int milestone = LEARN_FIRST;
    if (t->fitted == t->n)
        return GO_OK;
    while ((int)(learn_growth * milestone) <= t->n)
        milestone = (int)(learn_growth * milestone);
    if (t->n >= milestone && milestone != t->learned) {
        GO_TRY(surface_learn(t->surface, t->early, early_samples(t, milestone), err));
        t->learned = milestone;
    }
    t->fitted = -1;
    GO_TRY(surface_fit(t->surface, t->samples, with_anchor(t, t->samples, t->n_samples), err));
    free(t->features);
    free(t->weights);
    t->features = NULL;
    t->weights = calloc((size_t)surface_size(t->surface), sizeof *t->weights);
    if (!t->weights)
        return no_memory(err);
    t->fitted = t->n;
    return GO_OK;
}

static go_status look_at_candidates(tuner *t, go_error *err)
{
    size_t size = (size_t)surface_size(t->surface);
    if (t->features)
        return GO_OK;
    t->features = calloc((size_t)t->n_candidates, size * sizeof *t->features);
    if (!t->features)
        return no_memory(err);
    for (int k = 0; k < t->n_candidates; k++)
        surface_features(t->surface, &t->place[k * BASIS_AXES], &t->features[(size_t)k * size]);
    return GO_OK;
}

/* ---- the maximum of a surface ---- */

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static double height(const tuner *t, const double *weights, const double *place, double *features)
{
    surface_features(t->surface, place, features);
    return product(weights, features, surface_size(t->surface));
}

/* Tries another value along one axis, `step` of its range or so many words away. */
static bool try_step(const tuner *t, const double *weights, int axis, double step, double *place,
                     double *highest, double *features)
{
    double trial[BASIS_AXES];
    const tune_setting *s = &t->space->at[axis];
    double most = s->n_words ? s->n_words - 1 : 1;
    memcpy(trial, place, sizeof trial);
    trial[axis] = fmin(fmax(trial[axis] + step, 0), most);
    if (trial[axis] == place[axis])
        return false;
    double found = height(t, weights, trial, features);
    if (found <= *highest)
        return false;
    *highest = found;
    memcpy(place, trial, sizeof trial);
    return true;
}

/* The best candidate, and from there uphill along one axis at a time. */
static go_status find_maximum(tuner *t, const double *weights, double place[BASIS_AXES],
                              go_error *err)
{
    GO_TRY(look_at_candidates(t, err));
    int size = surface_size(t->surface), best = 0;
    double highest = -INFINITY;
    for (int k = 0; k < t->n_candidates; k++) {
        double found = product(weights, &t->features[(size_t)k * (size_t)size], size);
        if (found > highest) {
            highest = found;
            best = k;
        }
    }
    memcpy(place, &t->place[best * BASIS_AXES], BASIS_AXES * sizeof *place);
    double *features = calloc((size_t)size, sizeof *features);
    if (!features)
        return no_memory(err);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double step = ldexp(0.125, -sweep);
        for (int i = 0; i < t->space->n; i++) {
            int words = t->space->at[i].n_words;
            for (int w = 1 - words; w < words; w++)
                try_step(t, weights, i, w, place, &highest, features);
            for (int up = 0; up < 2 && !words; up++)
                while (try_step(t, weights, i, up ? step : -step, place, &highest, features))
                    ;
        }
    }
    free(features);
    tune_space_snap(t->space, place);
    return GO_OK;
}

/* ---- choosing ---- */

/* Which of the places spread evenly a pair plays; -1: none, the games decide.  Each opponent has a
 * sequence of its own, which takes every number: one of every second or fifth number would stay in
 * a half or a fifth of the range whose prime this is.                          */
static int64_t spread_number(const tuner *t, int64_t pair)
{
    const int first = FIRST_PAIRS + FIRST_PER_AXIS * t->space->n;
    const int64_t round = pair / t->n_opponents;
    if (pair < first || t->n == 0)
        return round;
    return round % SPREAD_EVERY == 0 ? first + round / SPREAD_EVERY : -1;
}

static go_status new_place(tuner *t, int64_t pair, double place[BASIS_AXES], go_error *err)
{
    rng random = rng_seed(rng_mix64(t->seed + 1) ^ (uint64_t)pair);
    const int64_t spread = spread_number(t, pair);
    if (spread >= 0) {
        spread_place(t, (uint64_t)spread, (int)(pair % t->n_opponents), place);
        return GO_OK;
    }
    GO_TRY(fit(t, err));
    surface_draw(t->surface, &random, t->weights);
    return find_maximum(t, t->weights, place, err);
}

go_status tuner_choose(tuner *t, int64_t pair, char settings[TUNER_TEXT], go_error *err)
{
    double fresh[BASIS_AXES] = {0};
    int played = find_pair(t, pair), open = find_open(t, pair);
    if (played < 0 && open < 0) {
        GO_TRY(new_place(t, pair, fresh, err));
        GO_TRY(remember_open(t, pair, fresh, err));
    }
    tune_space_text(t->space, played >= 0 ? t->samples[played].at
                              : open >= 0 ? t->open[open].place
                                          : fresh, settings, TUNER_TEXT);
    return GO_OK;
}

/* ---- the estimate ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The interval that leaves 2.5 % of the sorted values outside at each end. */
static interval middle(const double *sorted, int n)
{
    int outside = (int)floor(0.025 * n);
    return (interval){sorted[outside], sorted[n - 1 - outside]};
}

/* Where surfaces drawn from the posterior are highest. */
static go_status spread_of_maxima(tuner *t, int draws, tune_estimate *out, go_error *err)
{
    int n = t->space->n;
    double *maxima = calloc((size_t)draws, (size_t)n * sizeof *maxima), place[BASIS_AXES];
    rng random = rng_seed(rng_mix64(t->seed + 2));
    go_status status = maxima ? GO_OK : no_memory(err);
    for (int k = 0; k < draws && status == GO_OK; k++) {
        surface_draw(t->surface, &random, t->weights);
        status = find_maximum(t, t->weights, place, err);
        for (int i = 0; i < n && status == GO_OK; i++) {
            maxima[i * draws + k] = place[i];
            if (t->space->at[i].n_words)
                out->share[i][(int)place[i]] += 1.0 / draws;
        }
    }
    for (int i = 0; i < n && status == GO_OK; i++) {
        qsort(&maxima[i * draws], (size_t)draws, sizeof *maxima, by_value);
        interval range = middle(&maxima[i * draws], draws);
        out->low[i] = range.low;
        out->high[i] = range.high;
    }
    free(maxima);
    return status;
}

go_status tuner_estimate(tuner *t, int draws, tune_estimate *out, go_error *err)
{
    *out = (tune_estimate){.best = {0}};
    GO_TRY(fit(t, err));
    GO_TRY(find_maximum(t, surface_mean(t->surface), out->best, err));
    out->score = tuner_score(t, out->best);
    return spread_of_maxima(t, draws, out, err);
}

static double expected(double log_odds)
{
    return 1 / (1 + exp(-log_odds));
}

tune_score tuner_score(tuner *t, const double *place)
{
    surface_value f = surface_at(t->surface, place);
    double half = STATS_Z95 * f.deviation;
    return (tune_score){expected(f.mean), expected(f.mean - half), expected(f.mean + half)};
}

tune_gain tuner_gain(tuner *t, const double *place, const double *other)
{
    surface_value f = surface_difference(t->surface, place, other);
    double scale = 400 / log(10), half = STATS_Z95 * f.deviation;
    return (tune_gain){scale * f.mean, scale * (f.mean - half), scale * (f.mean + half)};
}
