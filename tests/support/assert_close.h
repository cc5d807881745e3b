/* assert_close.h -- equality of doubles; cmocka 1.1 rounds to float first. */
#ifndef KATACHI_TESTS_SUPPORT_ASSERT_CLOSE_H
#define KATACHI_TESTS_SUPPORT_ASSERT_CLOSE_H

#include <math.h>

/* |a - b| <= tolerance; NaN is close to nothing. Needs cmocka.h before it. */
#define assert_close(a, b, tolerance)                                               \
    do {                                                                            \
        double close_a_ = (a), close_b_ = (b);                                      \
        if (!(fabs(close_a_ - close_b_) <= (tolerance)))                            \
            fail_msg("%s = %.15g, not %.15g within %g", #a, close_a_, close_b_,     \
                     (double)(tolerance));                                          \
    } while (0)

#endif
