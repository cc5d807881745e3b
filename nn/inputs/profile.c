#include "nn/inputs/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nn/model/model.h"

enum { DAN = 9, KYU = 20, FIRST_YEAR = 1800, RECENT = 2021, LAST_YEAR = 2023 };
enum { BEFORE_ALPHAZERO = 17045, TODAY = 18322 }; /* 1 September 2016, 1 March 2020 */

/* ---- names ---- */

/* "5k" as a number of nn_profile, *end behind it; 0 if it is not a rank. */
static int rank_of(const char *text, const char **end)
{
    char *unit;
    if (*text < '1' || *text > '9')
        return 0;
    long n = strtol(text, &unit, 10);
    *end = unit + 1;
    if (*unit == 'd' && n <= DAN)
        return DAN + 1 - (int)n;
    return *unit == 'k' && n <= KYU ? DAN + (int)n : 0;
}

/* "5k", both players', or "5k_3d"; false if it is neither. */
static bool ranks_of(const char *text, int *black, int *white)
{
    const char *end;
    *black = *white = rank_of(text, &end);
    if (*black && *end == '_')
        *white = rank_of(end + 1, &end);
    return *black && *white && !*end;
}

/* What follows a prefix, or NULL. */
static const char *after(const char *name, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 ? name + n : NULL;
}

bool nn_profile_by_name(const char *name, nn_profile *out)
{
    char *end;
    const char *today = after(name, "rank_"), *before = after(name, "preaz_");
    const char *pro = after(name, "proyear_");
    int black, white;
    const bool amateur = ranks_of(today ? today : before ? before : "", &black, &white);
    if (amateur)
        *out = (nn_profile){.black = black, .white = white,
                            .days = today ? TODAY : BEFORE_ALPHAZERO, .amateur = true};
    if (amateur || !pro)
        return amateur;
    long year = strtol(pro, &end, 10);
    if (*end || year < FIRST_YEAR || year > LAST_YEAR)
        return false;
    struct tm june = {.tm_year = (int)year - 1900, .tm_mon = 5, .tm_mday = 1};
    *out = (nn_profile){.black = 1, .white = 1, .days = (int)(timegm(&june) / 86400),
                        .recent = year >= RECENT};
    return true;
}

go_status nn_profile_need(const char *name, nn_profile *out, go_error *err)
{
    if (nn_profile_by_name(name, out))
        return GO_OK;
    return go_fail(err, GO_EINVAL,
                   "unknown profile '%.40s'; use rank_9d to rank_20k, preaz_9d to preaz_20k or "
                   "proyear_1800 to proyear_2023, or two ranks, black's first, such as rank_5k_3d",
                   name);
}

const char *nn_profile_word(int i)
{
#define DAN_TO_KYU(p)                                                                           \
    p "9d", p "8d", p "7d", p "6d", p "5d", p "4d", p "3d", p "2d", p "1d", p "1k", p "2k",     \
        p "3k", p "4k", p "5k", p "6k", p "7k", p "8k", p "9k", p "10k", p "11k", p "12k",      \
        p "13k", p "14k", p "15k", p "16k", p "17k", p "18k", p "19k", p "20k"
    static const char *const names[] = {
        DAN_TO_KYU("rank_"), DAN_TO_KYU("preaz_"), "proyear_1800", "proyear_1850", "proyear_1900",
        "proyear_1950", "proyear_1960", "proyear_1970", "proyear_1980", "proyear_1990",
        "proyear_2000", "proyear_2010", "proyear_2020", "proyear_2023"};
    return i < (int)(sizeof names / sizeof names[0]) ? names[i] : NULL;
}

nn_profile nn_profile_default(void)
{
    return (nn_profile){.black = 1, .white = 1, .days = TODAY, .amateur = true};
}

/* ---- numbers ---- */

/* Places and numbers of the input, see profile.h. */
enum { RANK = 6, RANKS = 34, RATED = 74, CLOCK = 75, TIMES = 82, AREA = 86, DATE = 87, FROM = 151 };
enum { BYO_YOMI = 4, WAVES = 32 };
enum { FROM_KGS = 2, FROM_GOGOD = 5, FROM_GO4GO = 6 };

void nn_profile_encode(const nn_profile *p, colour to_move, int points, float *meta)
{
    const int own = to_move == BLACK ? p->black : p->white, opp = p->black + p->white - own;
    double main_time = p->amateur ? 20 * 60 : 0, period = p->amateur ? 30 : 0;
    double periods = p->amateur ? 5 : 0, moves = 0, wave = 7;
    memset(meta, 0, NN_KATA_META * sizeof *meta);
    meta[0] = meta[1] = 1;
    for (int i = 0; i < RANKS; i++) {
        meta[RANK + i] = i < own;
        meta[RANK + RANKS + i] = i < opp;
    }
    meta[RATED] = p->amateur ? 0.5f : 0;
    meta[CLOCK + (p->amateur ? BYO_YOMI : 0)] = 1;
    meta[TIMES] = (float)(0.4 * (log(main_time + 60) - 6.5));
    meta[TIMES + 1] = (float)(0.3 * (log(period + 1) - 3));
    meta[TIMES + 2] = (float)(0.5 * (log(periods + 2) - 1.5));
    meta[TIMES + 3] = (float)(0.25 * (log(moves + 2) - 1.5));
    meta[AREA] = (float)(0.5 * log(points / 361.0));
    for (int i = 0; i < WAVES; i++) {
        double angle = 2 * M_PI * p->days / wave;
        meta[DATE + 2 * i] = (float)cos(angle);
        meta[DATE + 2 * i + 1] = (float)sin(angle);
        wave *= pow(80000, 1.0 / (WAVES - 1));
    }
    meta[FROM + (p->amateur ? FROM_KGS : p->recent ? FROM_GO4GO : FROM_GOGOD)] = 1;
}
