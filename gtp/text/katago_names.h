/* katago_names.h -- KataGo's names of search settings, which many clients use. */
#ifndef KATACHI_GTP_TEXT_KATAGO_NAMES_H
#define KATACHI_GTP_TEXT_KATAGO_NAMES_H

#include <stdbool.h>

/* Our name in search_options for KataGo's `name`, or `name` itself.  Queries of the
 * analysis protocol may use more names.                                       */
const char *katago_setting(const char *name, bool in_query);

#endif
