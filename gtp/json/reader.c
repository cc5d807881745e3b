#include "gtp/json/reader.h"

#include <math.h>
#include <stdlib.h>

#include "board/coord.h"
#include "gtp/text/args.h"

void json_at_fault(json_reader *r, const char *field)
{
    snprintf(r->field, sizeof r->field, "%s", field);
}

void json_warn_of(json_reader *r, const char *field, const char *sentence)
{
    if (r->warn)
        r->warn(r->user, field, sentence);
}

bool json_colour(const json_t *value, colour *c)
{
    return json_is_string(value) && gtp_arg_colour(json_string_value(value), c);
}

/* Reads a number below `size` followed by `end`, and moves *text past both. */
static bool coordinate(const char **text, char end, int size, int *x)
{
    char *behind;
    if (**text < '0' || **text > '9')
        return false;
    long n = strtol(*text, &behind, 10);
    if (*behind != end || n >= size)
        return false;
    *x = (int)n;
    *text = behind + 1;
    return true;
}

bool json_vertex(const json_reader *r, const json_t *value, point *p)
{
    int size = r->query->record.size, x, y;
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (coord_from_gtp(size, text, p))
        return true;
    /* KataGo's other form: "(3,15)" is column 3, row 15 from the top, both from 0 */
    if (*text++ != '(' || !coordinate(&text, ',', size, &x) ||
        !coordinate(&text, ')', size, &y) || *text)
        return false;
    *p = board_point_on(size, x, y);
    return true;
}

bool json_whole(const json_t *value, double min, double max, int64_t *n)
{
    double x = json_number_value(value);
    if (!json_is_number(value) || !(x >= min && x <= max) || x != floor(x))
        return false;
    *n = (int64_t)x;
    return true;
}

void *json_array_of(size_t n, size_t size, go_error *err)
{
    void *array = calloc(n ? n : 1, size);
    if (!array)
        go_fail(err, GO_ENOMEM, "out of memory for the query");
    return array;
}
