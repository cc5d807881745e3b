/* reports.h -- the pages of running work: folders that a command of Katachi writes its report
 * into (train --report, match -o, net improve -o ...), named when the server was started.  Only
 * files within them are shown, by their names alone.                          */
#ifndef KATACHI_WEB_API_REPORTS_H
#define KATACHI_WEB_API_REPORTS_H

#include <jansson.h>

#include "web/server/http.h"

/* GO_EIO: one of them is not a folder that can be read. */
go_status report_check(const char *const *folders, int n, go_error *err);

/* [{"name": "run1", "url": "/work/0/"}, ...] */
json_t *report_list(const char *const *folders, int n);

/* Answers with the file at `path`, "0/index.html" or "0/" for the first folder. */
void report_answer(const char *const *folders, int n, const char *path, http_answer *a);

#endif
