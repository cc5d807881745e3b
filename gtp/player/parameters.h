/* parameters.h -- changes settings of the search while the engine runs, by the names in
 * search_options or some of KataGo's.                                         */
#ifndef KATACHI_GTP_PLAYER_PARAMETERS_H
#define KATACHI_GTP_PLAYER_PARAMETERS_H

#include "gtp/player/state.h"

/* GO_END: there is no such setting; GO_EINVAL: it cannot have that value. */
go_status gtp_set_parameter(gtp_engine *e, const char *name, const char *value, go_error *err);

#endif
