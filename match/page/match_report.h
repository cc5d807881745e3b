/* match_report.h -- what a match of two players has shown so far, and the page about
 * it: index.html in its folder.                                                */
#ifndef KATACHI_MATCH_PAGE_MATCH_REPORT_H
#define KATACHI_MATCH_PAGE_MATCH_REPORT_H

#include "match/plan.h"
#include "match/rating/tally.h"

typedef struct match_summary {
    const match_plan *plan;   /* borrowed */
    const match_store *store; /* borrowed */
    sprt_test test;
    match_tally tally;        /* of player 0 against player 1 */
    int64_t repeats;          /* match_tally_repeats */
    double score;             /* of player 0, 0 .. 1 */
    interval score_range;     /* 95 %, Wilson */
    double elo;               /* of player 0 above player 1; infinite for all or none */
    interval elo_range;
    double llr;               /* of the test */
    interval llr_bounds;
    int decision;             /* 1: elo1, -1: elo0, 0: open */
} match_summary;

/* GO_ENOMEM. */
go_status match_summary_make(match_summary *out, const match_plan *plan, const match_store *store,
                             const sprt_test *test, go_error *err);

/* Writes the page, complete or not at all.  GO_EIO, GO_ENOMEM. */
go_status match_report_write(const match_summary *m, const json_t *settings, go_error *err);

#endif
