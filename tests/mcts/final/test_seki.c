/* The textbook sekis in all symmetries and with the colours exchanged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/fates.h"
#include "tests/support/seki_shapes.h"

static void each_shape_is_seen_everywhere(void **state)
{
    char drawing[2 * BOARD_MAX_AREA + 1];
    (void)state;
    for (int i = 0; i < N_SEKI_SHAPES; i++) {
        const seki_shape *s = &seki_shapes[i];
        for (int k = 0; k < 16; k++) {
            int sign = k & 8 ? -1 : 1;
            seki_shape_turned(s, k & 7, k & 8, drawing);
            print_message("%s, turned %d\n", s->name, k);
            expect_fates("japanese", s->size, drawing, sign * s->territory);
            if (k % 7 == 0)
                expect_fates("chinese", s->size, drawing, sign * s->area);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_shape_is_seen_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
