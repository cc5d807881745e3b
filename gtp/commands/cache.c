/* cache.c -- what the engine has read and remembers: networks and searches. */
#include "gtp/commands/command.h"
#include "gtp/player/think.h"
#include "gtp/text/model_json.h"

/* The next search of the position begins anew. */
static go_status cmd_clear_cache(GTP_ARGS)
{
    search_forget(e->search);
    e->searched = 0;
    e->final.position = 0;
    return GO_OK;
}

/* The network of the search and the human-style one, of which either may be missing. */
static go_status cmd_get_models(GTP_ARGS)
{
    GO_TRY(gtp_prepare(e, err));
    const nn_model *m = search_model(e->search);
    const int batch = e->now.evaluate.net.batch;
    json_t *list = json_array();
    if (m)
        json_array_append_new(list, gtp_model_json(m, batch));
    if (e->human)
        json_array_append_new(list, gtp_model_json(human_net_model(e->human), batch));
    if (!list)
        return go_fail(err, GO_ENOMEM, "out of memory for the networks");
    json_dumpf(list, out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(list);
    return GO_OK;
}

const gtp_command gtp_cache_commands[] = {
    {"clear_cache", cmd_clear_cache, 0, NULL},
    {"kata-get-models", cmd_get_models, 0, NULL},
    {0}};
