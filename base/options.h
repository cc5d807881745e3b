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
 *         OPT_TEXT("import", 0, "FILE", NULL, offsetof(mm_settings, file),
 *             "read the competitions from FILE"),
 *         OPT_REAL("prior", 0, "X", "1", 0, 1e6, offsetof(mm_settings, prior),
 *             "wins and losses against gamma 1 added to each gamma"),
 *         OPTION_JSON(mm_settings, json),
 *         {0}};
 *     static const option_group mm_groups[] = {{NULL, mm_options, 0}, {0}};
 *
 * The forms understood are --name value, --name=value, -o value, -ovalue,
 * --flag, --no-flag (or --flag=no), and "--" before inputs that begin with a
 * dash.  A unique prefix of a long name is enough, unless other programs have an
 * option of that name.  "-" alone is an input.  A flag
 * never takes the next word: --flag no is misuse.  Write ./no for an input called
 * no after a flag.                                                            */
#ifndef KATACHI_BASE_OPTIONS_H
#define KATACHI_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/choice.h"
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
#define OPTION_THREADS(type, field)                                                        \
    OPT_INT("threads", 'j', "N", "0", 0, 1024, offsetof(type, field),                      \
            "threads to use; 0: one per processor")
#define OPTION_OUTPUT(type, field, what)                                                   \
    OPT_TEXT("output", 'o', "FILE", NULL, offsetof(type, field), what)

/* Options that belong together, such as the filters of a collection.  `base`
 * is the offset of their struct within the command's settings.               */
typedef struct option_group {
    const char *title; /* heading in help; NULL: "Options" */
    const option *options;
    size_t base;
} option_group;

/* The groups of a command with a single table. */
#define ONE_GROUP(table) ((const option_group[]){{NULL, table, 0}, {0}})

/* How help shows a group with very many options. */
typedef struct option_help {
    const char *const *first; /* NULL-ended: all that --help shows of a group that has one of these */
    const struct option_part {
        const char *begins, *title; /* the name of its first option */
    } *parts;                 /* of such a group, ended by {0}; may be NULL */
} option_help;

/* The options that a command line named, as far as there is room: neither defaults nor the
 * configuration file count.                                                   */
enum { OPTIONS_MOST_GIVEN = 64 };
typedef struct options_given {
    int n;
    const option *options[OPTIONS_MOST_GIVEN];
} options_given;

typedef struct command_spec {
    const char *name;        /* "train" */
    const char *sentence;    /* what it does, in one line; no full stop */
    const char *inputs;      /* "INPUT...", or NULL when it takes none */
    int min_inputs;
    int max_inputs;          /* 0 with inputs given means any number */
    const char *input_option; /* without inputs: the option that takes what others give as one */
    const option_group *groups; /* ended by options == NULL; may be NULL */
    const char *const *defaults; /* of this command only: name, value, ..., NULL; may be NULL */
    const option_help *help;    /* NULL: help shows all options */
    const char *description; /* paragraphs for help and manual; may be NULL */
    const char *examples;    /* one command a line, may be NULL */
    size_t given;            /* offset of an options_given in the settings; 0: none is kept */
} command_spec;

/* The default of one of its options as text; NULL: 0, false or NULL. */
const char *option_default(const command_spec *spec, const option *o);

/* Is it a flag that is on by default, as few are? */
bool option_is_on(const command_spec *spec, const option *o);

/* Sets all defaults.  Tests make sure that they are in range (options_check). */
void options_defaults(const command_spec *spec, void *settings);

/* Parses argv[1 ..]; settings not mentioned keep their values.  Moves the inputs
 * to argv[1 .. *n_inputs], in order.  GO_END: --help or -h was given; the message is what follows
 * --help=, or empty.
 * GO_EINVAL: misuse; the sentence says which option and what it expects.     */
go_status options_parse(const command_spec *spec, int argc, char **argv, void *settings,
                        int *n_inputs, go_error *err);

bool options_named(const options_given *given, const char *name);

/* For options that another one makes meaningless.  GO_EINVAL, "--rows cannot be used WHY", when one
 * of the table was given whose name is not among `but` (NULL-ended; NULL: all are refused). */
go_status options_refuse(const options_given *given, const option *table, const char *const *but,
                         const char *why, go_error *err);

/* Sets one option by its exact name.  GO_END: there is no such option. */
go_status options_set(const command_spec *spec, void *settings, const char *name,
                      const char *value, go_error *err);

/* Writes the value of the option with that name as text that options_set accepts, "" for
 * a text that is NULL.  False: there is no such option, or it is a custom one. */
bool options_get(const command_spec *spec, const void *settings, const char *name, char *out,
                 size_t n);

/* yes, true, 1, no, false or 0, in upper or lower case.  False: anything else, *value unchanged. */
bool options_read_flag(const char *text, bool *value);

/* Whole numbers from `least` to `most` joined by commas, "9,13,19", at most `room` of them.
 * Returns how many; 0: the text is something else.                            */
int options_read_list(const char *text, int least, int most, int *out, int room);

/* Is there an option of that name? */
bool options_has(const command_spec *spec, const char *name);

/* What a configuration file says to other commands: GO_OK if `name` is an option of `command`, or,
 * when that is NULL, of any; else an error that says what was meant.          */
typedef go_status options_others(const char *command, const char *name, go_error *err);

/* Reads `key = value` lines from a configuration file: a plain key applies to every
 * command with that option (unless it is `apart`), `net train.hours = 2` to the command of that
 * whole name, which is `command` here.  `others` judges the keys that say nothing to it.  Blank
 * lines and lines that begin with # are skipped.  A missing file is not an error. */
go_status options_config(const command_spec *spec, const char *command, void *settings,
                         const char *path, options_others *others, go_error *err);

/* Trims white space at both ends, in place. */
char *options_trim(char *text);

/* --help text; `program` is the full way to call it, "katachi corpus stats".  `about` is "" for
 * the options that people use first, "all", or a word: the options that mention it. */
void options_help(const command_spec *spec, const char *program, const char *about, FILE *out);

/* Parts of such a text: the sentence of a command; in a list what a line is about, and from
 * column `indent` on a sentence.                                              */
void options_help_sentence(const command_spec *spec, FILE *out);
void options_help_line(const char *head, int indent, const char *sentence, FILE *out);

/* A manual page in man(7) form. */
void options_man(const command_spec *spec, const char *program, FILE *out);

/* What a shell may offer in place of words[n - 1], n >= 1, the word that is being typed behind
 * the command and words[0 .. n - 2]: calls `give` for each option, or each value of the option
 * before it, that begins like it; a sentence, or NULL, explains it.  "=" may be a word of its
 * own, as bash has it, or stand within the last word, of which only what follows it is completed.
 * Of a list such as "a,b" the last part is.  Returns what else fits: a name in the metavar or the
 * inputs such as FILE or NET means files, DIR and RUN mean folders.            */
typedef enum option_paths { PATHS_NONE, PATHS_FILES, PATHS_FOLDERS } option_paths;
typedef void option_offer(void *user, const char *word, const char *sentence);
option_paths options_complete(const command_spec *spec, char *const *words, int n,
                              option_offer *give, void *user);

/* NULL if every name is unique and every default parses and is in range, else
 * the name of the first faulty option.  For tests.                            */
const char *options_check(const command_spec *spec);

#endif
