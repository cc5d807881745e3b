/* commands.h -- all commands. */
#ifndef KATACHI_GTP_COMMANDS_COMMANDS_H
#define KATACHI_GTP_COMMANDS_COMMANDS_H

#include "gtp/commands/command.h"

/* All tables, NULL-ended. */
extern const gtp_command *const gtp_tables[];

/* The command of that name, or NULL. */
const gtp_command *gtp_find(const char *name);

/* Runs the command of the request.  GO_EINVAL: there is none of that name, or it
 * needs more arguments; else as the command.                                  */
go_status gtp_run_command(gtp_engine *e, const gtp_request *r, FILE *out, go_error *err);

#endif
