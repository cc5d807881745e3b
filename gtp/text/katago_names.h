/* katago_names.h -- KataGo's names of search settings, which many clients use, and its scales. */
#ifndef KATACHI_GTP_TEXT_KATAGO_NAMES_H
#define KATACHI_GTP_TEXT_KATAGO_NAMES_H

#include <stdbool.h>

#include "base/status.h"

enum { KATAGO_VALUE = 64 };

/* All of its names that are known here, ended by NULL. */
extern const char *const katago_names[];

/* The value, as KataGo would write it, of a setting that clients set routinely and that this search
 * does not have: any other is accepted without effect.  NULL: not such a name. */
const char *katago_fixed_value(const char *name);

/* Our name in search_options for KataGo's `name`, or `name` itself. */
const char *katago_setting(const char *name);

/* KataGo's `value` of the setting `name` on our scale, as *own: `value` itself if `name` is ours
 * or it is not a number, else a word or a text in `out`.  Limits beyond what is possible here
 * become the highest.  Fails if KataGo's scale is not ours and `value` is no number of its range:
 * the message has the range on KataGo's scale.  On our scale the option itself checks. */
go_status katago_value(const char *name, const char *value, char out[KATAGO_VALUE],
                       const char **own, go_error *err);

/* The other way round: our value on KataGo's scale. */
const char *katago_value_of(const char *name, const char *own, char out[KATAGO_VALUE]);

#endif
