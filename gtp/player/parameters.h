/* parameters.h -- settings of the search, changed while the engine runs.  Their
 * names are those of search_options; some of KataGo's names are understood.  */
#ifndef KATACHI_GTP_PLAYER_PARAMETERS_H
#define KATACHI_GTP_PLAYER_PARAMETERS_H

#include "gtp/player/state.h"

/* GO_END: there is no such setting; GO_EINVAL: it cannot have that value. */
go_status gtp_set_parameter(gtp_engine *e, const char *name, const char *value, go_error *err);

#endif
