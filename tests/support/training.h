/* training.h -- trainings of a small network on a few games, for tests. */
#ifndef KATACHI_TESTS_SUPPORT_TRAINING_H
#define KATACHI_TESTS_SUPPORT_TRAINING_H

#include "nn/model/random_net.h"
#include "nn_train/train.h"

/* A network to learn, of random weights that are the same each time: of two blocks and eight
 * channels, or of a shape.                                                    */
nn_model *training_model(void);
nn_model *training_model_of(nn_random_shape shape);

/* The fastest gradient on this machine's processor. */
const nn_gradient *training_gradient(void);

/* Batches of 16 rows, 3200 rows in all, and choices with which a few games are learned fast. */
nn_train_options training_options(const nn_gradient *g, int threads);

/* What training_model() has learned. */
nn_model *training_run(const nn_store *s, const nn_train_options *o);

/* A report to nn_train that stops after `user` rows, an int64_t. */
bool training_until(void *user, const nn_train_progress *p);

/* Fails the test unless the weights are the same. */
void same_numbers(const nn_model *a, const nn_model *b);

/* Fails the test unless a training that is stopped half-way and goes on ends like one that was not.
 */
void training_goes_on(const nn_store *s, const nn_train_options *how);

#endif
