/* katago_names.h -- settings of the search by KataGo's names, which many clients
 * use.                                                                        */
#ifndef KATACHI_GTP_TEXT_KATAGO_NAMES_H
#define KATACHI_GTP_TEXT_KATAGO_NAMES_H

#include <stdbool.h>

/* The name in search_options of what KataGo calls `name`; else `name` itself.
 * In queries of the analysis protocol more names are understood.              */
const char *katago_setting(const char *name, bool in_query);

#endif
