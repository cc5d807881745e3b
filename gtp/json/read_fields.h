/* read_fields.h -- the readers of a query's fields: of its game (read_game.c) and of its
 * search (read_search.c).                                                     */
#ifndef KATACHI_GTP_JSON_READ_FIELDS_H
#define KATACHI_GTP_JSON_READ_FIELDS_H

#include "gtp/json/reader.h"

/* Board, rules, stones and moves.  Without a value the first player is whoever made the
 * first move, or white after a handicap.                                      */
json_field_reader json_read_width, json_read_height, json_read_rules, json_read_bonus,
    json_read_komi, json_read_setup, json_read_moves, json_read_first, json_read_next;

/* Settings for this query alone, and the moves that its search leaves out. */
json_field_reader json_read_settings, json_read_policy_temperature, json_read_fpu_reduction,
    json_read_visits, json_read_avoid, json_read_allow;

#endif
