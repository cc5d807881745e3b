/* cli.h -- what the subcommands share.
 *
 * A subcommand is a file cli/cmd_NAME.c that defines
 *
 *     const cli_command cli_NAME = {.spec = {...}, .run = run_NAME};
 *
 * and has one line in commands.h.  Its run function begins with
 *
 *     NAME_settings s = {0};
 *     int n_inputs, code;
 *     if (!cli_begin(&cli_NAME, argc, argv, &s, &n_inputs, &code))
 *         return code;
 *
 * and finds its inputs in argv[1 .. n_inputs].  argv[0] is the full command, such as
 * "katachi corpus stats".  It returns an exit code; whether all that it printed could be
 * written, main.c asks at the end.                                            */
#ifndef KATACHI_CLI_CLI_H
#define KATACHI_CLI_CLI_H

#include <jansson.h>

#include "base/options.h"

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_MISUSE = 2 };

typedef struct cli_command cli_command;

/* A heading in the list of commands, above this one. */
typedef struct cli_heading {
    const cli_command *above;
    const char *text;
} cli_heading;

struct cli_command {
    command_spec spec;
    int (*run)(int argc, char **argv);        /* beside children: only for options */
    const cli_command *const *children;       /* NULL-ended, or NULL */
    const cli_heading *headings;              /* of the children, ended by NULLs; or NULL */
    bool about_itself; /* tells of the program, even if the configuration file has a fault */
};

/* Fills *settings from the defaults, the configuration file and the arguments.  It must be zero
 * before, since fields without an option stay as they are.  False: help was printed or misuse
 * reported; return *code.                                                     */
bool cli_begin(const cli_command *command, int argc, char **argv, void *settings,
               int *n_inputs, int *code);

/* The two halves of cli_begin, for commands that also report misuse elsewhere.  GO_END:
 * help is wanted.  cli_explain prints help or the error and returns the exit code. */
go_status cli_read(const cli_command *command, int argc, char **argv, void *settings,
                   int *n_inputs, go_error *err);
int cli_explain(const cli_command *command, const char *program, go_status status,
                const go_error *err);

/* Defaults (command_spec) of commands that play with people: each game differs. */
extern const char *const cli_no_two_games_alike[];

/* The child of that name, or NULL. */
const cli_command *cli_child(const cli_command *of, const char *name);

/* Runs the child that argv[1] names; without one, or for help, lists them. */
int cli_dispatch(const cli_command *command, int argc, char **argv);

/* Says that `word` is none of its children, and which may have been meant: misuse. */
int cli_unknown(const cli_command *command, const char *program, const char *word);

/* Prints "katachi: sentence" on standard error; returns the exit code that
 * belongs to the status (GO_EINVAL 2, everything else 1).                    */
int cli_fail(const go_error *err);

/* The same before the command has a place for errors: "katachi: out of memory". */
int cli_no_memory(void);

/* The same for a misuse that only the command can see; returns EXIT_MISUSE. */
int cli_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a JSON object on standard output, ends it and releases it.  Returns an exit code. */
int cli_print_json(json_t *object);

/* `wanted` threads, or one per processor for 0. */
int cli_threads(int wanted);

/* The command line as `out` of n bytes, for logs and reports: "katachi gtp --threads 2". */
void cli_command_line(int argc, char **argv, char *out, size_t n);

extern const cli_command cli_root;

#endif
