/* commands.h -- the subcommands, in the order in which help lists them
 * (main.c has the headings).
 *
 * COMMAND(name) stands for `const cli_command cli_name`, see cli.h.           */
#ifndef KATACHI_CLI_COMMANDS_H
#define KATACHI_CLI_COMMANDS_H

#include "cli/cli.h"

#define CLI_COMMANDS(COMMAND) \
    COMMAND(play)             \
    COMMAND(web)              \
    COMMAND(analyze)          \
    COMMAND(gtp)              \
    COMMAND(analysis)         \
    COMMAND(solve)            \
    COMMAND(book)             \
    COMMAND(corpus)           \
    COMMAND(train)            \
    COMMAND(predict)          \
    COMMAND(show)             \
    COMMAND(balance)          \
    COMMAND(mm)               \
    COMMAND(net)              \
    COMMAND(selfplay)         \
    COMMAND(devices)          \
    COMMAND(match)            \
    COMMAND(tournament)       \
    COMMAND(compare)          \
    COMMAND(tune)             \
    COMMAND(bench)            \
    COMMAND(benchmark)        \
    COMMAND(help)             \
    COMMAND(version)

/* The measurements of `katachi bench`: BENCH(bench_board) for cli_bench_board
 * in cli/bench/bench_board.c.                                                */
#define CLI_BENCHES(COMMAND) \
    COMMAND(bench_board)     \
    COMMAND(bench_ladder)    \
    COMMAND(bench_lead)      \
    COMMAND(bench_learn)     \
    COMMAND(bench_mm)        \
    COMMAND(bench_net)       \
    COMMAND(bench_playout)   \
    COMMAND(bench_score)     \
    COMMAND(bench_search)

/* What `katachi net` can do with a network, in cli/net/net_NAME.c. */
#define CLI_NETS(COMMAND) \
    COMMAND(net_info)     \
    COMMAND(net_check)    \
    COMMAND(net_random)   \
    COMMAND(net_test)     \
    COMMAND(net_train)    \
    COMMAND(net_improve)

#define CLI_DECLARE(name) extern const cli_command cli_##name;
#define CLI_ENTRY(name) &cli_##name,
CLI_COMMANDS(CLI_DECLARE)
CLI_BENCHES(CLI_DECLARE)
CLI_NETS(CLI_DECLARE)

#endif
