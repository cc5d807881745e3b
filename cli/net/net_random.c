/* net_random.c -- `katachi net random`: writes a random network for measurements. */
#include <string.h>

#include "base/interrupt.h"
#include "base/io/atomic_file.h"
#include "cli/commands.h"
#include "cli/outputs.h"
#include "nn/model/random_net.h"

typedef struct net_random_settings {
    const char *shape, *output;
    int seed;
    bool quiet;
} net_random_settings;

static const option net_random_options[] = {
    OPT_TEXT("shape", 0, "SHAPE", "6x96", offsetof(net_random_settings, shape),
        NN_RANDOM_SHAPE_HELP),
    OPT_INT("seed", 's', "N", "1", 0, 2147483647, offsetof(net_random_settings, seed),
        "seed of the weights"),
    OPTION_OUTPUT(net_random_settings, output,
                  "write to FILE; .gz in the name compresses, .txt means text"),
    OPTION_QUIET(net_random_settings, quiet),
    {0}};

static go_status write_net(const net_random_settings *s, go_error *err)
{
    nn_random_shape shape;
    atomic_file *file;
    GO_TRY(nn_random_shape_parse(s->shape, &shape, err));
    shape.seed = (uint64_t)s->seed;
    const char *slash = strrchr(s->output, '/'), *name = slash ? slash + 1 : s->output;
    shape.text = strstr(name, ".txt") != NULL;
    const cli_output outputs[] = {{"-o", s->output, OUTPUT_NETWORK}, {0}};
    GO_TRY(cli_outputs_suit(outputs, err));
    GO_TRY(atomic_file_open(&file, s->output, err));
    shape.bar = s->quiet ? NULL : progress_start(stderr, "writing", "blocks", shape.blocks);
    shape.stops = interrupt_requested;
    nn_random_write(atomic_file_stream(file), &shape);
    progress_end(shape.bar);
    if (!interrupt_requested())
        return atomic_file_commit(file, err);
    atomic_file_discard(file);
    return go_fail(err, GO_EINTR, "interrupted; %s was not written", s->output);
}

static int run_net_random(int argc, char **argv)
{
    net_random_settings s = {0};
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_net_random, argc, argv, &s, &n_inputs, &code))
        return code;
    if (!s.output)
        return cli_misuse("no output file; name one with -o FILE");
    interrupt_catch();
    return write_net(&s, &err) == GO_OK ? EXIT_OK : cli_fail(&err);
}

const cli_command cli_net_random = {
    .spec = {.name = "random",
             .sentence = "writes a network with random weights, for measuring speed",
             .groups = ONE_GROUP(net_random_options),
             .description =
                 "Writes a network with the given number of blocks and channels in KataGo's format "
                 "(version 8, or 14 for Mish and nested bottleneck blocks). It plays at random, "
                 "but evaluating it costs as much as evaluating a trained network of that shape.",
             .examples = "  katachi net random --shape b10c128 -o b10c128.bin.gz\n"
                         "  katachi net random --shape b18c384nbt -o b18.bin.gz"},
    .run = run_net_random,
};
