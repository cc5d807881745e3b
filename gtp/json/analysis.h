/* analysis.h -- KataGo's analysis protocol: queries come in and answers go
 * out as JSON objects, one a line (docs/Analysis_Engine.md of KataGo).
 *
 *     json_analysis_create(&s, &defaults, &err);
 *     json_analysis_run(s, stdin, stdout, stderr, &err);
 *     json_analysis_destroy(s);
 *
 * Positions are searched one after another, with all threads: those of the
 * highest priority first, and else in the order in which they came.  Every
 * position is searched afresh, so that its answer does not depend on
 * earlier queries.  Actions (terminate, query_version, ...) are answered at once,
 * during a search too.  Whatever comes in, every line gets an answer and nothing
 * but the end of the input ends the run.                                      */
#ifndef KATACHI_GTP_JSON_ANALYSIS_H
#define KATACHI_GTP_JSON_ANALYSIS_H

#include <stdio.h>

#include "gtp/json/defaults.h"

typedef struct json_analysis json_analysis;

/* The defaults are copied, their strings borrowed.  GO_ENOMEM. */
go_status json_analysis_create(json_analysis **out, const json_defaults *defaults, go_error *err);
void json_analysis_destroy(json_analysis *s); /* accepts NULL */

/* Answers the lines of `in` on `out` until the end of the input, when all
 * queries are answered, or a signal to end (base/interrupt.h).  `talk` gets
 * notices for people; NULL: nobody.  GO_EIO: `out` can no longer be written. */
go_status json_analysis_run(json_analysis *s, FILE *in, FILE *out, FILE *talk, go_error *err);

#endif
