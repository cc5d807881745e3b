#include "mm_train/solver/mm_synthetic.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MAX_GROUPS = 64 };

typedef struct recipe {
    const mm_synthetic_group *groups;
    int n_groups, n_teams;
    int first[MAX_GROUPS + 1];
    double *cumulative; /* [n_gammas] within each group, ends at 1 */
    const double *theta;
    rng *random;
} recipe;

/* Standard normal, by Box and Muller. */
static double normal(rng *random)
{
    double radius = sqrt(-2.0 * log(1.0 - rng_double(random)));
    return radius * cos(6.283185307179586 * rng_double(random));
}

static void draw_truth(const recipe *r, double *theta)
{
    for (int g = 0; g < r->n_groups; g++) {
        double sum = 0;
        for (int k = 0; k < r->groups[g].size; k++) {
            theta[r->first[g] + k] = r->groups[g].spread * normal(r->random);
            sum += pow(k + 1, -r->groups[g].zipf);
            r->cumulative[r->first[g] + k] = sum;
        }
        for (int k = 0; k < r->groups[g].size; k++)
            r->cumulative[r->first[g] + k] /= sum;
    }
}

/* The first k of the group whose cumulative weight exceeds a uniform number. */
static int draw_gamma(const recipe *r, int g)
{
    const double *cumulative = r->cumulative + r->first[g];
    double u = rng_double(r->random);
    int low = 0, high = r->groups[g].size - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (cumulative[middle] > u)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Fills gammas [n_groups] and *strength; returns the number of gammas. */
static int draw_team(const recipe *r, int *gammas, double *strength)
{
    int n = 0, last = 0;
    double sum = 0;
    for (int g = 0; g < r->n_groups; g++) {
        const mm_synthetic_group *group = &r->groups[g];
        bool echoes = g > 0 && rng_double(r->random) < group->echo;
        int k = echoes ? last % group->size : draw_gamma(r, g);
        last = k;
        if (rng_double(r->random) >= group->presence)
            continue;
        gammas[n++] = r->first[g] + k;
        sum += r->theta[r->first[g] + k];
    }
    *strength = exp(sum);
    return n;
}

static go_status draw_competition(const recipe *r, double *strength, mm_teams *teams,
                                  go_error *err)
{
    int gammas[MAX_GROUPS], winner = 0;
    double sum = 0;
    for (int k = 0; k < r->n_teams; k++) {
        int n = draw_team(r, gammas, &strength[k]);
        GO_TRY(mm_teams_add(teams, gammas, n, err));
        sum += strength[k];
    }
    double u = sum * rng_double(r->random);
    while (winner < r->n_teams - 1 && (u -= strength[winner]) >= 0)
        winner++;
    return mm_teams_decide(teams, winner, err);
}

go_status mm_synthetic_draw(const mm_synthetic_group *groups, int n_groups, int n_competitions,
                            int n_teams, rng *random, double *theta, mm_teams **out,
                            go_error *err)
{
    recipe r = {groups, n_groups, n_teams, {0}, NULL, theta, random};
    mm_teams *teams = NULL;
    if (n_groups < 1 || n_groups > MAX_GROUPS || n_teams < 1)
        return go_fail(err, GO_EINVAL,
                       "cannot draw %d groups and %d teams; groups must be 1 to 64, teams at least 1",
                       n_groups, n_teams);
    for (int g = 0; g < n_groups; g++)
        r.first[g + 1] = r.first[g] + groups[g].size;
    r.cumulative = calloc((size_t)r.first[n_groups] + 1, sizeof *r.cumulative);
    double *strength = calloc((size_t)n_teams, sizeof *strength);
    go_status status = r.cumulative && strength
                           ? mm_teams_create(&(mm_groups){n_groups, r.first}, &teams, err)
                           : go_fail(err, GO_ENOMEM, "no memory for %d gammas and %d teams",
                                     r.first[n_groups], n_teams);
    if (status == GO_OK)
        draw_truth(&r, theta);
    for (int j = 0; j < n_competitions && status == GO_OK; j++)
        status = draw_competition(&r, strength, teams, err);
    if (status == GO_OK)
        *out = teams;
    else
        mm_teams_destroy(teams);
    free(strength);
    free(r.cumulative);
    return status;
}
