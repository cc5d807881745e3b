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
#include "base/option.h"
#include "base/status.h"

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
    const char *const *idle;    /* options of a shared table that do nothing in this command,
                                 * NULL-ended: refused, and not shown; may be NULL */
    const char *description; /* paragraphs for help and manual; may be NULL */
    const char *examples;    /* one command a line, may be NULL */
    size_t given;            /* offset of an options_given in the settings; 0: none is kept */
} command_spec;

/* The default of one of its options as text; NULL: 0, false or NULL. */
const char *option_default(const command_spec *spec, const option *o);

/* Is it a flag that is on by default, as few are? */
bool option_is_on(const command_spec *spec, const option *o);

/* Is its name in the list, which NULL ends?  The list may be NULL. */
bool option_is_among(const char *const *names, const option *o);

/* Does it do nothing in this command (command_spec.idle)? */
bool option_is_idle(const command_spec *spec, const option *o);

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

/* Sets one option by its exact name.  GO_END: there is no such option, or it is idle. */
go_status options_set(const command_spec *spec, void *settings, const char *name,
                      const char *value, go_error *err);

/* Writes the value of the option with that name as text that options_set accepts, "" for
 * a text that is NULL.  False: there is no such option, or it is a custom one. */
bool options_get(const command_spec *spec, const void *settings, const char *name, char *out,
                 size_t n);

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
