/* text.h -- what writing and reading gammas files share. */
#ifndef KATACHI_PATTERNS_GAMMAS_TEXT_H
#define KATACHI_PATTERNS_GAMMAS_TEXT_H

enum { GAMMAS_VERSION = 1 };

static const char gammas_magic[] = "katachi-gammas";

/* Three cells of two bits in a letter, the first lowest. */
static const char gammas_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

#endif
