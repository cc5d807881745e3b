/* katago_options.h -- the options of KataGo that clients pass to whatever engine they start,
 * for katachi gtp and katachi analysis; they also work with one dash.          */
#ifndef KATACHI_CLI_KATAGO_OPTIONS_H
#define KATACHI_CLI_KATAGO_OPTIONS_H

#include "cli/cli.h"
#include "gtp/text/katago_config.h"

enum { KATAGO_TIMES = 32 }; /* that an option can be given */

/* Texts borrowed from the command line. */
typedef struct katago_texts {
    int n;
    const char *text[KATAGO_TIMES];
} katago_texts;

typedef struct katago_options {
    const char *model;        /* NULL: none, as are the others */
    const char *human_model;
    katago_texts configs, overrides;
    const char *threads;      /* -analysis-threads: ignored */
    const char *version;      /* to call oneself */
} katago_options;

extern const option katago_option_table[];

/* Like cli_read for a command whose settings c->settings hold *o: reads the defaults, our
 * configuration, the files of --config, the command line, and the overrides, of which the later
 * ones win.  Errors of options_parse and katago_config_file, too.             */
go_status katago_read(const cli_command *command, int argc, char **argv, katago_options *o,
                      katago_config *c, go_error *err);

/* Says on standard error what has no effect.  `given`: the options of a command that plays no games;
 * NULL: it does.                                                              */
void katago_say_ignored(const katago_options *o, const katago_config *c,
                        const options_given *given);

#endif
