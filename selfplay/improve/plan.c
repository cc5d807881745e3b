#include "selfplay/improve/plan.h"

#include <math.h>

#include "selfplay/calibrate.h"
#include "selfplay/state/generation.h"

int plan_visits(int visits, int final, int growth, int generation)
{
    const double part = generation >= growth ? 1 : (double)generation / growth;
    return (int)rint(visits * pow((double)final / visits, part));
}

/* Quick searches grow as full ones do. */
static void set_visits(const plan_settings *s, int generation, selfplay_settings *play)
{
    const int visits = play->visits;
    if (!s->final_visits)
        return;
    play->visits = plan_visits(visits, s->final_visits, s->growth, generation);
    play->quick_visits = (int)rint((double)play->quick_visits * play->visits / visits);
    play->quick_visits = play->quick_visits < 2 ? 2 : play->quick_visits;
}

typedef struct witness {
    resign_evidence evidence;
    int moves;
} witness;

static go_status add_evidence(void *user, const played_game *g, go_error *err)
{
    witness *w = user;
    (void)err;
    resign_evidence_add(&w->evidence, g, w->moves);
    return GO_OK;
}

static go_status set_threshold(const plan_settings *s, const run_folder *f, int generation,
                               selfplay_settings *play, go_error *err)
{
    witness w = {.moves = play->resign_moves};
    if (s->wrong <= 0 || play->resign_threshold <= 0)
        return GO_OK;
    for (int i = generation - 1; i >= 0 && i >= generation - PLAN_GENERATIONS; i--)
        GO_TRY(generation_games(f, i, add_evidence, &w, NULL, err));
    const double threshold = resign_threshold_for(&w.evidence, s->wrong, PLAN_MOST_PERCENT);
    if (threshold >= 0)
        play->resign_threshold = threshold;
    return GO_OK;
}

go_status plan_generation(const plan_settings *s, const run_folder *f, int generation,
                          selfplay_settings *play, go_error *err)
{
    set_visits(s, generation, play);
    return set_threshold(s, f, generation, play, err);
}
