/* evaluator.h -- evaluates positions by a network: encodes, computes and reads the
 * answers in one call.
 *
 *     nn_evaluator *e;
 *     nn_settings settings = {.size = 19, .max_batch = 8, .threads = 2};
 *     nn_evaluator_create(&e, model, nn_backend_first(), &settings, &err);
 *     nn_query query = {.position = position, .view = nn_view_plain(19)};
 *     nn_result result;
 *     nn_evaluate(e, &query, 1, &result, &err);
 *     nn_evaluator_destroy(e);
 *
 * An evaluator serves one caller at a time.                                  */
#ifndef KATACHI_NN_EVALUATOR_H
#define KATACHI_NN_EVALUATOR_H

#include "nn/session.h"
#include "nn/sheet.h"

typedef struct nn_evaluator nn_evaluator;

/* A session of the backend with the model, which is borrowed, and buffers for
 * settings->max_batch positions.  Errors as of nn_session_create.            */
go_status nn_evaluator_create(nn_evaluator **out, const nn_model *model,
                              const nn_backend *backend, const nn_settings *settings,
                              go_error *err);
void nn_evaluator_destroy(nn_evaluator *e); /* accepts NULL */

/* Evaluates n queries at once, 1 .. max_batch, whose views have the evaluator's size.
 * results [n].  GO_EINVAL: a board that does not suit the network or the buffer; others as of
 * nn_session_run.                                                             */
go_status nn_evaluate(nn_evaluator *e, const nn_query *queries, int n, nn_result *results,
                      go_error *err);

/* Computes the outputs of n sheets, 1 .. max_batch, from their inputs.  As nn_session_run. */
go_status nn_evaluate_sheets(nn_evaluator *e, nn_sheet *const *sheets, int n, go_error *err);

/* The mean over all eight symmetries of one query, as many at once as max_batch allows. */
go_status nn_evaluate_mean(nn_evaluator *e, const nn_query *query, nn_result *result,
                           go_error *err);

#endif
