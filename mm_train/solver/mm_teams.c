#include "mm_train/solver/mm_teams.h"

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct mm_teams {
    int n_groups, n_gammas;
    int *first;        /* [n_groups + 1] */
    int32_t *group_of; /* [n_gammas] */
    double *wins;      /* [n_gammas] */
    int n_threads;
    mm_problem problem;

    int64_t n_competitions, n_teams, n_members;
    int longest;        /* members of the longest team */
    int64_t room_competitions, room_teams, room_members;
    int64_t *team_of;   /* [n_competitions + 1] first team of each, and the end */
    int32_t *winner;    /* [n_competitions] counted from that first team        */
    int64_t *member_of; /* [n_teams + 1] first member of each, and the end      */
    int32_t *member;    /* [n_members] gammas                                   */
};

static go_status expect(void *data, const double *theta, double *expected,
                        double *log_likelihood, go_error *err);

/* ---- creation ---- */

go_status mm_teams_create(const mm_groups *groups, mm_teams **out, go_error *err)
{
    const int n_groups = groups->n_groups, *first = groups->first;
    bool good = n_groups >= 0 && first && first[0] == 0;
    for (int g = 0; good && g < n_groups; g++)
        good = first[g] <= first[g + 1];
    if (!good)
        return go_fail(err, GO_EINVAL, "the bounds of the groups of gammas must rise from 0");
    mm_teams *t = calloc(1, sizeof *t);
    if (t) {
        t->n_groups = n_groups;
        t->n_gammas = first[n_groups];
        t->team_of = calloc(1, sizeof *t->team_of);
        t->member_of = calloc(1, sizeof *t->member_of);
        t->first = calloc((size_t)n_groups + 1, sizeof *t->first);
        t->group_of = calloc((size_t)t->n_gammas + 1, sizeof *t->group_of);
        t->wins = calloc((size_t)t->n_gammas + 1, sizeof *t->wins);
    }
    if (!t || !t->team_of || !t->member_of || !t->first || !t->group_of || !t->wins) {
        mm_teams_destroy(t);
        return go_fail(err, GO_ENOMEM, "no memory for %d gammas", first[n_groups]);
    }
    memcpy(t->first, first, ((size_t)n_groups + 1) * sizeof *first);
    for (int g = 0; g < n_groups; g++)
        for (int i = first[g]; i < first[g + 1]; i++)
            t->group_of[i] = g;
    *out = t;
    return GO_OK;
}

void mm_teams_destroy(mm_teams *teams)
{
    if (!teams)
        return;
    free(teams->first);
    free(teams->group_of);
    free(teams->wins);
    free(teams->team_of);
    free(teams->winner);
    free(teams->member_of);
    free(teams->member);
    free(teams);
}

/* ---- entering the competitions ---- */

/* Makes room for `need` items, at least doubling *room. */
static bool make_room(void **array, int64_t *room, int64_t need, size_t item)
{
    if (need <= *room)
        return true;
    int64_t more = *room < 512 ? 1024 : 2 * *room;
    if (more < need)
        more = need;
    void *bigger = realloc(*array, (size_t)more * item);
    if (!bigger)
        return false;
    *array = bigger;
    *room = more;
    return true;
}

static go_status no_room(const mm_teams *t, go_error *err)
{
    return go_fail(err, GO_ENOMEM, "no memory for more than %lld competitions (%zu MB)",
                   (long long)t->n_competitions, mm_teams_bytes(t) / 1000000);
}

