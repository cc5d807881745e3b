/* session.h -- a backend at work on a model, and the list of backends.
 *
 *     nn_session *s;
 *     nn_settings settings = {.size = 19, .max_batch = 8, .threads = 2};
 *     status = nn_session_create(&s, model, nn_backend_first(), &settings, &err);
 *     nn_batch batch = {.n = 1, .planes = planes, .globals = globals,
 *                       .out = {[NN_POLICY] = policy, [NN_PASS] = &pass}};
 *     status = nn_session_run(s, &batch, &err);
 *     nn_session_destroy(s);
 *
 * A session serves one caller at a time; several may use one model.          */
#ifndef KATACHI_NN_SESSION_H
#define KATACHI_NN_SESSION_H

#include "nn/model/backend.h"

enum { NN_MOST_BACKENDS = 6 }; /* the compiler complains if the list is longer */

/* All backends of this build, the preferred first; ends with NULL. */
const nn_backend *const *nn_backends(void);

/* The first that is available here. */
const nn_backend *nn_backend_first(void);

/* NULL if none has the name. */
const nn_backend *nn_backend_by_name(const char *name);

/* The name of the i-th, NULL behind the last: for completion. */
const char *nn_backend_word(int i);

/* "float32", "half" or "bfloat16". */
const char *nn_precision_word(nn_precision p);

/* The backend of a name, or the first if the name is NULL or "".  GO_EINVAL. */
go_status nn_backend_choose(const nn_backend **out, const char *name, go_error *err);

typedef struct nn_session nn_session;

/* Checks model and settings and prepares the backend.  GO_EINVAL,
 * GO_EUNSUPPORTED, GO_ENOMEM.                                                 */
go_status nn_session_create(nn_session **out, const nn_model *model, const nn_backend *backend,
                            const nn_settings *settings, go_error *err);
void nn_session_destroy(nn_session *s); /* accepts NULL */

/* Fills the outputs of the batch.  GO_EINVAL: more positions than max_batch.
 * GO_EFORMAT: an answer is not finite or beyond NN_LARGEST_ANSWER; the sentence names
 * the backend and the file.                                                   */
go_status nn_session_run(nn_session *s, const nn_batch *batch, go_error *err);

#endif
