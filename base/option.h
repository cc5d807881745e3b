/* option.h -- one option: how it is declared, and what a value of it says.  Commands have tables of
 * them, base/options.h.                                                       */
#ifndef KATACHI_BASE_OPTION_H
#define KATACHI_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef enum option_kind {
    OPTION_FLAG,    /* bool; --name, --no-name; --name=yes|no works too       */
    OPTION_INT,     /* int; 64k and 2M are understood (thousands, millions)   */
    OPTION_REAL,    /* double                                                 */
    OPTION_BYTES,   /* int64_t; 512K 100M 8G are powers of 1024; min, max too */
    OPTION_SECONDS, /* double; 90, 90s, 1.5m, 2h                              */
    OPTION_TEXT,    /* const char *, borrowed from argv or from the table     */
    OPTION_CHOICE,  /* int: index into `metavar`, which is "large|fast"       */
    OPTION_CUSTOM   /* stored by `parse`                                      */
} option_kind;

/* Stores `text` in *field or says what it should have been, e.g. "a date
 * such as 2019-04-30"; the caller adds the option's name.                    */
typedef go_status option_parse(const char *text, void *field, go_error *err);

typedef struct option {
    const char *name;     /* long name without dashes; NULL ends a table */
    char letter;          /* one-letter form, or 0 */
    option_kind kind;
    const char *metavar;  /* what help calls the value: "N", "FILE", "large|fast" */
    const char *fallback; /* the default as text; NULL: 0, false or NULL */
    double min, max;      /* inclusive range of numbers; no range if both are 0 */
    size_t offset;        /* of the field in the settings */
    option_parse *parse;  /* OPTION_CUSTOM only */
    const char *sentence; /* what it does; lower case, no full stop */
    const char *words;    /* values that completion offers, "black|white", or NULL */
    const char *(*word)(int i); /* or a list kept elsewhere: the i-th, NULL after the last */
    const char *elsewhere; /* what other programs call it, "weights|w", in errors; not for flags */
    bool apart; /* means something else than in other commands: a plain key of the configuration
                 * file leaves it alone                                        */
    const char *replaces; /* an option of the same table for the same purpose, which gets its
                           * default when this one is set: the last of the two counts; or NULL */
    bool borrows; /* OPTION_CUSTOM: `parse` keeps the text, which therefore has to stay */
} option;

/* What help and errors call the option's value: its metavar, of a choice of very many words the
 * first two and the last one, "full|30k|...|9d".                              */
enum { OPTION_VALUE_NAME = 120 };
void option_value_name(const option *o, char out[OPTION_VALUE_NAME]);

/* One end of its range as text: "100"; of bytes "512M". */
enum { OPTION_LIMIT = 24 };
void option_limit(const option *o, double limit, char out[OPTION_LIMIT]);

/* The rows of a table, one macro for each kind; `at` is the offset of the field.  Further
 * fields may follow the sentence: OPT_TEXT(..., "who begins", .words = "black|white").  */
#define OPT_FLAG(n, l, fallback_, at, what)                                                \
    {.name = n, .letter = l, .kind = OPTION_FLAG, .fallback = fallback_, .offset = at,     \
     .sentence = what}
#define OPT_NUMBER_(k, n, l, meta, fallback_, least, most, at, ...)                        \
    {.name = n, .letter = l, .kind = k, .metavar = meta, .fallback = fallback_,            \
     .min = least, .max = most, .offset = at, .sentence = __VA_ARGS__}
#define OPT_INT(...) OPT_NUMBER_(OPTION_INT, __VA_ARGS__)
#define OPT_REAL(...) OPT_NUMBER_(OPTION_REAL, __VA_ARGS__)
#define OPT_BYTES(...) OPT_NUMBER_(OPTION_BYTES, __VA_ARGS__)
#define OPT_SECONDS(...) OPT_NUMBER_(OPTION_SECONDS, __VA_ARGS__)
#define OPT_TEXT(n, l, meta, fallback_, at, ...)                                           \
    OPT_NUMBER_(OPTION_TEXT, n, l, meta, fallback_, 0, 0, at, __VA_ARGS__)
#define OPT_CHOICE(n, l, words, fallback_, at, ...)                                        \
    OPT_NUMBER_(OPTION_CHOICE, n, l, words, fallback_, 0, 0, at, __VA_ARGS__)
#define OPT_CUSTOM(n, l, meta, fallback_, at, parse_, ...)                                 \
    {.name = n, .letter = l, .kind = OPTION_CUSTOM, .metavar = meta, .fallback = fallback_, \
     .offset = at, .parse = parse_, .sentence = __VA_ARGS__}

/* Options that many commands share, word for word. */
#define OPTION_JSON(type, field)                                                           \
    OPT_FLAG("json", 0, NULL, offsetof(type, field), "print one JSON object instead of text")
#define OPTION_QUIET(type, field)                                                          \
    OPT_FLAG("quiet", 'q', NULL, offsetof(type, field), "show no progress")
#define OPTION_NO_NOTICES(type, field)                                                             \
    OPT_FLAG("quiet", 'q', NULL, offsetof(type, field),                                            \
             "print no notices, such as that it is ready, on standard error")
#define OPTION_THREADS(type, field)                                                        \
    OPT_INT("threads", 'j', "N", "0", 0, 1024, offsetof(type, field),                      \
            "threads to use; 0: one per processor")
#define OPTION_OUTPUT(type, field, what)                                                   \
    OPT_TEXT("output", 'o', "FILE", NULL, offsetof(type, field), what)

/* Reads a value into the field of its kind.  GO_EINVAL with what was expected, and what came
 * instead, to continue the sentence "--visits expects".                       */
go_status option_read(const option *o, void *field, const char *text, go_error *err);

/* The place of `text`, in any case, in "black|white|both", from 0; -1: it is not there, or there is
 * no list.                                                                    */
int option_place_in(const char *list, const char *text);

/* yes, true, 1, no, false or 0, in upper or lower case.  False: anything else, *value unchanged. */
bool options_read_flag(const char *text, bool *value);

/* Whole numbers from `least` to `most` joined by commas, "9,13,19", at most `room` of them.
 * Returns how many; 0: the text is something else.                            */
int options_read_list(const char *text, int least, int most, int *out, int room);

#endif
