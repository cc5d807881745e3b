/* choices.h -- what can be chosen about learning, each setting declared once.
 *
 * The command line, its help and the fingerprint of a training derive from the table of
 * options.  What each is worth: doc/training-networks.md.                     */
#ifndef KATACHI_NN_TRAIN_CHOICES_H
#define KATACHI_NN_TRAIN_CHOICES_H

#include "base/options.h"
#include "nn_train/gradient/parameters.h"
#include "nn_train/loss.h"
#include "nn_train/optimise/optimiser.h"
#include "nn_train/optimise/schedule.h"

typedef struct nn_train_choices {
    int norms; /* nn_norms */
    optimiser_settings optimiser;
    schedule_settings schedule;
    averaging_settings average;
    nn_loss_weights weights;
    double forget, other_rules, other_komi; /* see nn_sample */
    int pool;                               /* positions, at least a batch; 0: none */
} nn_train_choices;

/* Offsets are of nn_train_choices. */
extern const option nn_train_choice_options[];

void nn_train_choices_default(nn_train_choices *c);

/* Refuses options that the command line named and that mean nothing beside the others.  GO_EINVAL.
 */
go_status nn_train_choices_named(const nn_train_choices *c, const options_given *given,
                                 go_error *err);

/* A number that differs for different choices. */
uint64_t nn_train_choices_hash(const nn_train_choices *c);

#endif
