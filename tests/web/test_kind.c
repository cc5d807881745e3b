/* The two engines of a page are made from the same settings. */
#include "tests/support/unit.h"
#include "web/engine/kind.h"

static search_settings made_of(engine_kind kind, const char *evaluator, const char *prior)
{
    engine_settings s = {.memory = 1 << 24};
    search_settings_default(&s.search);
    s.search.evaluate.net.file = "net.bin.gz";
    assert_int_equal(search_settings_set(&s.search, "evaluator", evaluator, NULL), GO_OK);
    assert_int_equal(search_settings_set(&s.search, "prior", prior, NULL), GO_OK);
    return engine_search(&s, kind);
}

static void playouts_need_no_network(void **state)
{
    static const char *const evaluators[] = {"auto", "rollout", "uniform", "network", "mixed"};
    static const char *const priors[] = {"auto", "gammas", "uniform", "network"};
    (void)state;
    for (int i = 0; i < 20; i++) {
        search_settings s = made_of(ENGINE_PLAYOUTS, evaluators[i % 5], priors[i / 5]);
        assert_null(s.evaluate.net.file);
        search_settings_resolve(&s, false);
        assert_false(evaluate_settings_need_net(&s.evaluate));
    }
}

static void a_network_is_used_as_the_user_asked(void **state)
{
    (void)state;
    const search_settings s = made_of(ENGINE_NETWORK, "mixed", "gammas");
    assert_string_equal(s.evaluate.net.file, "net.bin.gz");
    assert_int_equal(s.evaluate.evaluator, EVALUATOR_MIXED);
    assert_int_equal(s.evaluate.prior, PRIOR_GAMMAS);
    assert_int_equal(s.tree.memory, 1 << 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_need_no_network),
        cmocka_unit_test(a_network_is_used_as_the_user_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
