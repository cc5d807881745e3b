/* command.h -- the tables of all GTP commands, one for each file of commands.
 *
 * A command is a function that writes its reply to `out`, without "= " and without the
 * end, and returns GO_OK; or it returns an error and its sentence becomes the "? ..."
 * reply.  Sentences begin with the words of the GTP specification if it has any for the
 * case ("illegal move").                                                      */
#ifndef KATACHI_GTP_COMMANDS_COMMAND_H
#define KATACHI_GTP_COMMANDS_COMMAND_H

#include "gtp/player/state.h"
#include "gtp/text/line.h"

/* The arguments of every command; few need all of them. */
#define GTP_ARGS                                                                           \
    gtp_engine *e __attribute__((unused)), const gtp_request *r __attribute__((unused)),   \
        FILE *out __attribute__((unused)), go_error *err __attribute__((unused))

typedef struct gtp_command {
    const char *name;
    go_status (*run)(GTP_ARGS);
    int min_args;      /* fewer are a syntax error; more are ignored */
    const char *usage; /* the arguments, "COLOUR VERTEX"; NULL: none */
} gtp_command;

/* The tables, ended by {0}; commands.c lists them all. */
extern const gtp_command gtp_core_commands[], gtp_board_commands[], gtp_setup_commands[],
    gtp_sgf_commands[], gtp_move_commands[], gtp_time_commands[], gtp_rules_commands[],
    gtp_score_commands[], gtp_analyze_commands[], gtp_gogui_commands[], gtp_server_commands[],
    gtp_parameter_commands[], gtp_network_commands[], gtp_cache_commands[];

extern const gtp_command *const gtp_tables[]; /* all of them, NULL-ended */

/* Understood, but not listed: clients that find such a command use it in a way of their own. */
extern const gtp_command gtp_unlisted_commands[];

/* The listed command of that name, or NULL. */
const gtp_command *gtp_find(const char *name);

/* Runs the command of the request.  GO_EINVAL: there is none of that name, or it
 * needs more arguments; otherwise as the command.                             */
go_status gtp_run_command(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err);

/* Changes a setting by its name in search_options, or by some of KataGo's.  GO_END: there is
 * no such setting; GO_EINVAL: a bad value.                                    */
go_status gtp_set_parameter(gtp_engine *e, const char *name, const char *value, go_error *err);

#endif
