/* read_query.h -- from a JSON object to a query: the table of all fields. */
#ifndef KATACHI_GTP_JSON_READ_QUERY_H
#define KATACHI_GTP_JSON_READ_QUERY_H

#include "gtp/json/reader.h"

/* Reads r->object, which has an id, using r->query itself.  All moves of the game are then
 * known to be legal; if one breaks superko, r->warn is called and the rules have simple
 * ko.  GO_EINVAL, GO_EILLEGAL: r->field names the field at fault, and *err says what it
 * should be.  GO_ENOMEM.                                                      */
go_status json_query_read(json_query **out, json_reader *r, const json_defaults *defaults,
                          go_error *err);

#endif
