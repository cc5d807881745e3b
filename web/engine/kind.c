#include "web/engine/kind.h"

#include <string.h>

static const char *const names[ENGINE_N_KINDS] = {
    [ENGINE_PLAYOUTS] = "playouts", [ENGINE_NETWORK] = "network"};

const char *engine_kind_name(engine_kind kind)
{
    return names[kind];
}

bool engine_kind_read(engine_kind *out, const char *name)
{
    for (int i = 0; i < ENGINE_N_KINDS; i++)
        if (name && strcmp(name, names[i]) == 0) {
            *out = (engine_kind)i;
            return true;
        }
    return false;
}

/* What needs a network becomes what is usual without one. */
static void leave_out_network(evaluate_settings *e)
{
    e->net.file = NULL;
    if (evaluate_settings_net_values(e))
        e->evaluator = EVALUATOR_AUTO;
    if (e->prior == PRIOR_NETWORK)
        e->prior = PRIOR_AUTO;
}

search_settings engine_search(const engine_settings *s, engine_kind kind)
{
    search_settings made = s->search;
    if (kind == ENGINE_PLAYOUTS)
        leave_out_network(&made.evaluate);
    else if (!made.evaluate.net.file)
        made.evaluate.net.file = "own";
    if (!made.tree.memory)
        made.tree.memory = s->memory;
    return made;
}
