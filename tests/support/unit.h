/* unit.h -- cmocka, with the headers that it needs before it. */
#ifndef KATACHI_TESTS_SUPPORT_UNIT_H
#define KATACHI_TESTS_SUPPORT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#endif
