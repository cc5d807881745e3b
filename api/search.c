#include <katachi/search.h>

#include <stdlib.h>
#include <string.h>

#include "api/inside.h"
#include "mcts/final/final_status.h"
#include "mcts/search.h"

/* The value of a setting, at most one of each; the settings borrow it. */
typedef struct text {
    struct text *next;
    const option *of;
    char value[];
} text;

struct katachi_search {
    search *s;
    search_settings settings;
    text *texts;
    atomic_bool stop;
    bool thought; /* `found` is valid, for a board of `size` */
    int size;
    search_analysis found;
};

/* Where the address space is limited, the usual tree may not fit, and a caller could ask for a
 * smaller one only of a search that there is.                                 */
static go_status create_with_what_there_is(katachi_search *s, katachi_error *err)
{
    enum { LARGE = 1 << 30, SMALL = 1 << 24 };
    go_status status = search_create(&s->s, &s->settings, why(err));
    for (int64_t bytes = LARGE; status == GO_ENOMEM && bytes >= SMALL; bytes /= 4) {
        s->settings.tree.memory = bytes;
        status = search_create(&s->s, &s->settings, why(err));
    }
    return status;
}

katachi_status katachi_search_new(katachi_search **out, katachi_error *err)
{
    API_PLAIN_NUMBERS; /* the defaults of the settings are texts */
    katachi_search *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return outside(go_fail(why(err), GO_ENOMEM, "out of memory for a search"));
    search_settings_default(&s->settings);
    go_status status = create_with_what_there_is(s, err);
    if (status == GO_OK)
        *out = s;
    else
        katachi_search_free(s);
    return outside(status);
}

void katachi_search_free(katachi_search *s)
{
    if (!s)
        return;
    search_analysis_release(&s->found);
    search_destroy(s->s);
    for (text *next, *t = s->texts; t; t = next) {
        next = t->next;
        free(t);
    }
    free(s);
}

/* Keeps the value that a setting has now instead of the one that it had. */
static void keep_text(katachi_search *s, text *copy)
{
    text **at = &s->texts;
    while (*at && (*at)->of != copy->of)
        at = &(*at)->next;
    text *old = *at;
    copy->next = old ? old->next : NULL;
    *at = copy;
    free(old);
}

katachi_status katachi_search_set(katachi_search *s, const char *name, const char *value,
                                  katachi_error *err)
{
    API_PLAIN_NUMBERS;
    search_settings changed = s->settings;
    size_t n = strlen(value) + 1;
    text *copy = malloc(sizeof *copy + n);
    if (!copy)
        return outside(go_fail(why(err), GO_ENOMEM, "out of memory for a setting"));
    copy->of = search_option(name);
    memcpy(copy->value, value, n);
    go_status status = search_settings_set(&changed, name, copy->value, why(err));
    if (status == GO_END)
        status = go_fail(why(err), GO_EINVAL, "unknown search setting \"%s\"", name);
    if (status == GO_OK)
        status = search_configure(s->s, &changed, why(err));
    if (status != GO_OK) {
        free(copy);
        return outside(status);
    }
    s->settings = changed;
    s->thought = false;
    keep_text(s, copy);
    return KATACHI_OK;
}

katachi_status katachi_search_think(katachi_search *s, const katachi_game *g,
                                    katachi_colour to_move, katachi_error *err)
{
    API_PLAIN_NUMBERS;
    search_limits limits = search_limits_default(&s->settings);
    limits.stop = &s->stop;
    go_status status = api_check_colour(to_move, err);
    if (status == GO_OK && !limits.playouts && !limits.visits && limits.seconds <= 0)
        status = go_fail(why(err), GO_EINVAL,
                         "no limit for the search; set playouts, visits or move-time");
    if (status == GO_OK)
        status = search_run(s->s, g, (colour)to_move, &limits, why(err));
    atomic_store(&s->stop, false);
    if (status == GO_OK)
        status = search_analyze(s->s, NULL, &s->found, why(err));
    s->thought = status == GO_OK;
    s->size = g->board.size;
    return outside(status);
}

void katachi_search_stop(katachi_search *s) { atomic_store(&s->stop, true); }

int katachi_search_best(katachi_search *s)
{
    search_decision decision;
    if (!s->thought)
        return KATACHI_RESIGN;
    search_decide(s->s, &decision);
    return decision.resign ? KATACHI_RESIGN : board_index_on(s->size, decision.at);
}

void katachi_search_finding(const katachi_search *s, katachi_finding *out)
{
    const search_analysis *a = &s->found;
    *out = (katachi_finding){0};
    if (s->thought)
        *out = (katachi_finding){(long)a->visits, a->winrate, a->lead, a->n_moves};
}

int katachi_search_candidate(const katachi_search *s, int i, katachi_candidate *out)
{
    _Static_assert((int)KATACHI_MAX_LINE >= (int)SEARCH_MAX_PV, "any line fits");
    if (!s->thought || i < 0 || i >= s->found.n_moves)
        return 0;
    const search_move *m = &s->found.move[i];
    *out = (katachi_candidate){.point = board_index_on(s->size, m->at),
                               .visits = (long)m->visits,
                               .win_rate = m->winrate,
                               .lead = m->lead,
                               .prior = m->prior,
                               .line_length = m->n_pv};
    for (int k = 0; k < m->n_pv; k++)
        out->line[k] = board_index_on(s->size, m->pv[k]);
    return 1;
}

void katachi_search_ownership(const katachi_search *s, float *owner)
{
    for (int i = 0; i < s->size * s->size; i++)
        owner[i] = s->thought ? s->found.ownership[i] : 0;
}

katachi_status katachi_search_final(katachi_search *s, const katachi_game *g, unsigned char *dead,
                                    double *score, katachi_error *err)
{
    API_PLAIN_NUMBERS;
    int size = g->board.size;
    if (size != s->size) /* the search is prepared for other boards than that of its results */
        s->thought = false;
    final_status *found = malloc(sizeof *found);
    go_status status = found ? search_final_status(s->s, g, false, found, why(err))
                             : go_fail(why(err), GO_ENOMEM, "out of memory for the final status");
    for (int i = 0; dead && status == GO_OK && i < size * size; i++)
        dead[i] = found->dead[board_point_at(size, i)];
    if (score && status == GO_OK)
        *score = found->margin;
    free(found);
    return outside(status);
}
