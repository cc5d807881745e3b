/* read_search.h -- the fields of a query about the search: settings of its own,
 * and moves that it leaves out.                                               */
#ifndef KATACHI_GTP_JSON_READ_SEARCH_H
#define KATACHI_GTP_JSON_READ_SEARCH_H

#include "gtp/json/reader.h"

go_status json_read_settings(JSON_FIELD_ARGS);
go_status json_read_policy_temperature(JSON_FIELD_ARGS);
go_status json_read_fpu_reduction(JSON_FIELD_ARGS);
go_status json_read_visits(JSON_FIELD_ARGS);
go_status json_read_avoid(JSON_FIELD_ARGS);
go_status json_read_allow(JSON_FIELD_ARGS);

#endif
