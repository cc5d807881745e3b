/* cmd_bench.c -- the measurements, one child each (bench_NAME.c). */
#include "cli/commands.h"

static const cli_command *const benches[] = {CLI_BENCHES(CLI_ENTRY) NULL};

const cli_command cli_bench = {
    .spec = {.name = "bench", .sentence = "measures the speed of its parts on this machine"},
    .children = benches,
};
