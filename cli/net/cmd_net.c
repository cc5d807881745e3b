/* cmd_net.c -- `katachi net`: network files, with one child per task (net_NAME.c). */
#include "cli/commands.h"

static const cli_command *const nets[] = {CLI_NETS(CLI_ENTRY) NULL};

const cli_command cli_net = {
    .spec = {.name = "net", .sentence = "describes, tests, trains and improves networks"},
    .children = nets,
};
