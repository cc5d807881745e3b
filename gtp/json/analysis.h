/* analysis.h -- KataGo's analysis protocol: queries come in and answers go
 * out as JSON objects, one a line (docs/Analysis_Engine.md of KataGo).
 *
 *     json_analysis_create(&s, &defaults, &err);
 *     json_analysis_run(s, stdin, stdout, stderr, &err);
 *     json_analysis_destroy(s);
 *
 * Positions are searched one after another with all threads: by priority, then in order
 * of arrival.  Each search starts from an empty tree, so an answer does not depend on
 * earlier queries.  Actions (terminate, query_version, ...) are answered at once, even
 * during a search.  Every line gets an answer, whatever it holds, and only the end of the
 * input ends the run.                                                         */
#ifndef KATACHI_GTP_JSON_ANALYSIS_H
#define KATACHI_GTP_JSON_ANALYSIS_H

#include <stdio.h>

#include "gtp/json/defaults.h"

typedef struct json_analysis json_analysis;

/* The defaults are copied, their strings borrowed.  GO_ENOMEM. */
go_status json_analysis_create(json_analysis **out, const json_defaults *defaults, go_error *err);
void json_analysis_destroy(json_analysis *s); /* accepts NULL */

/* Answers the lines of `in` on `out`, until the input has ended and all queries are
 * answered, or until a signal to end (base/interrupt.h).  Notices for people go to `talk`
 * unless it is NULL.  GO_EIO: `out` can no longer be written.                 */
go_status json_analysis_run(json_analysis *s, FILE *in, FILE *out, FILE *talk, go_error *err);

#endif
