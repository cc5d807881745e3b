/* fuzz_net_file.c -- networks as files, read through the window and folded: what
 * fuzz_nn.c does in memory, with the compression around it.
 *
 * The first byte: 'r', what follows is the file as it is, else it is compressed first. */
#include <stdlib.h>

#include "nn/formats/model_read.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nn_model *m = NULL;
    go_error err = {GO_OK, ""};
    char path[400];
    if (size < 1)
        return 0;
    size_t n = size - 1;
    uint8_t *packed = data[0] == 'r' ? NULL : fuzz_gzip(data + 1, n, &n);
    fuzz_write("net", packed ? packed : data + 1, n, path);
    free(packed);
    if (nn_model_read(&m, path, &err) == GO_OK) {
        if (nn_model_operations(m, m->board_size ? m->board_size : 19) <= 0)
            abort();
    } else if (!err.message[0] || m) {
        abort();
    }
    nn_model_destroy(m);
    return 0;
}
