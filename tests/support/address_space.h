/* address_space.h -- how much of its address space a test has taken, for limits on it. */
#ifndef KATACHI_TESTS_SUPPORT_ADDRESS_SPACE_H
#define KATACHI_TESTS_SUPPORT_ADDRESS_SPACE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/unit.h"

/* In bytes. */
static inline int64_t address_space(void)
{
    char text[100] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    return strtol(text, NULL, 10) * sysconf(_SC_PAGESIZE);
}

#endif
