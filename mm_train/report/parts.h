/* parts.h -- the sections of the training report; each writes HTML. */
#ifndef KATACHI_MM_TRAIN_REPORT_PARTS_H
#define KATACHI_MM_TRAIN_REPORT_PARTS_H

#include <stdio.h>

#include "patterns/gammas/gammas.h"

/* What was learnt: pictures of the shapes, level groups as bars, dense groups as maps. */
void report_shapes(FILE *out, const gammas *g);
void report_levels(FILE *out, const gammas *g);
void report_maps(FILE *out, const gammas *g);

/* The sentence of a group, with a capital letter. */
void report_sentence(FILE *out, const char *sentence);

/* Style sheet rules of the parts. */
void report_features_style(FILE *out);
void report_maps_style(FILE *out);

#endif
