/* tournament_report.h -- the page about a tournament: index.html in its folder. */
#ifndef KATACHI_MATCH_PAGE_TOURNAMENT_REPORT_H
#define KATACHI_MATCH_PAGE_TOURNAMENT_REPORT_H

#include <jansson.h>

#include "match/tournament.h"

/* Writes the page, complete or not at all.  GO_EIO, GO_ENOMEM. */
go_status tournament_report(const tournament *t, const json_t *settings, go_error *err);

#endif
