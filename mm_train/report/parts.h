/* parts.h -- the sections of the training report; each writes HTML. */
#ifndef KATACHI_MM_TRAIN_REPORT_PARTS_H
#define KATACHI_MM_TRAIN_REPORT_PARTS_H

#include <stdio.h>

#include "mm_train/report/report.h"

/* How well the test games were predicted: numbers, curve, stages. */
void report_prediction(FILE *out, const evaluation *e, const char *name);

/* What was learnt: the shapes of each shape group drawn, then the level groups
 * as bars and the dense groups as maps.                                      */
void report_shapes(FILE *out, const gammas *g);
void report_levels(FILE *out, const gammas *g);
void report_maps(FILE *out, const gammas *g);

/* Style sheet rules of the parts. */
void report_features_style(FILE *out);
void report_maps_style(FILE *out);

/* "1,234,567" in one of a caller's buffers. */
const char *report_number(long long n, char buffer[32]);

/* A gamma as Elo with its sign, "+123" or "−45" (a true minus). */
void report_elo(FILE *out, double gamma);

#endif
