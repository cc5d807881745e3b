/* tune_show.h -- the result of a tuning on standard output. */
#ifndef KATACHI_CLI_MATCH_TUNE_SHOW_H
#define KATACHI_CLI_MATCH_TUNE_SHOW_H

#include "cli/match/match_setup.h"
#include "match/page/tune_page.h"

/* Print tables with the commands that use and confirm what was found, and one JSON object with
 * the `settings` of match.json.  Return exit codes.                           */
int tune_show_text(const tune_summary *s, const match_options *o);
int tune_show_json(const tune_summary *s, const json_t *settings);

#endif
