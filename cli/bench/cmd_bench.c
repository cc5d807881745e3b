/* cmd_bench.c -- `katachi bench`: one child for each measurement (bench_NAME.c). */
#include <string.h>

#include "cli/commands.h"

/* `katachi bench --signature`, short for `katachi bench search --signature`. */
static int run_bench(int argc, char **argv)
{
    if (strcmp(argv[1], "--signature") != 0)
        return cli_misuse(
            "unknown option '%s'; %s takes only --signature, and '%s help' lists the measurements",
            argv[1], argv[0], argv[0]);
    return cli_bench_search.run(argc, argv);
}

static const cli_command *const benches[] = {CLI_BENCHES(CLI_ENTRY) NULL};

const cli_command cli_bench = {
    .spec = {.name = "bench",
             .sentence = "measures the speed of katachi's parts, and errors of its scores"},
    .run = run_bench,
    .children = benches,
};
