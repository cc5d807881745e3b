/* fuzz_mm_text.c -- any bytes as competitions in the text format of Coulom's mm:
 * teams or a sentence, never a crash; and what was read can be written and read. */
#include <stdlib.h>

#include "tests/support/mm_text_write.h"
#include "tests/fuzz/fuzz.h"

static void check_round_trip(const mm_text *text)
{
    char *written = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&written, &n);
    if (!out || mm_text_write(text, out, NULL) != GO_OK)
        abort();
    fclose(out);
    FILE *in = fmemopen(written, n, "r");
    mm_text again;
    if (!in || mm_text_read(in, "copy", &again, NULL) != GO_OK)
        abort();
    fclose(in);
    mm_text_free(&again);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FILE *file = size ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
    mm_text text;
    go_error err;
    if (!file)
        return 0;
    if (mm_text_read(file, "fuzz", &text, &err) == GO_OK) {
        check_round_trip(&text);
        mm_text_free(&text);
    } else if (!err.message[0]) {
        abort();
    }
    fclose(file);
    return 0;
}
