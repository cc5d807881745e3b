/* answer.h -- one more policy while a network learns: the opponent's answer.
 *
 * What the opponent will play next is asked from the same features as the move itself, so
 * that these see both plans; the files have no place for the answer, so its channel exists
 * during the training only.  It is one more channel of the policy's last convolution and of
 * the pass's last product, which begins at 0.
 *
 *     if (nn_answer_add(m, &err) == GO_OK) {
 *         ... train: the answer is the last of m->policy_channels ...
 *         nn_answer_remove(m);
 *     }
 *
 * Source: Y. Tian and Y. Zhu, Better Computer Go Player with Neural Network and Long-term
 * Prediction, ICLR 2016; as one answer, D. Wu, Accelerating Self-Play Learning in Go, 2019. */
#ifndef KATACHI_NN_TRAIN_ANSWER_H
#define KATACHI_NN_TRAIN_ANSWER_H

#include "nn/model/model.h"

/* GO_ENOMEM; the model is as before then. */
go_status nn_answer_add(nn_model *m, go_error *err);

/* Undoes it; the other numbers stay as they are. */
void nn_answer_remove(nn_model *m);

/* The second policy of newer files, which KataGo plays from in part and which nothing here
 * teaches, becomes the first one.  (A third and fourth are values of moves and stay.) */
void nn_policies_as_first(nn_model *m);

#endif
