/* live.h -- the search as GoGui's live graphics: commands for its board on the
 * stream that people read, between "gogui-gfx:" and an empty line (GoGui's
 * reference, "Live graphics").                                               */
#ifndef KATACHI_GTP_COMMANDS_LIVE_H
#define KATACHI_GTP_COMMANDS_LIVE_H

#include "gtp/player/state.h"

#define GTP_LIVE_SECONDS 0.5

/* For search_limits.report; `user` is the engine. */
bool gtp_live_report(void *user, search *s);

#endif
