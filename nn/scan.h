/* scan.h -- reads words, numbers and blocks of weights from a network file.
 *
 * Errors stick: after the first one every function returns at once with 0 or
 * NULL, so a reader may read a whole record before it looks at `status`.  The
 * sentence names the file, the byte (and the line of a text), the layer and what
 * was expected there.  Nothing is allocated for a block that the rest of the
 * file could not hold.                                                        */
#ifndef KATACHI_NN_SCAN_H
#define KATACHI_NN_SCAN_H

#include <stddef.h>

#include "base/status.h"

enum { NN_WORD_MAX = 256 };

typedef struct nn_scan {
    const char *file;            /* what messages call it */
    const char *begin, *at, *end;
    const char *blocks;          /* where the first binary block began, or NULL */
    char layer[NN_WORD_MAX];     /* the layer being read, for messages */
    go_status status;
    go_error *err;
} nn_scan;

nn_scan nn_scan_start(const char *bytes, size_t n, const char *file, go_error *err);

/* Sets the sentence, with the place before and advice after it, unless there
 * is one.  Returns s->status.                                                 */
go_status nn_scan_fail(nn_scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The sentence for a file that ends where `what` should be. */
void nn_scan_cut_short(nn_scan *s, const char *what);

/* A sentence without the place, for things that are not the file's fault. */
go_status nn_scan_memory(nn_scan *s);

/* The next word, 1 .. NN_WORD_MAX - 1 characters; "" after an error.  `what` is
 * what was expected: "the number of blocks".                                 */
void nn_scan_word(nn_scan *s, const char *what, char word[NN_WORD_MAX]);

/* The name of a layer, which messages say from now on. */
void nn_scan_name(nn_scan *s, const char *what);

/* A whole number in min .. max; min after an error. */
int nn_scan_int(nn_scan *s, const char *what, int min, int max);

/* A finite number; 0 after an error. */
float nn_scan_float(nn_scan *s, const char *what);

/* n finite numbers as text.  The caller owns them; NULL after an error. */
float *nn_scan_numbers(nn_scan *s, const char *what, size_t n);

/* The same either as text or as "@BIN@" and little-endian float32. */
float *nn_scan_block(nn_scan *s, const char *what, size_t n);

/* Nothing but white space may follow. */
void nn_scan_end(nn_scan *s);

#endif
