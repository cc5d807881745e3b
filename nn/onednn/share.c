/* Plans in use, each shared by all evaluators of its model and size. */
#ifdef HAVE_DNNL
#include <pthread.h>
#include <stdlib.h>

#include "nn/onednn/plan.h"

typedef struct shared_plan {
    onednn_plan plan; /* first: a plan's address is that of its entry */
    int users;
    struct shared_plan *next;
} shared_plan;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static shared_plan *all; /* guarded by the lock */

static shared_plan *find(const nn_model *model, int size)
{
    for (shared_plan *s = all; s; s = s->next)
        if (s->plan.model == model && s->plan.size == size)
            return s;
    return NULL;
}

static go_status add(shared_plan **out, const nn_model *model, int size, go_error *err)
{
    shared_plan *s = malloc(sizeof *s);
    if (!s)
        return go_fail(err, GO_ENOMEM, "out of memory for a network on %dx%d", size, size);
    go_status status = onednn_plan_create(&s->plan, model, size, err);
    if (status != GO_OK) {
        onednn_plan_destroy(&s->plan);
        free(s);
        return status;
    }
    s->users = 0;
    s->next = all;
    *out = all = s;
    return GO_OK;
}

/* A model is borrowed while its plan is in use, so that no other one can have
 * its address meanwhile.                                                      */
go_status onednn_plan_take(const onednn_plan **out, const nn_model *model, int size,
                           go_error *err)
{
    go_status status = GO_OK;
    pthread_mutex_lock(&lock);
    shared_plan *s = find(model, size);
    if (!s)
        status = add(&s, model, size, err);
    if (status == GO_OK)
        s->users++;
    pthread_mutex_unlock(&lock);
    *out = status == GO_OK ? &s->plan : NULL;
    return status;
}

void onednn_plan_release(const onednn_plan *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&lock);
    shared_plan **at = &all;
    while (&(*at)->plan != p)
        at = &(*at)->next;
    shared_plan *s = *at;
    if (--s->users == 0) {
        *at = s->next;
        onednn_plan_destroy(&s->plan);
        free(s);
    }
    pthread_mutex_unlock(&lock);
}
#endif