go_status mm_teams_add(mm_teams *teams, const int *gammas, int n, go_error *err)
{
    mm_teams *t = teams;
    for (int k = 0; k < n; k++) {
        int i = gammas[k];
        if (i < 0 || i >= t->n_gammas)
            return go_fail(err, GO_EINVAL, "gamma %d is not among 0 .. %d", i, t->n_gammas - 1);
        for (int earlier = 0; earlier < k; earlier++) {
            if (t->group_of[gammas[earlier]] == t->group_of[i])
                return go_fail(
                    err, GO_EINVAL,
                    "gammas %d and %d are levels of one feature; a team can hold only one of them",
                    gammas[earlier], i);
        }
    }
    if (!make_room((void **)&t->member, &t->room_members, t->n_members + n, sizeof *t->member) ||
        !make_room((void **)&t->member_of, &t->room_teams, t->n_teams + 2, sizeof *t->member_of))
        return no_room(t, err);
    for (int k = 0; k < n; k++)
        t->member[t->n_members++] = gammas[k];
    t->member_of[++t->n_teams] = t->n_members;
    t->longest = n > t->longest ? n : t->longest;
    return GO_OK;
}

go_status mm_teams_decide(mm_teams *teams, int winner, go_error *err)
{
    mm_teams *t = teams;
    int64_t first = t->team_of[t->n_competitions];
    int64_t room_winners = t->room_competitions;
    if (winner < 0 || winner >= t->n_teams - first)
        return go_fail(err, GO_EINVAL, "there is no team %d to win; there are %lld teams", winner,
                       (long long)(t->n_teams - first));
    if (!make_room((void **)&t->winner, &room_winners, t->n_competitions + 2,
                   sizeof *t->winner) ||
        !make_room((void **)&t->team_of, &t->room_competitions, t->n_competitions + 2,
                   sizeof *t->team_of))
        return no_room(t, err);
    int64_t won = first + winner;
    for (int64_t m = t->member_of[won]; m < t->member_of[won + 1]; m++)
        t->wins[t->member[m]] += 1.0;
    t->winner[t->n_competitions++] = winner;
    t->team_of[t->n_competitions] = t->n_teams;
    return GO_OK;
}

const mm_problem *mm_teams_problem(mm_teams *teams)
{
    teams->problem = (mm_problem){
        .n_gammas = teams->n_gammas, .n_competitions = teams->n_competitions,
        .groups = {teams->n_groups, teams->first}, .wins = teams->wins,
        .expect = expect, .data = teams};
    return &teams->problem;
}

void mm_teams_set_threads(mm_teams *teams, int n_threads)
{
    teams->n_threads = n_threads;
}

/* ---- reading back ---- */

int mm_teams_size(const mm_teams *teams, int64_t competition)
{
    return (int)(teams->team_of[competition + 1] - teams->team_of[competition]);
}

int mm_teams_winner(const mm_teams *teams, int64_t competition)
{
    return teams->winner[competition];
}

const int32_t *mm_teams_team(const mm_teams *teams, int64_t competition, int k, int *n)
{
    int64_t team = teams->team_of[competition] + k;
    *n = (int)(teams->member_of[team + 1] - teams->member_of[team]);
    return teams->member + teams->member_of[team];
}

size_t mm_teams_bytes(const mm_teams *teams)
{
    return (size_t)teams->room_competitions * (sizeof *teams->team_of + sizeof *teams->winner) +
           (size_t)teams->room_teams * sizeof *teams->member_of +
           (size_t)teams->room_members * sizeof *teams->member;
}

/* ---- expectations ---- */

/* What one thread adds up. */
typedef struct share {
    double *expected; /* [n_gammas] */
    double *strength; /* [teams of the largest competition] scratch */
    long double log_sum; /* of log E_j: a sum of millions of terms, so kept wide */
} share;

/* The log of a team's strength. */
static double log_strength(const mm_teams *t, int64_t team, const double *theta)
{
    double sum = 0;
    for (int64_t m = t->member_of[team]; m < t->member_of[team + 1]; m++)
        sum += theta[t->member[m]];
    return sum;
}

static double strength_of(const mm_teams *t, int64_t team, const double *gamma)
{
    double strength = 1.0;
    for (int64_t m = t->member_of[team]; m < t->member_of[team + 1]; m++)
        strength *= gamma[t->member[m]];
    return strength;
}

