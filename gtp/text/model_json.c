#include "gtp/text/model_json.h"

#include "base/text_json.h"

json_t *gtp_model_json(const nn_model *m, int batch)
{
    return json_pack("{s:o*, s:o*, s:i, s:b, s:i, s:s}", "name", text_json(m->file),
                     "internalName", text_json(nn_model_called(m)), "maxBatchSize", batch,
                     "usesHumanSLProfile", m->meta > 0, "version", m->version, "usingFP16",
                     "false");
}
