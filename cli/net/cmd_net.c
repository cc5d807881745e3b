/* cmd_net.c -- `katachi net`: networks as files, one child each (net_NAME.c). */
#include "cli/commands.h"

static const cli_command *const nets[] = {CLI_NETS(CLI_ENTRY) NULL};

const cli_command cli_net = {
    .spec = {.name = "net", .sentence = "looks at networks, makes and checks them"},
    .children = nets,
};
