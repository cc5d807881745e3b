/* analyze.h -- the parts of `katachi analyze`. */
#ifndef KATACHI_CLI_ANALYZE_ANALYZE_H
#define KATACHI_CLI_ANALYZE_ANALYZE_H

#include "cli/cli.h"
#include "cli/komi.h"
#include "mcts/review/review.h"

typedef struct analyze_settings {
    search_settings search;
    int game, from, to, line;
    const char *sgf, *svg, *rules;
    komi_option komi;
    double mistake; /* percent */
    bool json, quiet;
} analyze_settings;

/* "A - B, 9x9, komi 7.5, Chinese rules". */
void analyze_title(const review *r, char *out, size_t n);

/* The loss of win rate that makes a mistake, 0 .. 1. */
static inline double analyze_threshold(const analyze_settings *s)
{
    return s->mistake / 100;
}

/* The table on standard output; both return an exit code. */
int analyze_print_text(const review *r, const analyze_settings *s);
int analyze_print_json(const review *r, const analyze_settings *s, bool interrupted);

#endif
