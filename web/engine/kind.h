/* kind.h -- the two ways of this engine to judge positions, which a page can ask side by side. */
#ifndef KATACHI_WEB_ENGINE_KIND_H
#define KATACHI_WEB_ENGINE_KIND_H

#include "base/choice.h"
#include "mcts/search_settings.h"

#define ENGINE_KINDS(X) X(ENGINE_PLAYOUTS, "playouts") X(ENGINE_NETWORK, "network")
typedef enum engine_kind { ENGINE_KINDS(CHOICE_NUMBER) } engine_kind;
enum { ENGINE_N_KINDS = 2 };

const char *engine_kind_name(engine_kind kind);

/* Reads one of those names.  False: it is another. */
bool engine_kind_read(engine_kind *out, const char *name);

/* What a page's engines are made with. */
typedef struct engine_settings {
    search_settings search;  /* of each; its network (or "own") is used by ENGINE_NETWORK only */
    int64_t memory;          /* of the tree of each; bytes */
} engine_settings;

/* The settings of the search of that kind; those of playouts need no network. */
search_settings engine_search(const engine_settings *s, engine_kind kind);

#endif
