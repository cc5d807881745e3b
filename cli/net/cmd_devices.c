/* cmd_devices.c -- `katachi devices`: the backends on this machine. */
#include <stdio.h>

#include "cli/commands.h"
#include "nn/session.h"

typedef struct devices_settings {
    bool json;
} devices_settings;

static const option devices_options[] = {OPTION_JSON(devices_settings, json), {0}};

static int run_devices(int argc, char **argv)
{
    devices_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_devices, argc, argv, &s, &n_inputs, &code))
        return code;
    int processors = cli_threads(0);
    json_t *list = json_array();
    for (const nn_backend *const *at = nn_backends(); *at; at++) {
        const nn_backend *b = *at;
        go_error err = {0};
        bool usable = b->available(b, &err) == GO_OK, preferred = b == nn_backend_first();
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:b, s:s, s:b, s:s*}", "name", b->name, "is", b->sentence,
                            "available", usable, "precision", nn_precision_word(b->precision),
                            "preferred", preferred, "why_not", usable ? NULL : err.message));
        if (s.json)
            continue;
        printf("%-10s %s%s\n", b->name, b->sentence, preferred ? " (the default)" : "");
        if (!usable)
            printf("%-10s cannot be used: %s\n", "", err.message);
    }
    if (s.json)
        return cli_print_json(json_pack("{s:i, s:o}", "processors", processors, "backends", list));
    json_decref(list);
    printf("%d processor%s\n", processors, processors == 1 ? "" : "s");
    return EXIT_OK;
}

const cli_command cli_devices = {
    .spec = {.name = "devices",
             .sentence = "lists the backends that can evaluate networks on this machine",
             .groups = ONE_GROUP(devices_options),
             .description =
                 "Lists the backends, the preferred one first, with a description and, if a "
                 "backend cannot be used, the reason and what to do about it. Use the names with "
                 "--backend.",
             .examples = "katachi devices"},
    .run = run_devices,
};
