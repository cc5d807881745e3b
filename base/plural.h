/* plural.h -- "1 game" and "2 games": printf("%d game%s", n, plural_s(n)). */
#ifndef KATACHI_BASE_PLURAL_H
#define KATACHI_BASE_PLURAL_H

static inline const char *plural_s(long long n)
{
    return n == 1 ? "" : "s";
}

#endif
