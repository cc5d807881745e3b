/* plan.h -- how a generation plays: with visits that grow from generation to generation, and a
 * threshold of resignation that the last games played out allow.               */
#ifndef KATACHI_SELFPLAY_IMPROVE_PLAN_H
#define KATACHI_SELFPLAY_IMPROVE_PLAN_H

#include "selfplay/settings.h"
#include "selfplay/state/run_folder.h"

typedef struct plan_settings {
    int final_visits;        /* of full searches from that generation on; 0: as many as the first */
    int growth;              /* generations */
    double wrong;            /* share of the resignations that may be wrong; 0: the threshold of
                              * the settings is kept */
} plan_settings;

enum {
    PLAN_GENERATIONS = 3,  /* whose games set the threshold: the newest */
    PLAN_MOST_PERCENT = 20 /* the highest one that a plan sets: a resigned game does not tell whose
                            * the points are */
};

/* Changes *play, the settings of generation 0, to those of another one.  The threshold follows
 * from the games played out of PLAN_GENERATIONS before it (selfplay/calibrate.h); where
 * these do not tell, it is that of the settings.  GO_EFORMAT, GO_EIO: their games cannot be read. */
go_status plan_generation(const plan_settings *s, const run_folder *f, int generation,
                          selfplay_settings *play, go_error *err);

/* visits (final / visits)^(generation / growth), `final` from generation `growth` on. */
int plan_visits(int visits, int final, int growth, int generation);

#endif
