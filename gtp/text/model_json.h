/* model_json.h -- a network as `kata-get-models` and query_models tell of it. */
#ifndef KATACHI_GTP_TEXT_MODEL_JSON_H
#define KATACHI_GTP_TEXT_MODEL_JSON_H

#include <jansson.h>

#include "nn/model/model.h"

/* An object with KataGo's keys, or NULL: out of memory.  `batch` is the setting net-batch. */
json_t *gtp_model_json(const nn_model *m, int batch);

#endif
