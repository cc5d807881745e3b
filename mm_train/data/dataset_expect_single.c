/* dataset_expect_single.c -- see dataset_expect_body.h. */
typedef float real;
#define dataset_expect dataset_expect_single
#include "mm_train/data/dataset_expect_body.h"
