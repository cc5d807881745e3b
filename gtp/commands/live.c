#include "gtp/commands/live.h"

#include "gtp/commands/views.h"

bool gtp_live_report(void *user, search *s)
{
    gtp_engine *e = user;
    (void)s;
    if (!e->talk || search_analyze(e->search, NULL, &e->analysis, NULL) != GO_OK)
        return true;
    fputs("gogui-gfx:\n", e->talk);
    gtp_view_search(e, &e->analysis, e->talk);
    fputs("\n", e->talk);
    fflush(e->talk);
    return true;
}
