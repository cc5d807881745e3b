/* judge.h -- a network asked about positions: encoding, evaluation and reading
 * in one call.
 *
 *     nn_judge *judge;
 *     nn_settings settings = {.size = 19, .max_batch = 8, .threads = 2};
 *     nn_judge_create(&judge, model, NULL, &settings, &err);
 *     nn_question q = {.position = position, .view = nn_view_plain(19)};
 *     nn_result result;
 *     nn_judge_ask(judge, &q, 1, &result, &err);
 *     nn_judge_destroy(judge);
 *
 * A judge serves one caller at a time.                                       */
#ifndef KATACHI_NN_JUDGE_H
#define KATACHI_NN_JUDGE_H

#include "nn/backend.h"
#include "nn/outputs.h"

typedef struct nn_judge nn_judge;

typedef struct nn_question {
    const nn_position *position; /* borrowed */
    nn_view view;                /* view.size is the judge's settings.size */
    nn_reading reading;
} nn_question;

/* A backend (NULL: the first that is available) at work on a model, which is
 * borrowed, and buffers for settings->max_batch positions.  As
 * nn_evaluator_create; GO_ENOMEM.                                             */
go_status nn_judge_create(nn_judge **out, const nn_model *model, const char *backend,
                          const nn_settings *settings, go_error *err);
void nn_judge_destroy(nn_judge *j); /* accepts NULL */

const nn_evaluator *nn_judge_evaluator(const nn_judge *j);

/* Asks n questions at once, 1 .. max_batch.  results [n].  GO_EINVAL: a board
 * that the network or the buffer cannot take; and as nn_evaluate.            */
go_status nn_judge_ask(nn_judge *j, const nn_question *questions, int n, nn_result *results,
                       go_error *err);

/* Asks one question in all eight symmetries and takes the mean. */
go_status nn_judge_ask_mean(nn_judge *j, const nn_question *question, nn_result *result,
                            go_error *err);

#endif
