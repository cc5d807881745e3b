/* tune_page.h -- what a tuning has shown so far, and the page about it: index.html in its
 * folder.                                                                      */
#ifndef KATACHI_MATCH_PAGE_TUNE_PAGE_H
#define KATACHI_MATCH_PAGE_TUNE_PAGE_H

#include <jansson.h>

#include "match/plan.h"
#include "match/store/store.h"
#include "match/tune/tuner.h"

/* The untuned player's own value of a setting. */
typedef struct tune_present {
    bool within;  /* the range that is tuned */
    double place; /* then */
    char text[SETTING_TEXT + 12]; /* "0.05", "0.05 (outside)", "-" if it is unknown */
} tune_present;

typedef struct tune_summary {
    const match_plan *plan;   /* borrowed, as all of these; player 0 is tuned */
    const match_store *store;
    const tune_space *space;
    tuner *tuner;             /* holds the games of the store */
    tune_estimate estimate;
    const tune_present *present; /* [space->n] */
    bool has_gain;            /* all of them are within the ranges */
    tune_gain gain;           /* of the best place over the present one */
    int64_t repeats;          /* match_tally_repeats, whatever the settings */
} tune_summary;

/* GO_ENOMEM. */
go_status tune_summary_make(tune_summary *out, const match_plan *plan, const match_store *store,
                            const tune_space *space, tuner *t, const tune_present *present,
                            go_error *err);

/* "default", or "the mean of the 3 opponents".  Returns `out`. */
const char *tune_summary_opponents(const tune_summary *s, char out[PLAYER_NAME + 40]);

/* Writes the page, complete or not at all.  GO_EIO, GO_ENOMEM. */
go_status tune_page_write(const tune_summary *s, const json_t *settings, go_error *err);

#endif
