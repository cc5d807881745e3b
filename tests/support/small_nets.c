#include "tests/support/small_nets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nn/formats/model_read.h"
#include "nn/model/random_net.h"
#include "tests/support/searching.h"
#include "tests/support/tiny_net.h"

small_nets nets;

int small_nets_setup(void **state)
{
    (void)state;
    nn_random_shape shape;
    char *bytes = NULL;
    size_t n;
    nets.dir = temp_dir_create();
    assert_int_equal(nn_random_shape_parse("1x4", &shape, NULL), GO_OK);
    shape.seed = 5;
    FILE *f = open_memstream(&bytes, &n);
    nn_random_write(f, &shape);
    fclose(f);
    temp_dir_bytes(&nets.dir, "net", bytes, n, nets.net);
    temp_dir_bytes(&nets.dir, "torn", bytes, n / 2, nets.torn);
    free(bytes);
    assert_int_equal(nn_model_read(&nets.model, nets.net, NULL), GO_OK);
    bytes = tiny_kata(14, &n);
    temp_dir_bytes(&nets.dir, "two", bytes, n, nets.two);
    free(bytes);
    bytes = tiny_lz(1, 9, &n);
    temp_dir_bytes(&nets.dir, "lz", bytes, n, nets.lz);
    free(bytes);
    return 0;
}

int small_nets_teardown(void **state)
{
    (void)state;
    nn_model_destroy(nets.model);
    temp_dir_remove(&nets.dir);
    return 0;
}

search *search_on_net(const char *file, const char *backend, const char *words)
{
    search *s = NULL;
    search_settings settings;
    search_settings_default(&settings);
    set_words(&settings, "threads=1 memory=16M seed=1 early-stop=no net-cache=1M playouts=40 "
                         "playout-policy=uniform");
    set_words(&settings, words);
    settings.evaluate.net.file = file;
    settings.evaluate.net.backend = backend;
    assert_int_equal(search_create(&s, &settings, NULL), GO_OK);
    return s;
}

search *search_with(const char *words)
{
    return search_on_net(nets.net, "reference", words);
}
