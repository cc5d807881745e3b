/* cache.c -- what the engine has read and remembers: networks and searches. */
#include <jansson.h>
#include <string.h>

#include "gtp/commands/command.h"
#include "gtp/player/think.h"

/* The next search of the position begins anew. */
static go_status cmd_clear_cache(GTP_ARGS)
{
    search_forget(e->search);
    e->searched = 0;
    e->final.position = 0;
    return GO_OK;
}

static json_t *describe(const gtp_engine *e, const nn_model *m)
{
    return json_pack("{s:s, s:s, s:i, s:b, s:i, s:s}", "name", m->file, "internalName",
                     nn_model_called(m), "maxBatchSize", e->now.evaluate.net.batch,
                     "usesHumanSLProfile", m->meta > 0, "version", m->version, "usingFP16", "false");
}

/* The network of the search and the human-style one, of which either may be missing. */
static go_status cmd_get_models(GTP_ARGS)
{
    GO_TRY(gtp_prepare(e, err));
    const nn_model *m = search_model(e->search);
    json_t *list = json_array();
    if (m)
        json_array_append_new(list, describe(e, m));
    if (e->human)
        json_array_append_new(list, describe(e, human_net_model(e->human)));
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
