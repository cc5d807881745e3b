/* fuzz_gammas.c -- any bytes as a gammas file: gammas or a sentence, never a
 * crash; and gammas that were read serve a policy.                           */
#include <math.h>
#include <stdlib.h>

#include "patterns/gammas/gammas.h"
#include "patterns/gammas/policy.h"
#include "tests/fuzz/fuzz.h"

static void check_gammas(const gammas *g)
{
    if (g->n != vocabulary_gammas(g->v))
        abort();
    for (int i = 0; i <= g->n; i++)
        if (!isfinite(g->gamma[i]) || !(g->gamma[i] > 0))
            abort();
}

/* Extreme gammas may overflow a product; the policy may then say nothing of
 * use, but it must not fail.                                                 */
static void use(const gammas *g)
{
    float probability[26];
    int numbers[F_N_GROUPS];
    policy *p;
    board b;
    board_init(&b, 5);
    if (policy_create(&p, g, 5, NULL) != GO_OK)
        abort();
    policy_start(p, &b);
    for (int i = 0; i < 4; i++) {
        colour c = i & 1 ? WHITE : BLACK;
        policy_distribution(p, c, probability);
        policy_team(p, c, 25, numbers);
        policy_play(p, c, board_point(&b, i, 2));
    }
    policy_destroy(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gammas *g = NULL;
    go_error err = {GO_OK, ""};
    if (gammas_parse(&g, (const char *)data, size, "fuzz", &err) == GO_OK) {
        check_gammas(g);
        use(g);
    } else if (!err.message[0]) {
        abort();
    }
    gammas_destroy(g);
    return 0;
}
