#include "cli/katago_options.h"
#include "nn/formats/own_net.h"

#include <stdlib.h>
#include <string.h>

static go_status parse_another(const char *text, void *field, go_error *err)
{
    katago_texts *list = field;
    if (list->n == KATAGO_TIMES)
        return go_fail(err, GO_EINVAL, "at most %d times", KATAGO_TIMES);
    list->text[list->n++] = text;
    return GO_OK;
}

#define AT(field) offsetof(katago_options, field)

const option katago_option_table[] = {
    OPT_TEXT("model", 0, "FILE", NULL, AT(model),
             "a network, like --net; without one, playouts evaluate positions",
             .word = nn_net_word),
    OPT_CUSTOM("config", 0, "FILE", NULL, AT(configs), parse_another,
               "a configuration file, KataGo's or one with lines such as size = 13; settings "
               "without effect are listed",
               .borrows = true),
    OPT_CUSTOM("override-config", 0, "K=V,...", NULL, AT(overrides), parse_another,
               "settings by KataGo's names or by the names below", .borrows = true),
    OPT_TEXT("analysis-threads", 0, "N", NULL, AT(threads),
             "ignored: each position is searched with all threads"),
    OPT_TEXT("override-version", 0, "TEXT", NULL, AT(version), "the version to report"),
    OPT_TEXT("human-model", 0, "FILE", NULL, AT(human_model),
             "a human-style network, for humanPolicy in answers and kata-raw-human-nn"),
    {0}};

/* Makes "-model" "--model", which would otherwise mean -m with "odel", and so on. */
static void double_dashes(int argc, char **argv)
{
    static char names[][32] = {"--model", "--config", "--override-config", "--analysis-threads",
                               "--override-version", "--human-model", "--quit-without-waiting"};
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (strcmp(argv[i], names[k] + 1) == 0)
                argv[i] = names[k];
}

go_status katago_read(const cli_command *command, int argc, char **argv, katago_options *o,
                      katago_config *c, go_error *err)
{
    int n_inputs;
    double_dashes(argc, argv);
    char **again = calloc((size_t)argc + 1, sizeof *again);
    if (!again)
        return go_fail(err, GO_ENOMEM, "out of memory for the command line");
    memcpy(again, argv, (size_t)argc * sizeof *again);
    go_status status = cli_read(command, argc, argv, c->settings, &n_inputs, err);
    katago_texts configs = o->configs;
    for (int i = 0; status == GO_OK && i < configs.n; i++)
        status = katago_config_file(c, configs.text[i], err);
    if (status == GO_OK && configs.n) { /* once more, over the files */
        o->configs.n = o->overrides.n = 0;
        status = options_parse(&command->spec, argc, again, c->settings, &n_inputs, err);
    }
    for (int i = 0; status == GO_OK && i < o->overrides.n; i++)
        status = katago_config_list(c, o->overrides.text[i], err);
    free(again);
    return status;
}

void katago_say_ignored(const katago_options *o, const katago_config *c)
{
    if (o->threads || c->ignored[0])
        fprintf(stderr, "katachi: these have no effect here: %s%s%s\n",
                o->threads ? "-analysis-threads" : "", o->threads && c->ignored[0] ? ", " : "",
                c->ignored);
}
