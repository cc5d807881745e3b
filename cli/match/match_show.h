/* match_show.h -- the result of a match on standard output. */
#ifndef KATACHI_CLI_MATCH_MATCH_SHOW_H
#define KATACHI_CLI_MATCH_MATCH_SHOW_H

#include "cli/cli.h"
#include "match/page/match_summary.h"

/* Wide enough for all names. */
int match_name_width(const match_plan *plan);

/* As tables, and as one JSON object; `settings` are those of match.json.  Exit
 * codes.                                                                       */
int match_show_text(const match_summary *m);
int match_show_json(const match_summary *m, const json_t *settings);

/* The thinking and the losses of a player as a JSON object; JSON null where
 * nothing is known.                                                            */
json_t *match_side_json(const side_tally *t);

/* How games ended, as a JSON object of counts. */
json_t *match_ends_json(const int64_t by[END_N]);

#endif
