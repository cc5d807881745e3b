#include "nn/inputs/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nn/model/model.h"

enum { DAN = 9, KYU = 20, FIRST_YEAR = 1800, RECENT = 2021, LAST_YEAR = 2023 };
enum { BEFORE_ALPHAZERO = 17045, TODAY = 18322 }; /* 1 September 2016, 1 March 2020 */

/* ---- names ---- */

/* The first of June in days since 1970. */
static int june(int year)
{
    struct tm date = {.tm_year = year - 1900, .tm_mon = 5, .tm_mday = 1};
    return (int)(timegm(&date) / 86400);
}

/* "5k" as nn_profile counts; 0 when it is no rank. */
static int rank_of(const char *text)
{
    char *end;
    if (*text < '1' || *text > '9')
        return 0;
    long n = strtol(text, &end, 10);
    if (!strcmp(end, "d") && n <= DAN)
        return DAN + 1 - (int)n;
    return !strcmp(end, "k") && n <= KYU ? DAN + (int)n : 0;
}

static bool amateur(const char *rank, int days, nn_profile *out)
{
    int n = rank_of(rank);
    if (n)
        *out = (nn_profile){.rank = n, .days = days, .amateur = true};
    return n > 0;
}

static bool professional(const char *text, nn_profile *out)
{
    char *end;
    long year = strtol(text, &end, 10);
    if (*end || year < FIRST_YEAR || year > LAST_YEAR)
        return false;
    *out = (nn_profile){.rank = 1, .days = june((int)year), .recent = year >= RECENT};
    return true;
}

/* What follows a prefix, or NULL. */
static const char *after(const char *name, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(name, prefix, n) == 0 ? name + n : NULL;
}

bool nn_profile_by_name(const char *name, nn_profile *out)
{
    const char *rest;
    if ((rest = after(name, "rank_")))
        return amateur(rest, TODAY, out);
    if ((rest = after(name, "preaz_")))
        return amateur(rest, BEFORE_ALPHAZERO, out);
    return (rest = after(name, "proyear_")) && professional(rest, out);
}

nn_profile nn_profile_default(void)
{
    return (nn_profile){.rank = 1, .days = TODAY, .amateur = true};
}

/* ---- numbers ---- */

/* Where things are, see profile.h, and how many. */
enum { RANK = 6, RANKS = 34, RATED = 74, CLOCK = 75, TIMES = 82, AREA = 86, DATE = 87, FROM = 151 };
enum { BYO_YOMI = 4, WAVES = 32 };
enum { FROM_KGS = 2, FROM_GOGOD = 5, FROM_GO4GO = 6 };

static void tell_clock(const nn_profile *p, float *meta)
{
    double main_time = p->amateur ? 20 * 60 : 0, period = p->amateur ? 30 : 0;
    double periods = p->amateur ? 5 : 0, moves = 0;
    meta[CLOCK + (p->amateur ? BYO_YOMI : 0)] = 1;
    meta[TIMES] = (float)(0.4 * (log(main_time + 60) - 6.5));
    meta[TIMES + 1] = (float)(0.3 * (log(period + 1) - 3));
    meta[TIMES + 2] = (float)(0.5 * (log(periods + 2) - 1.5));
    meta[TIMES + 3] = (float)(0.25 * (log(moves + 2) - 1.5));
}

static void tell_date(const nn_profile *p, float *meta)
{
    double period = 7;
    for (int i = 0; i < WAVES; i++) {
        double angle = 2 * M_PI * p->days / period;
        meta[DATE + 2 * i] = (float)cos(angle);
        meta[DATE + 2 * i + 1] = (float)sin(angle);
        period *= pow(80000, 1.0 / (WAVES - 1));
    }
}

void nn_profile_encode(const nn_profile *p, int points, float *meta)
{
    memset(meta, 0, NN_KATA_META * sizeof *meta);
    meta[0] = meta[1] = 1;
    for (int i = 0; i < p->rank && i < RANKS; i++)
        meta[RANK + i] = meta[RANK + RANKS + i] = 1;
    meta[RATED] = p->amateur ? 0.5f : 0;
    tell_clock(p, meta);
    meta[AREA] = (float)(0.5 * log(points / 361.0));
    tell_date(p, meta);
    meta[FROM + (p->amateur ? FROM_KGS : p->recent ? FROM_GO4GO : FROM_GOGOD)] = 1;
}
