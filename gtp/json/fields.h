/* fields.h -- the fields of an analysis query, each read by a function.
 *
 * Internal to gtp/json_*.c.                                                   */
#ifndef KATACHI_GTP_JSON_FIELDS_H
#define KATACHI_GTP_JSON_FIELDS_H

#include "gtp/json/query.h"

typedef struct json_reader {
    json_query *query;
    const json_t *object;
    char *field; /* [JSON_FIELD_MAX] the one being read */
    json_warn *warn;
    void *user;
} json_reader;

typedef struct json_field {
    const char *name;
    const char *expects; /* "a whole number from 2 to 25" */
    bool needed;
    bool always;         /* read is called without a value, too, with NULL */
    /* GO_END: the value is not what is expected; else *err says what is wrong. */
    go_status (*read)(json_reader *r, const json_t *value, go_error *err);
} json_field;

/* Ended by {0}; those that others depend on come first. */
extern const json_field json_fields[];

/* Puts the turns into the order of the game, each once. */
void json_order_turns(json_query *q);

/* The readers of subjects with files of their own. */
go_status json_read_settings(json_reader *r, const json_t *value, go_error *err);
go_status json_read_policy_temperature(json_reader *r, const json_t *value, go_error *err);
go_status json_read_fpu_reduction(json_reader *r, const json_t *value, go_error *err);
go_status json_read_visits(json_reader *r, const json_t *value, go_error *err);
go_status json_read_avoid(json_reader *r, const json_t *value, go_error *err);
go_status json_read_allow(json_reader *r, const json_t *value, go_error *err);

/* ---- values ---- */

void json_at_fault(json_reader *r, const char *field);
void json_warn_of(json_reader *r, const char *field, const char *sentence);

/* "B", "W", "black", "white" in any case. */
bool json_colour(const json_t *value, colour *c);

/* A vertex of the query's board, or "pass". */
bool json_vertex(const json_reader *r, const json_t *value, point *p);

/* A whole number, written with or without a point. */
bool json_whole(const json_t *value, double min, double max, int64_t *n);

#endif
