#include "sgf_corpus/stats.h"

#include <math.h>
#include <string.h>

static const char *const rules_names[STATS_RULES] = {
    "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "ing",
    "other", "none", NULL,
};

const char *corpus_stats_rules_name(int i)
{
    return rules_names[i];
}

static int rules_index(const char *text)
{
    const char *name = ruleset_of(text);
    for (int i = 0; i < 7; i++)
        if (strcmp(name, rules_names[i]) == 0)
            return i;
    return text ? 7 : 8;
}

/* Komi of whole and half points up to 100 has a row of its own. */
static int komi_index(const game_record *g)
{
    const int other = STATS_KOMI - 2, none = STATS_KOMI - 1;
    if (!g->has_komi)
        return none;
    const double halves = 2 * g->komi;
    return fabs(halves) <= 200 && halves == trunc(halves) ? (int)halves + 200 : other;
}

void corpus_stats_add(corpus_stats *s, const game_record *g)
{
    game_result result = result_of(g->text[GAME_RE]);
    int length = g->n_moves / 25;
    for (int i = 0; i < 2; i++) {
        int rank = rank_of(g->text[i ? GAME_WR : GAME_BR]);
        s->rank[rank == RANK_UNKNOWN ? STATS_RANKS - 1 : rank + 29]++;
    }
    if (s->games == 0 || g->n_moves < s->shortest)
        s->shortest = g->n_moves;
    if (g->n_moves > s->longest)
        s->longest = g->n_moves;
    s->games++;
    s->moves += g->n_moves;
    for (int i = 0; i < g->n_moves; i++)
        s->passes += g->moves[i].at == PASS;
    s->size[g->size]++;
    s->year[date_of(g->text[GAME_DT]).year]++;
    s->rules[rules_index(g->text[GAME_RU])]++;
    s->handicap[g->handicap < STATS_HANDICAPS ? g->handicap : STATS_HANDICAPS - 1]++;
    s->length[length < STATS_LENGTHS ? length : STATS_LENGTHS - 1]++;
    s->komi[komi_index(g)]++;
    s->result[result.kind]++;
    s->winner[result.winner]++;
}
