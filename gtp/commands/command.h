/* command.h -- the tables in which each GTP command stands once.
 *
 * A command is a function in a file by subject.  It writes its reply to `out`,
 * without "= " and without the end, and returns GO_OK; or it returns an error
 * whose sentence becomes the "? ..." reply.  The sentences begin with the words
 * of the GTP specification where it has some ("illegal move").               */
#ifndef KATACHI_GTP_COMMANDS_COMMAND_H
#define KATACHI_GTP_COMMANDS_COMMAND_H

#include "gtp/player/state.h"
#include "gtp/text/line.h"

/* What every command is given; few need all of it. */
#define GTP_ARGS                                                                           \
    gtp_engine *e __attribute__((unused)), const gtp_request *r __attribute__((unused)),   \
        FILE *out __attribute__((unused)), go_error *err __attribute__((unused))

typedef struct gtp_command {
    const char *name;
    go_status (*run)(GTP_ARGS);
    int min_args;      /* fewer are a syntax error; more are ignored */
    const char *usage; /* the arguments, "COLOUR VERTEX"; NULL: none */
} gtp_command;

/* The tables, ended by {0}; all are listed in commands.c. */
extern const gtp_command gtp_core_commands[], gtp_board_commands[], gtp_setup_commands[],
    gtp_sgf_commands[], gtp_move_commands[], gtp_time_commands[], gtp_rules_commands[],
    gtp_score_commands[], gtp_analyze_commands[], gtp_gogui_commands[], gtp_server_commands[],
    gtp_parameter_commands[], gtp_network_commands[];

#endif
