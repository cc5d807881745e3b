/* reader.h -- a query while it is being read: the current field, and the values that
 * fields consist of.                                                          */
#ifndef KATACHI_GTP_JSON_READER_H
#define KATACHI_GTP_JSON_READER_H

#include "gtp/json/query.h"

enum { JSON_FIELD_MAX = 64 };

typedef struct json_reader {
    const json_t *object;
    /* called for fields that are ignored; may be NULL */
    void (*warn)(void *user, const char *field, const char *sentence);
    void *user;
    char field[JSON_FIELD_MAX]; /* the one being read, or at fault */
    bool has_human; /* there is a human-style network, beside that of the search or as such */
    json_query *query;
    bool *flag; /* of the query: what a field of true or false sets */
} json_reader;

/* The arguments of a field's reader; few need all of them.  A reader returns GO_END if
 * the value is not what the field expects, or another error that *err explains. */
#define JSON_FIELD_ARGS                                                                    \
    json_reader *r __attribute__((unused)), const json_t *value __attribute__((unused)),   \
        go_error *err __attribute__((unused))
typedef go_status json_field_reader(JSON_FIELD_ARGS);

void json_at_fault(json_reader *r, const char *field);
void json_warn_of(json_reader *r, const char *field, const char *sentence);

/* "B", "W", "black" or "white", in upper or lower case. */
bool json_colour(const json_t *value, colour *c);

/* A vertex of the query's board, or "pass". */
bool json_vertex(const json_reader *r, const json_t *value, point *p);

/* A whole number, written with or without a point. */
bool json_whole(const json_t *value, double min, double max, int64_t *n);

/* Zeroed memory for n elements, at least one.  NULL, with *err set: out of memory. */
void *json_array_of(size_t n, size_t size, go_error *err);

#endif
