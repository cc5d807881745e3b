#include "tests/support/needs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

void need_file(const char *path)
{
    if (access(path, R_OK) == 0)
        return;
    print_message("# skipped: %s is not there\n", path);
    skip();
}

bool slow_tests(void)
{
    const char *value = getenv("KATACHI_SLOW");
    return value && value[0] == '1';
}

void need_slow(void)
{
    if (slow_tests())
        return;
    print_message("# skipped: only with KATACHI_SLOW=1\n");
    skip();
}