/* Adds competition j: the strength of each team, their sum E, and then for each gamma the share
 * of E that its teams hold.  Without `gamma`, the strengths could leave the range of numbers and
 * are found from their logs, relative to the largest.                         */
static void add_competition(const mm_teams *t, int64_t j, const double *theta, const double *gamma,
                            share *mine)
{
    int64_t first = t->team_of[j], end = t->team_of[j + 1];
    double sum = 0, largest = gamma ? 0 : -INFINITY;
    for (int64_t team = first; team < end && !gamma; team++)
        largest = fmax(largest, log_strength(t, team, theta));
    for (int64_t team = first; team < end; team++) {
        double strength =
            gamma ? strength_of(t, team, gamma) : exp(log_strength(t, team, theta) - largest);
        mine->strength[team - first] = strength;
        sum += strength;
    }
    for (int64_t team = first; team < end; team++) {
        double chance = mine->strength[team - first] / sum;
        for (int64_t m = t->member_of[team]; m < t->member_of[team + 1]; m++)
            mine->expected[t->member[m]] += chance;
    }
    mine->log_sum += (long double)(log(sum) + largest);
}

/* Could the product of a team's gammas, or of some of them, overflow or lose digits? */
static bool is_extreme(const mm_teams *t, const double *theta)
{
    static const double most = 600; /* the log of the largest double is 709 */
    double farthest = 0;
    for (int i = 0; i < t->n_gammas; i++)
        farthest = fmax(farthest, fabs(theta[i]));
    return farthest * t->longest > most;
}

/* With fewer than some 100,000 gammas a thread costs more to wake than it saves. */
static int threads_to_use(const mm_teams *t)
{
    int64_t worthwhile = 1 + t->n_members / 100000, most = omp_get_max_threads();
    return t->n_threads > 0 ? t->n_threads : (int)(worthwhile < most ? worthwhile : most);
}

/* One block for all threads: gammas first, then each thread's sums and scratch. */
static go_status expect(void *data, const double *theta, double *expected,
                        double *log_likelihood, go_error *err)
{
    const mm_teams *t = data;
    const int n_threads = threads_to_use(t);
    int largest = 0;
    for (int64_t j = 0; j < t->n_competitions; j++)
        largest = mm_teams_size(t, j) > largest ? mm_teams_size(t, j) : largest;
    size_t n = (size_t)t->n_gammas, stride = n + (size_t)largest + 8;
    double *gamma = calloc(n + (size_t)n_threads * stride, sizeof *gamma);
    share *shares = calloc((size_t)n_threads, sizeof *shares);
    if (!gamma || !shares) {
        free(gamma);
        free(shares);
        return go_fail(err, GO_ENOMEM, "no memory to add up %d gammas on %d threads",
                       t->n_gammas, n_threads);
    }
    const bool extreme = is_extreme(t, theta);
    for (size_t i = 0; i < n && !extreme; i++)
        gamma[i] = exp(theta[i]);

    /* Each thread takes a fixed run of competitions, so that the same number of threads
     * adds in the same order.                                                */
#pragma omp parallel for num_threads(n_threads) schedule(static, 1)
    for (int k = 0; k < n_threads; k++) {
        shares[k].expected = gamma + n + (size_t)k * stride;
        shares[k].strength = shares[k].expected + n;
        int64_t begin = t->n_competitions * k / n_threads;
        int64_t end = t->n_competitions * (k + 1) / n_threads;
        for (int64_t j = begin; j < end; j++)
            add_competition(t, j, theta, extreme ? NULL : gamma, &shares[k]);
    }

    long double sum = 0;
    for (int i = 0; i < t->n_gammas; i++) {
        expected[i] = 0;
        for (int k = 0; k < n_threads; k++)
            expected[i] += shares[k].expected[i];
        sum += (long double)(t->wins[i] * theta[i]);
    }
    for (int k = 0; k < n_threads; k++)
        sum -= shares[k].log_sum;
    *log_likelihood = (double)sum;
    free(shares);
    free(gamma);
    return GO_OK;
}
