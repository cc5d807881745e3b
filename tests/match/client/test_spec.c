/* Which player a SPEC means, apart from its name and from what it may spend. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "match/client/spec.h"

static void expect(const char *spec, const char *clock, const char *family, const char *budget,
                   const char *name)
{
    static spec_identity who;
    spec_identify(spec, clock, &who);
    assert_string_equal(who.family, family);
    assert_string_equal(who.budget, budget);
    assert_string_equal(who.name, name);
}

static void limits_are_the_budget(void **state)
{
    (void)state;
    expect("katachi:playouts=1000,threads=1,name=x", "none", "katachi:threads=1", "playouts=1000",
           "x");
    expect("katachi:move-time=0.5,visits=30", "none", "katachi", "move-time=0.5, visits=30", "");
    expect("katachi", "none", "katachi", "", "");
    expect("katachi:", "", "katachi", "", "");
}

static void keys_come_in_any_order(void **state)
{
    (void)state;
    expect("katachi:rule=puct,playouts=9,evaluator=rollout", "none",
           "katachi:evaluator=rollout,rule=puct", "playouts=9", "");
    expect("katachi:evaluator=rollout,rule=puct,playouts=9", "none",
           "katachi:evaluator=rollout,rule=puct", "playouts=9", "");
    expect("katachi:root-average", "none", "katachi:root-average=yes", "", "");
}

static void a_network_is_its_file_wherever_it_lies(void **state)
{
    (void)state;
    expect("katachi:net=../nets/b6c96.bin.gz,threads=2", "none", "katachi:net=b6c96,threads=2", "",
           "");
    expect("katachi:threads=2,net=b6c96.txt.gz", "none", "katachi:net=b6c96,threads=2", "", "");
}

static void the_level_of_gnugo_is_its_budget(void **state)
{
    (void)state;
    expect("gnugo", "none", "gnugo", "level=10", "");
    expect("gnugo:level=10,name=g", "none", "gnugo", "level=10", "g");
    expect("gnugo:level=1", "none", "gnugo", "level=1", "");
}

static void other_programs_are_their_command(void **state)
{
    (void)state;
    expect("name=pachi:/usr/bin/pachi -t =1000", "none", "/usr/bin/pachi -t =1000", "", "pachi");
    expect("/usr/bin/pachi -t :x", "none", "/usr/bin/pachi -t :x", "", "");
    expect("katachiplus gtp", "none", "katachiplus gtp", "", "");
}

static void the_clock_of_the_match_counts(void **state)
{
    (void)state;
    expect("katachi", "fischer 300 3", "katachi", "clock fischer 300 3", "");
    expect("katachi:visits=5", "absolute 60", "katachi", "visits=5, clock absolute 60", "");
}

static void a_long_one_stays_within_its_bounds(void **state)
{
    static char many[SPEC_LONGEST + 1], one[SPEC_LONGEST + 1];
    static spec_identity who;
    (void)state;
    size_t n = (size_t)snprintf(many, sizeof many, "katachi:");
    while (n + 2 < sizeof many)
        n += (size_t)snprintf(many + n, sizeof many - n, "a,");
    spec_identify(many, "none", &who); /* more keys than are sorted */
    assert_string_equal(who.family, many);
    snprintf(one, sizeof one, "name=%0*d:", (int)sizeof one - 7, 0);
    spec_identify(one, "none", &who);
    assert_int_equal(strlen(who.name), SPEC_LONGEST - 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_the_budget),
        cmocka_unit_test(keys_come_in_any_order),
        cmocka_unit_test(a_network_is_its_file_wherever_it_lies),
        cmocka_unit_test(the_level_of_gnugo_is_its_budget),
        cmocka_unit_test(other_programs_are_their_command),
        cmocka_unit_test(the_clock_of_the_match_counts),
        cmocka_unit_test(a_long_one_stays_within_its_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
