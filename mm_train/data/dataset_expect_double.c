/* dataset_expect_double.c -- see dataset_expect_body.h. */
typedef double real;
#define dataset_expect dataset_expect_double
#include "mm_train/data/dataset_expect_body.h"
