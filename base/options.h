/* options.h -- the options of a command, each declared once.
 *
 * A command keeps its settings in a plain struct and declares a static table
 * with one line per option: name, default, range, sentence.  Parsing, range
 * checks, --help, the manual page, shell completion and the configuration file
 * all derive from that table.  Example:
 *
 *     typedef struct mm_settings { const char *file; double prior; bool json; } mm_settings;
 *
 *     static const option mm_options[] = {
 *         {"import", 0, OPTION_TEXT, "FILE", NULL, 0, 0, offsetof(mm_settings, file), NULL,
 *          "read the competitions from FILE"},
 *         {"prior", 0, OPTION_REAL, "X", "1", 0, 1e6, offsetof(mm_settings, prior), NULL,
 *          "wins and losses against gamma 1 added to each gamma"},
 *         OPTION_JSON(mm_settings, json),
 *         {0}};
 *     static const option_group mm_groups[] = {{NULL, mm_options, 0}, {0}};
 *
 * The forms understood are --name value, --name=value, -o value, -ovalue,
 * --flag, --no-flag (or --flag=no), and "--" before inputs that begin with a
 * dash.  A unique beginning of a long name will do.  "-" alone is an input.  A
 * flag never takes the next word: --flag no is misuse, and so is no file of that
 * name as an input right behind a flag; write ./no.                           */
#ifndef KATACHI_BASE_OPTIONS_H
#define KATACHI_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

typedef enum option_kind {
    OPTION_FLAG,    /* bool; --name, --no-name; --name=yes|no works too       */
    OPTION_INT,     /* int; 64k and 2M are understood (thousands, millions)   */
    OPTION_REAL,    /* double                                                 */
    OPTION_BYTES,   /* int64_t; 512K 100M 8G are powers of 1024; min, max too */
    OPTION_SECONDS, /* double; 90, 90s, 1.5m, 2h                              */
    OPTION_TEXT,    /* const char *, borrowed from argv or from the table     */
    OPTION_CHOICE,  /* int: index into `metavar`, which is "large|fast"       */
    OPTION_CUSTOM   /* whatever `parse` makes of it                           */
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
} option;

/* Options that many commands share, word for word. */
#define OPTION_JSON(type, field)                                                           \
    {"json", 0, OPTION_FLAG, NULL, NULL, 0, 0, offsetof(type, field), NULL,                \
     "print one JSON object instead of text"}
#define OPTION_QUIET(type, field)                                                          \
    {"quiet", 'q', OPTION_FLAG, NULL, NULL, 0, 0, offsetof(type, field), NULL,             \
     "show no progress"}
#define OPTION_THREADS(type, field) /* 0: as many as there are processors */               \
    {"threads", 'j', OPTION_INT, "N", "0", 0, 1024, offsetof(type, field), NULL,           \
     "threads to use; 0: one per processor"}
#define OPTION_OUTPUT(type, field, what)                                                   \
    {"output", 'o', OPTION_TEXT, "FILE", NULL, 0, 0, offsetof(type, field), NULL, what}

/* Options that belong together, such as the filters of a collection.  `base`
 * is the offset of their struct within the command's settings.               */
typedef struct option_group {
    const char *title; /* heading in help; NULL: "Options" */
    const option *options;
    size_t base;
} option_group;

typedef struct command_spec {
    const char *name;        /* "train" */
    const char *sentence;    /* what it does, in one line; no full stop */
    const char *inputs;      /* "INPUT...", or NULL when it takes none */
    int min_inputs;
    int max_inputs;          /* 0 with inputs given means any number */
    const option_group *groups; /* ended by options == NULL; may be NULL */
    const char *description; /* paragraphs for help and manual; may be NULL */
    const char *examples;    /* one command a line, may be NULL */
} command_spec;

/* Sets all defaults.  They are part of the program: a default that is out of
 * its own range is a fault that the tests find (options_check).              */
void options_defaults(const command_spec *spec, void *settings);

/* Parses argv[1 ..] over what the settings hold already.  The inputs are moved
 * to argv[1 .. *n_inputs], in order.  GO_END: --help or -h was met.
 * GO_EINVAL: misuse; the sentence says which option and what it expects.     */
go_status options_parse(const command_spec *spec, int argc, char **argv, void *settings,
                        int *n_inputs, go_error *err);

/* Sets one option by its exact name.  GO_END: there is no such option. */
go_status options_set(const command_spec *spec, void *settings, const char *name,
                      const char *value, go_error *err);

/* Reads `key = value` lines from a configuration file: a plain key is for every
 * command that has such an option, `train.prior = 2` for one command.  Blank
 * lines and lines that begin with # are skipped.  A file that does not exist
 * is no error.                                                               */
go_status options_config(const command_spec *spec, void *settings, const char *path,
                         go_error *err);

/* The text without white space at its ends, in place: for this and other readers
 * of `key = value`.                                                           */
char *options_trim(char *text);

/* --help text; `program` is the full way to call it, "katachi corpus stats". */
void options_help(const command_spec *spec, const char *program, FILE *out);

/* A manual page in man(7) form. */
void options_man(const command_spec *spec, const char *program, FILE *out);

/* The long options for shell completion, each with its dashes, a space between. */
void options_words(const command_spec *spec, FILE *out);

/* NULL when every name is unique and every default parses and is in range,
 * else the name of the first option at fault.  For tests.                    */
const char *options_check(const command_spec *spec);

/* The word among `words` (NULL-ended) nearest to `text`, for "did you mean";
 * NULL when none is near.                                                    */
const char *options_nearest(const char *text, const char *const *words);

#endif
