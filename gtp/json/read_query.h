/* read_query.h -- from a JSON object to a query: the table of all fields. */
#ifndef KATACHI_GTP_JSON_READ_QUERY_H
#define KATACHI_GTP_JSON_READ_QUERY_H

#include "gtp/json/reader.h"

/* Reads r->object, which has an id; r->query is its own.  The game has been played
 * through: all moves are legal, but for superko (then the rules are taken with
 * simple ko, and r->warn is told).  GO_EINVAL, GO_EILLEGAL: r->field names the
 * field at fault, and *err says what it should be.  GO_ENOMEM.                */
go_status json_query_read(json_query **out, json_reader *r, const json_defaults *defaults,
                          go_error *err);

#endif
