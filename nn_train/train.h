/* train.h -- from games to a network: rows, loss, gradient, step, again and again.
 *
 * A batch is cut into lanes (nn_train/gradient/gradient.h), which the threads share; the
 * result does not depend on their number.  The rate rises for the first rows and then follows
 * the budget that was given (nn_train/optimise/schedule.h).  With a budget of rows the network
 * depends on nothing else; one of seconds follows the clock.
 *
 * Several ranks (base/comm.h), each with the same games, share the lanes, too: rank 0 adds up
 * the gradients, takes the step and sends the new numbers to all.  Sums are formed in pairs,
 * ((0 + 1) + (2 + 3)) + ..., over lanes as over ranks; so the result is the same to the last
 * bit where each rank has as many lanes as the others, a power of two, and else the same but
 * for rounding.                                                              */
#ifndef KATACHI_NN_TRAIN_TRAIN_H
#define KATACHI_NN_TRAIN_TRAIN_H

#include "nn_train/data/drawn.h"
#include "nn_train/data/store.h"
#include "nn_train/options.h"

/* How it goes: sums since the last report. */
typedef struct nn_train_progress {
    int64_t rows, budget; /* so far, and in all as far as is known */
    int64_t reported;     /* rows at the last report, or when the command began */
    double seconds, rate, length; /* of the gradient, mean */
    nn_loss_sums sums;            /* of the rows since `reported` */
    const nn_drawn *drawn; /* by all ranks since the command began: borrowed, valid during the
                            * call; of imported rows, `positions` is of this rank */
    bool keeps;            /* a checkpoint is written after the call */
    struct trainer *trainer; /* for nn_train_network */
} nn_train_progress;

/* The model as it would be written now, with averaged numbers; for use during the call, on rank
 * 0 only.                                                                     */
const nn_model *nn_train_network(const nn_train_progress *progress);

/* Called after each `every` rows, or five seconds, on every rank, with the sums of all; false on
 * any of them stops all with GO_EINTR, the model as it is then.  So does an interrupt
 * (base/interrupt.h), after any batch.  If the checkpoint has all rows behind it, the last report
 * comes once more, with `rows` as `reported`.                                 */
typedef bool nn_train_report(void *user, const nn_train_progress *progress);

/* Trains the model, which is not folded, on all positions of the store.  At the end, also that
 * of GO_EINTR, the model has the averaged numbers.  After GO_EINTR, or when the gradient fails, the
 * checkpoint, if one is named, is there to go on from.  GO_EFORMAT: the checkpoint is damaged,
 * or of other games or options; or loss or gradient are not finite any more, and the last
 * checkpoint is left.
 * All ranks call this together, and a failure is one of all; only rank 0 touches files. */
go_status nn_train(nn_model *m, const nn_store *store, const nn_train_options *options,
                   int64_t every, nn_train_report *report, void *user, go_error *err);

/* Called after each batch that was measured; false ends the measuring. */
typedef bool nn_train_measured(void *user, int64_t rows);

/* The loss of a model over rows of a store, none of them twice: all batches until there are `rows`,
 * or there are no more, or `more`, which may be NULL, ends it.                 */
go_status nn_train_measure(const nn_model *m, const nn_store *store,
                           const nn_train_options *options, int64_t rows, nn_train_measured *more,
                           void *user, nn_loss_sums *sums, go_error *err);

#endif
