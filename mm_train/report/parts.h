/* parts.h -- the sections of the training report; each writes HTML. */
#ifndef KATACHI_MM_TRAIN_REPORT_PARTS_H
#define KATACHI_MM_TRAIN_REPORT_PARTS_H

#include <stdio.h>

#include "mm_train/evaluate.h"
#include "patterns/gammas/gammas.h"

/* How well the test games were predicted: numbers, curve, stages. */
void report_prediction(FILE *out, const prediction_stats *e, const char *name);

/* What was learnt: pictures of the shapes, level groups as bars, dense groups as maps. */
void report_shapes(FILE *out, const gammas *g);
void report_levels(FILE *out, const gammas *g);
void report_maps(FILE *out, const gammas *g);

/* Style sheet rules of the parts. */
void report_features_style(FILE *out);
void report_maps_style(FILE *out);

#endif
