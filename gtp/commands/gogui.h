/* gogui.h -- a search on GoGui's board. */
#ifndef KATACHI_GTP_COMMANDS_GOGUI_H
#define KATACHI_GTP_COMMANDS_GOGUI_H

#include "gtp/player/state.h"

/* Best line, owners and a line of text as "gfx" lines, for live graphics. */
void gtp_view_search(const gtp_engine *e, const search_analysis *a, FILE *out);

#endif
