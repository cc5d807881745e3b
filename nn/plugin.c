#include "nn/plugin.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io/program_path.h"

static const char file_name[] = "katachi-cudnn.so";

/* ---- finding it ---- */

static bool exists(char *path, size_t size, const char *folder, const char *below)
{
    int n = snprintf(path, size, "%s%s/%s", folder, below, file_name);
    return n > 0 && (size_t)n < size && access(path, R_OK) == 0;
}

go_status nn_plugin_find(char *path, size_t size, go_error *err)
{
    const char *wish = getenv("KATACHI_PLUGINS");
    char program[PATH_MAX];
    if (wish && *wish) {
        if (exists(path, size, wish, ""))
            return GO_OK;
        return go_fail(err, GO_EUNSUPPORTED,
                       "%s is not in %.300s, the folder that KATACHI_PLUGINS names; correct the "
                       "variable or unset it",
                       file_name, wish);
    }
    const bool known = program_path(program, sizeof program);
    const char *folder = dirname(program); /* "." if the system does not tell */
    if ((known &&
         (exists(path, size, folder, "") || exists(path, size, folder, "/../lib/katachi"))) ||
        exists(path, size, KATACHI_PREFIX, "/lib/katachi"))
        return GO_OK;
    return go_fail(err, GO_EUNSUPPORTED,
                   "the plug-in %s was not found in %.300s, %.300s/../lib/katachi or "
                   "%.100s/lib/katachi; build Katachi where CUDA and cuDNN 9 are installed",
                   file_name, folder, folder, KATACHI_PREFIX);
}

/* ---- loading ---- */

/* Loads the libraries that the plug-in needs from CUDA's folder: loaded ones are found
 * by name.  Returns the folder.                                              */
static const char *load_needed(void)
{
    static const char *const needed[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcudnn.so.9"};
    static const char *const below[] = {"lib64", "lib"};
    const char *home = getenv("CUDA_HOME");
    char path[PATH_MAX];
    home = home && *home ? home : "/usr/local/cuda";
    for (int b = 0; b < 2; b++) {
        for (int i = 0; i < 3; i++) {
            int n = snprintf(path, sizeof path, "%s/%s/%s", home, below[b], needed[i]);
            if (n > 0 && n < (int)sizeof path && access(path, R_OK) == 0)
                (void)dlopen(path, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
        }
    }
    return home;
}

static bool fits(const nn_plugin_table *t)
{
    nn_plugin_table own = {NN_PLUGIN_TABLE_HEAD, .backend = {NULL}};
    return t->version == own.version && t->model == own.model && t->layer == own.layer &&
           t->settings == own.settings && t->batch == own.batch &&
           t->backend_size == own.backend_size && t->error == own.error;
}

go_status nn_plugin_open(const char *path, const nn_plugin_table **out, go_error *err)
{
    enum { FLAGS = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE };
    void *library = dlopen(path, FLAGS);
    *out = NULL;
    if (!library) {
        const char *home = load_needed();
        library = dlopen(path, FLAGS);
        if (!library) {
            const char *why = dlerror();
            return go_fail(err, GO_EUNSUPPORTED,
                           "the plug-in cannot be loaded: %.400s (also looked in %.200s); install "
                           "CUDA and cuDNN 9, or set CUDA_HOME or LD_LIBRARY_PATH to their folder",
                           why ? why : path, home);
        }
    }
    const nn_plugin_table *table = dlsym(library, "katachi_nn_plugin");
    if (!table)
        return go_fail(err, GO_EUNSUPPORTED,
                       "%.400s is not a plug-in of Katachi; build it again with the program", path);
    if (!fits(table))
        return go_fail(err, GO_EUNSUPPORTED, "%.400s was built for another version of Katachi; "
                       "build it again with the program", path);
    *out = table;
    return GO_OK;
}

/* ---- the backends that forward ---- */

/* The plug-in of this machine; a second call costs next to nothing. */
static go_status open_found(char *path, size_t size, const nn_plugin_table **table, go_error *err)
{
    if (!dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE))
        return go_fail(err, GO_EUNSUPPORTED,
                       "no NVIDIA driver (libcuda.so.1 was not found); install the driver if this "
                       "machine has an NVIDIA GPU");
    GO_TRY(nn_plugin_find(path, size, err));
    return nn_plugin_open(path, table, err);
}

go_status nn_plugin_symbol(const char *name, const void **out, go_error *err)
{
    const nn_plugin_table *table;
    char path[PATH_MAX];
    *out = NULL;
    GO_TRY(open_found(path, sizeof path, &table, err));
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); /* loaded, so no work */
    *out = library ? dlsym(library, name) : NULL;
    if (!*out)
        return go_fail(err, GO_EUNSUPPORTED, "%.400s has no %s; build it again with the program",
                       path, name);
    return GO_OK;
}

static go_status find_backend(const char *name, const nn_backend **out, go_error *err)
{
    const nn_plugin_table *table;
    char path[PATH_MAX];
    GO_TRY(open_found(path, sizeof path, &table, err));
    for (const nn_backend *const *b = table->backend; *b; b++) {
        if (strcmp((*b)->name, name) == 0) {
            *out = *b;
            return GO_OK;
        }
    }
    return go_fail(err, GO_EUNSUPPORTED, "%.400s has no backend %s; build it again with the "
                   "program", path, name);
}

typedef struct forwarded {
    const nn_backend *to;
    void *state;
} forwarded;

static go_status available(const nn_backend *self, go_error *err)
{
    const nn_backend *to;
    GO_TRY(find_backend(self->name, &to, err));
    return to->available(to, err);
}

static go_status create(const nn_backend *self, void **out, const nn_model *model,
                        const nn_settings *settings, go_error *err)
{
    forwarded *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return go_fail(err, GO_ENOMEM, "out of memory for a network on the GPU");
    go_status status = find_backend(self->name, &f->to, err);
    if (status == GO_OK)
        status = f->to->create(f->to, &f->state, model, settings, err);
    if (status == GO_OK)
        *out = f;
    else
        free(f);
    return status;
}

static go_status evaluate(void *state, const nn_batch *batch, go_error *err)
{
    const forwarded *f = state;
    return f->to->evaluate(f->state, batch, err);
}

static void destroy(void *state)
{
    forwarded *f = state;
    if (f)
        f->to->destroy(f->state);
    free(f);
}

const nn_backend nn_cudnn = {
    .name = "cudnn", .sentence = "an NVIDIA GPU in half precision, by cuDNN", .precision = NN_HALF,
    .gpu = true, .available = available, .create = create, .evaluate = evaluate,
    .destroy = destroy,
};

const nn_backend nn_cudnn32 = {
    .name = "cudnn32", .sentence = "an NVIDIA GPU in float32, slower: for checking the other",
    .gpu = true, .available = available, .create = create, .evaluate = evaluate,
    .destroy = destroy,
};
