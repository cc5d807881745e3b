/* match_show.h -- the result of a match on standard output. */
#ifndef KATACHI_CLI_MATCH_MATCH_SHOW_H
#define KATACHI_CLI_MATCH_MATCH_SHOW_H

#include "cli/cli.h"
#include "match/page/match_report.h"
#include "match/rating/rating.h"

/* The width of the longest name. */
int match_name_width(const match_plan *plan);

/* Print tables, and one JSON object with the `settings` of match.json.  Return exit
 * codes.                                                                       */
int match_show_text(const match_summary *m);
int match_show_json(const match_summary *m, const json_t *settings);

/* Prints a word of a shell command in quotes. */
void match_print_quoted(const char *text);

/* Prints an option of a shell command, " --KEY=VALUE", quoted where necessary. */
void match_print_value(const char *key, const char *value);

/* The same for a key of a SPEC as an option of `katachi gtp`; nothing if it concerns the match
 * only: a name, a limit, threads.                                              */
void match_print_option(const char *key, const char *value);

/* A mean as a JSON number, null for n = 0. */
json_t *match_mean_json(double sum, int64_t n);

/* The thinking and the losses of a player as a JSON object. */
json_t *match_side_json(const side_tally *t);

/* A rating and the games it comes from: the end of a row of a table, under the end of
 * its head, and the same added to a JSON object, which is returned.            */
#define MATCH_RATING_HEAD "    Elo             95 %  games    won  drawn   lost    score"
void match_print_rating(const rating *elo, const match_tally *t);
json_t *match_rating_json(json_t *object, const rating *elo, const match_tally *t);

/* "WHAT: resignation 12, crash 1", without the ends that did not occur; the same of the games that
 * a player lost; and how many games the players could not settle themselves, or played before. */
void match_print_ends(const char *what, const int64_t by[END_N]);
void match_print_losses(const char *name, const side_tally *t);
void match_print_doubts(int64_t disagreements, int64_t unjudged, int64_t repeats);

/* How games ended, as a JSON object of counts. */
json_t *match_ends_json(const int64_t by[END_N]);

#endif
