/* Finding and loading a plug-in: what is said when it is not there or not one. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nn/plugin.h"
#include "nn_train/gradient/gradient.h"
#include "tests/support/unit.h"

static void a_folder_without_it_is_named(void **state)
{
    char path[PATH_MAX];
    go_error err;
    (void)state;
    setenv("KATACHI_PLUGINS", "/nonexistent/folder", 1);
    assert_int_equal(nn_plugin_find(path, sizeof path, &err), GO_EUNSUPPORTED);
    unsetenv("KATACHI_PLUGINS");
    assert_non_null(
        strstr(err.message, "/nonexistent/folder, the folder that KATACHI_PLUGINS names"));
}

static void what_cannot_be_loaded_is_named(void **state)
{
    const nn_plugin_table *table;
    go_error err;
    (void)state;
    assert_int_equal(nn_plugin_open("/nonexistent/plugin.so", &table, &err), GO_EUNSUPPORTED);
    assert_null(table);
    assert_non_null(strstr(err.message, "/nonexistent/plugin.so"));
    assert_non_null(strstr(err.message, "install CUDA and cuDNN 9"));
}

static void another_library_is_no_plugin(void **state)
{
    const nn_plugin_table *table;
    go_error err;
    (void)state;
    assert_int_equal(nn_plugin_open("libm.so.6", &table, &err), GO_EUNSUPPORTED);
    assert_string_equal(err.message,
                        "libm.so.6 is not a plug-in of Katachi; build it again with the program");
}

/* The real one, where it was built: it loads, fits, and says why it cannot work
 * (or that it can, where there is a GPU).                                    */
static void the_gpu_plugin_loads(void **state)
{
    const char *build = getenv("BUILD");
    char path[PATH_MAX] = "";
    const nn_plugin_table *table;
    go_error err = {0};
    (void)state;
    if (build)
        snprintf(path, sizeof path, "%s/katachi-cudnn.so", build);
    if (access(path, R_OK) != 0)
        skip(); /* not in this build */
    if (nn_plugin_open(path, &table, &err) != GO_OK)
        fail_msg("%s", err.message);
    assert_string_equal(table->backend[0]->name, "cudnn");
    assert_int_equal(table->backend[0]->precision, NN_HALF);
    assert_string_equal(table->backend[1]->name, "cudnn32");
    assert_null(table->backend[2]);
    const nn_gradient_plugin *learns = dlsym(dlopen(path, RTLD_NOW), "katachi_gradient_plugin");
    assert_non_null(learns);
    assert_int_equal(learns->version, NN_GRADIENT_PLUGIN_VERSION);
    assert_int_equal(learns->gradient_size, sizeof(nn_gradient));
    assert_string_equal(learns->gradient[0]->name, "cudnn");
    assert_string_equal(learns->gradient[1]->name, "cudnn32");
    assert_null(learns->gradient[2]);
    if (table->backend[0]->available(table->backend[0], &err) != GO_OK)
        assert_non_null(strstr(err.message, "NVIDIA"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_without_it_is_named),
        cmocka_unit_test(what_cannot_be_loaded_is_named),
        cmocka_unit_test(another_library_is_no_plugin),
        cmocka_unit_test(the_gpu_plugin_loads),
    };
    return cmocka_run_group_tests_name("plug-ins", tests, NULL, NULL);
}
