/* katago_names.h -- KataGo's names of search settings, which many clients use. */
#ifndef KATACHI_GTP_TEXT_KATAGO_NAMES_H
#define KATACHI_GTP_TEXT_KATAGO_NAMES_H

#include <stdbool.h>

/* Our name in search_options for KataGo's `name`, or `name` itself.  Queries of the
 * analysis protocol may use more names.                                       */
const char *katago_setting(const char *name, bool in_query);

/* What a number of that name is multiplied by: KataGo's values go from -1 to 1, ours from 0
 * to 1.  1 for our own names.                                                 */
double katago_scale(const char *name);

#endif
