/* match_report.h -- the page about a match of two: index.html in its folder. */
#ifndef KATACHI_MATCH_PAGE_MATCH_REPORT_H
#define KATACHI_MATCH_PAGE_MATCH_REPORT_H

#include <jansson.h>

#include "match/page/match_summary.h"

/* Writes the page, complete or not at all.  GO_EIO, GO_ENOMEM. */
go_status match_report_write(const match_summary *m, const json_t *settings, go_error *err);

#endif
