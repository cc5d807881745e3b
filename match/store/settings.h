/* settings.h -- match.json, the settings in the folder of a match: an object
 * of texts and numbers, and "players" with the texts "name" and "spec" of each.  */
#ifndef KATACHI_MATCH_STORE_SETTINGS_H
#define KATACHI_MATCH_STORE_SETTINGS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

/* Reads them.
 *   *out  out  owned by the caller; NULL on error
 * GO_EIO: there is no match.json; GO_EFORMAT: it holds something else.           */
go_status match_settings_read(const char *folder, json_t **out, go_error *err);

/* Are `settings` (borrowed) those of the match in the folder?  Writes them when the
 * folder has none, and in the place of others when the match is still `empty`: one
 * that never had a game, its players perhaps misspelt, has nothing to protect.
 * GO_EINVAL: they are not, and the sentence says which; else as above.           */
go_status match_settings_settle(const char *folder, const json_t *settings, bool empty,
                                go_error *err);

#endif
