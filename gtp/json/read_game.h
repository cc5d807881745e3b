/* read_game.h -- the fields of a query that make up its game: board, rules,
 * stones and moves.                                                           */
#ifndef KATACHI_GTP_JSON_READ_GAME_H
#define KATACHI_GTP_JSON_READ_GAME_H

#include "gtp/json/reader.h"

go_status json_read_width(JSON_FIELD_ARGS);
go_status json_read_height(JSON_FIELD_ARGS);
go_status json_read_rules(JSON_FIELD_ARGS);
go_status json_read_bonus(JSON_FIELD_ARGS);
go_status json_read_komi(JSON_FIELD_ARGS);
go_status json_read_setup(JSON_FIELD_ARGS);
go_status json_read_moves(JSON_FIELD_ARGS);

/* Without a value it is who made the first move, or white after a handicap. */
go_status json_read_first(JSON_FIELD_ARGS);

#endif
