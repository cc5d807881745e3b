#include "sgf_corpus/filter.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

game_filter game_filter_all(void)
{
    return (game_filter){.min_handicap = -1, .max_handicap = -1, .min_rank = RANK_UNKNOWN,
                         .max_rank = RANK_UNKNOWN, .min_komi = NAN, .max_komi = NAN};
}

static bool accepts_shape(const game_filter *f, const game_record *g)
{
    return (f->size == 0 || g->size == f->size) && g->n_moves >= f->min_moves &&
           (f->max_moves == 0 || g->n_moves <= f->max_moves) && g->handicap >= f->min_handicap &&
           (f->max_handicap < 0 || g->handicap <= f->max_handicap);
}

static bool accepts_komi(const game_filter *f, const game_record *g)
{
    if (isnan(f->min_komi) && isnan(f->max_komi))
        return true;
    return g->has_komi && !isless(g->komi, f->min_komi) && !isgreater(g->komi, f->max_komi);
}

static bool rank_within(const game_filter *f, const char *text)
{
    int rank = rank_of(text);
    return rank != RANK_UNKNOWN && rank >= f->min_rank &&
           (f->max_rank == RANK_UNKNOWN || rank <= f->max_rank);
}

static bool rating_within(const game_filter *f, const char *text)
{
    double rating = rating_of(text);
    return rating > 0 && rating >= f->min_rating && (f->max_rating <= 0 || rating <= f->max_rating);
}

static bool accepts_players(const game_filter *f, const game_record *g)
{
    const char *const *t = (const char *const *)g->text;
    if ((f->min_rank != RANK_UNKNOWN || f->max_rank != RANK_UNKNOWN) &&
        !(rank_within(f, t[GAME_BR]) && rank_within(f, t[GAME_WR])))
        return false;
    if ((f->min_rating > 0 || f->max_rating > 0) &&
        !(rating_within(f, t[GAME_BR]) && rating_within(f, t[GAME_WR])))
        return false;
    return !f->player || (t[GAME_PB] && utf8_contains(t[GAME_PB], f->player)) ||
           (t[GAME_PW] && utf8_contains(t[GAME_PW], f->player));
}

static bool accepts_date(const game_filter *f, const game_record *g)
{
    if (!f->since.year && !f->until.year)
        return true;
    game_date date = date_of(g->text[GAME_DT]);
    return date.year && date_compare(date, f->since) >= 0 &&
           (!f->until.year || date_compare(date, f->until) <= 0);
}

static bool accepts_result(const game_filter *f, const game_record *g)
{
    if (!f->results && !f->winner)
        return true;
    game_result result = result_of(g->text[GAME_RE]);
    return (!f->results || (f->results >> result.kind & 1)) &&
           (!f->winner || result.winner == f->winner);
}

bool game_filter_accepts(const game_filter *f, const game_record *g)
{
    return accepts_shape(f, g) && accepts_komi(f, g) && accepts_players(f, g) &&
           accepts_date(f, g) && accepts_result(f, g) &&
           (!f->rules || strcmp(f->rules, ruleset_of(g->text[GAME_RU])) == 0);
}
