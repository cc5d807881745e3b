/* net_info.c -- `katachi net info`: describes a network file. */
#include "base/plural.h"
#include "base/text_json.h"
#include "cli/commands.h"
#include "nn/formats/model_read.h"
#include "nn/formats/own_net.h"

typedef struct net_info_settings {
    int size;
    bool json;
} net_info_settings;

static const option net_info_options[] = {
    OPT_INT("size", 0, "N", "19", 2, 25, offsetof(net_info_settings, size),
        "board size for the number of operations, and for the network 'own'"),
    OPTION_JSON(net_info_settings, json),
    {0}};

/* ---- words ---- */

static const char *const layer_words[NN_N_LAYER_KINDS] = {
    [NN_CONV] = "convolutions", [NN_DENSE] = "dense layers",
    [NN_NORM] = "norms", [NN_RMS_NORM] = "RMS norms",
    [NN_POOL] = "poolings", [NN_ATTENTION] = "attentions",
    [NN_PRODUCT] = "products"};

static const char *format_of(const nn_model *m)
{
    return m->family == NN_KATAGO ? "KataGo" : "Leela Zero";
}

/* According to the documents of each program.  Whoever trained a network in KataGo's format, its
 * file does not say on what.                                                  */
static const char *purpose_of(const nn_model *m, const char *called)
{
    if (nn_net_comes_along(called))
        return "boards of the size in its name and smaller ones; data/README.md tells what it "
               "learned from";
    if (m->family == NN_LEELA_ZERO)
        return "games under area scoring with positional superko at the komi it was trained with "
               "(7.5 for official networks); it sees neither komi nor rules";
    if (m->meta)
        return "playing like people of a given rank and time, by their profile (human-style), "
               "under all rules and komi";
    return "the games it was trained on, which the file does not tell; networks of the KataGo "
           "project: games from 7x7 to 19x19 under area and territory scoring, all ko rules, any "
           "komi and handicap";
}

static int count_layers(const nn_model *m, int kind)
{
    int n = 0;
    for (int i = 0; i < m->n_layers; i++)
        n += (int)m->layers[i].kind == kind;
    return n;
}

/* ---- output ---- */

static json_t *json_outputs(const nn_model *m)
{
    static const char *const names[NN_N_OUTPUTS] = {"policy", "pass", "value", "score",
                                                    "ownership"};
    json_t *list = json_array();
    for (int o = 0; o < NN_N_OUTPUTS; o++)
        if (m->output[o] != NN_NONE)
            json_array_append_new(list, json_string(names[o]));
    return list;
}

static int print_json(const nn_model *m, const char *called, const char *file, int size)
{
    json_t *layers = json_object();
    for (int k = 0; k < NN_N_LAYER_KINDS; k++)
        json_object_set_new(layers, layer_words[k], json_integer(count_layers(m, k)));
    json_t *board = m->board_size ? json_integer(m->board_size) : json_null();
    json_t *object = json_pack(
        "{s:o, s:s, s:i, s:o, s:o, s:i, s:i, s:I, s:i, s:f, s:i, s:i, s:i, s:i, s:o, s:o, s:s}",
        "file", text_json(file), "format", format_of(m), "version", m->version, "name",
        text_json(m->name), "board_size", board, "blocks", m->blocks, "channels", m->trunk_channels, "parameters",
        (json_int_t)m->parameters, "size", size, "gflop_per_evaluation",
        nn_model_operations(m, size) / 1e9, "planes", m->planes, "globals", m->globals, "metadata",
        m->meta, "policies", m->policy_channels, "outputs", json_outputs(m), "layers", layers,
        "trained_for", purpose_of(m, called));
    return cli_print_json(object);
}

static void print_layers(const nn_model *m)
{
    const char *comma = "";
    printf("layers      ");
    for (int k = 0; k < NN_N_LAYER_KINDS; k++) {
        int n = count_layers(m, k);
        if (n > 0) {
            printf("%s%d %s", comma, n, layer_words[k]);
            comma = ", ";
        }
    }
    printf(" (norms that fold into a convolution are not counted)\n");
}

static int print_text(const nn_model *m, const char *called, const char *file, int size)
{
    printf("file        %s\n", file);
    printf("format      %s, version %d\n", format_of(m), m->version);
    if (m->name[0])
        printf("name        %s\n", m->name);
    printf("trunk       %d block%s, %d channels\n", m->blocks, plural_s(m->blocks),
           m->trunk_channels);
    print_layers(m);
    printf("inputs      %d planes", m->planes);
    if (m->globals)
        printf(", %d global numbers", m->globals);
    if (m->meta)
        printf(", %d numbers of a player's profile", m->meta);
    printf("\noutputs     %d polic%s, win and loss%s\n", m->policy_channels,
           m->policy_channels > 1 ? "ies" : "y",
           m->output[NN_OWNERSHIP] != NN_NONE ? ", score, ownership" : "");
    printf("parameters  %lld\n", (long long)m->parameters);
    printf("operations  %.3g GFLOP for an evaluation on %dx%d\n",
           nn_model_operations(m, size) / 1e9, size, size);
    if (m->board_size)
        printf("boards      %dx%d only\n", m->board_size, m->board_size);
    else
        printf("boards      any size up to 25x25\n");
    printf("made for    %s\n", purpose_of(m, called));
    return EXIT_OK;
}

static int run_net_info(int argc, char **argv)
{
    net_info_settings s = {0};
    nn_model *m;
    go_error err;
    int n_inputs, code;
    if (!cli_begin(&cli_net_info, argc, argv, &s, &n_inputs, &code))
        return code;
    char path[DATA_FILE_PATH];
    if (nn_net_find(argv[1], s.size, path, &err) != GO_OK ||
        nn_model_read(&m, path, &err) != GO_OK)
        return cli_fail(&err);
    int size = m->board_size ? m->board_size : s.size;
    code = s.json ? print_json(m, argv[1], path, size) : print_text(m, argv[1], path, size);
    nn_model_destroy(m);
    return code;
}

const cli_command cli_net_info = {
    .spec = {.name = "info",
             .sentence = "describes a network",
             .inputs = "NET",
             .min_inputs = 1,
             .max_inputs = 1,
             .groups = ONE_GROUP(net_info_options),
             .description =
                 "Reads a network of KataGo (versions 8 to 17, text or binary) or Leela Zero "
                 "(versions 1 and 2), compressed or not, and prints its format, its blocks, its "
                 "parameters, the cost of an evaluation and its purpose. For a damaged file it "
                 "reports where the damage is. doc/networks.md describes the formats. The networks "
                 "installed with katachi are own-9x9, own-13x13, own-19x19 and people-9x9.",
             .examples = "katachi net info g170-b6c96-s175395328-d26788732.bin.gz\n"
                         "katachi net info own-9x9"},
    .run = run_net_info,
};
