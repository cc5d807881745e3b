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

search_settings engine_search(const engine_settings *s, engine_kind kind)
{
    search_settings made = s->search;
    if (kind == ENGINE_PLAYOUTS)
        made.evaluate.net.file = NULL;
    else if (!made.evaluate.net.file)
        made.evaluate.net.file = "own";
    if (!made.tree.memory)
        made.tree.memory = s->memory;
    return made;
}
