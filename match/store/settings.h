/* settings.h -- match.json, the settings in the folder of a match: an object of strings
 * and numbers, and an array "players" with the "name" and "spec" of each.       */
#ifndef KATACHI_MATCH_STORE_SETTINGS_H
#define KATACHI_MATCH_STORE_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

/* Reads the settings.
 *   *out  out  owned by the caller; NULL on error
 * GO_EIO: there is no match.json; GO_EFORMAT: it holds something else.           */
go_status match_settings_read(const char *folder, json_t **out, go_error *err);

/* Checks that `settings` (borrowed) are those of the match in the folder.  Writes them if
 * the folder has none or the match is still `empty`: without a game, perhaps because a
 * player was misspelt, it has nothing to protect.  GO_EINVAL: they differ, and the
 * sentence says where; else as above.                                           */
go_status match_settings_settle(const char *folder, const json_t *settings, bool empty,
                                go_error *err);

#endif
