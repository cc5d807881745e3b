/* scan.h -- reads words, numbers and blocks of weights from a network file.
 *
 * Errors stick: after the first one every function returns at once with 0 or
 * NULL, so a reader may read a whole record before it looks at `status`.  The
 * sentence names the file, the byte (and the line of a text), the layer and what
 * was expected there.
 *
 * A file is read as far as the network needs and is never in memory as a whole:
 * the scanner looks through a window of 1 MiB.  Numbers take memory as
 * they come, none where the rest of the file is known to be too short for them,
 * and no more than the limits below.                                         */
#ifndef KATACHI_NN_FORMATS_SCAN_H
#define KATACHI_NN_FORMATS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
    NN_WORD_MAX = 256,
    NN_LAYER_NUMBERS = 1 << 26, /* several times those of the largest networks there are, */
    NN_ALL_NUMBERS = 1 << 29    /* against files that were made to fill memories          */
};

/* Gives the next bytes of a file, at most `room`; *got is 0 only at its end. */
typedef go_status nn_scan_source(void *user, char *to, size_t room, size_t *got, go_error *err);

typedef struct nn_scan {
    const char *file;             /* what messages call it */
    const char *begin, *at, *end; /* what is in memory of it */
    size_t before, lines_before;  /* bytes and ends of lines before `begin` */
    nn_scan_source *source;       /* of what follows `end`; NULL: nothing follows */
    void *user;
    char *window;                 /* where `begin` is when there was a source, or NULL */
    bool binary;                  /* a binary block was there */
    size_t numbers;               /* read so far */
    char layer[NN_WORD_MAX];      /* the layer being read, for messages */
    go_status status;
    go_error *err;
} nn_scan;

/* Of n bytes in memory, borrowed. */
nn_scan nn_scan_start(const char *bytes, size_t n, const char *file, go_error *err);

/* Of what the source gives; it has read the first window.  End it with
 * nn_scan_close.                                                             */
nn_scan nn_scan_stream(nn_scan_source *source, void *user, const char *file, go_error *err);
void nn_scan_close(nn_scan *s);

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

/* n finite numbers, n >= 1, as text or as "@BIN@" and little-endian float32.  The
 * caller owns them; NULL after an error.                                     */
float *nn_scan_block(nn_scan *s, const char *what, size_t n);

/* The numbers up to the end of this line, at least one and at most `most`: *n. */
float *nn_scan_row(nn_scan *s, const char *what, size_t most, size_t *n);

/* Goes to the next line if nothing more is on this one. */
void nn_scan_next_line(nn_scan *s);

/* Nothing but white space may follow. */
void nn_scan_end(nn_scan *s);

#endif
