/* fuzz_golden.c -- any bytes as a file of golden answers, compared with a small network
 * of random weights: differences or a sentence, never a crash.                */
#include <stdlib.h>

#include "nn/formats/model_read.h"
#include "nn/golden/check.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_POSITIONS = 5 };

static nn_model *small_model(void)
{
    nn_model *m;
    size_t n;
    char *bytes = fuzz_net(&n);
    if (nn_model_parse(&m, bytes, n, "small", NULL) != GO_OK)
        abort();
    free(bytes);
    return m;
}

static void compare(const nn_golden *g, const nn_model *m, bool inputs_only)
{
    nn_check_report report;
    go_error err = {GO_OK, ""};
    nn_check_options options = {.backend = "reference", .threads = 1,
                                .inputs_only = inputs_only};
    if (nn_golden_check(g, m, &options, &report, &err) != GO_OK && !err.message[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static nn_model *m;
    nn_golden *g = NULL;
    go_error err = {GO_OK, ""};
    char path[400];
    if (!m)
        m = small_model();
    if (nn_golden_open(&g, fuzz_write("golden.json", data, size, path), &err) == GO_OK) {
        if (nn_golden_count(g) <= MOST_POSITIONS) {
            compare(g, NULL, true);
            compare(g, m, false);
        }
    } else if (!err.message[0] || g) {
        abort();
    }
    nn_golden_close(g);
    return 0;
}
