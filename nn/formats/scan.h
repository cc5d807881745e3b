/* scan.h -- reads words, numbers and blocks of weights from a network file.
 *
 * Errors stick: after the first one every function returns at once with 0 or
 * NULL, so a reader may read a whole record before it looks at `status`.  The
 * sentence names the file, the byte (and the line of a text), the layer and what
 * was expected there.
 *
 * A file is never in memory as a whole: the scanner looks through a window of
 * 1 MiB and reads only as far as the network needs.  Memory for numbers grows as
 * they come, within the limits of nn/model/model.h; none is taken where the rest of
 * the file is known to be too short for them.                                */
#ifndef KATACHI_NN_FORMATS_SCAN_H
#define KATACHI_NN_FORMATS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { NN_WORD_MAX = 256 };

/* Gives the next bytes of a file, at most `room`; *got is 0 only at its end. */
typedef go_status nn_scan_source(void *user, char *to, size_t room, size_t *got, go_error *err);

/* Is told where block number `number` of n numbers stood: bytes from .. to - 1 of the file. */
typedef void nn_scan_watch(void *watcher, int number, size_t n, size_t from, size_t to);

typedef struct nn_scan {
    const char *file;             /* what messages call it */
    const char *begin, *at, *end; /* the part in memory, and the place in it */
    size_t before, lines_before;  /* bytes and ends of lines before `begin` */
    nn_scan_source *source;       /* of what follows `end`; NULL: nothing follows */
    void *user;
    char *window;                 /* memory for the part read from a source, or NULL */
    bool binary;                  /* a binary block has been read */
    size_t numbers;               /* read so far */
    int blocks;                   /* blocks of numbers read so far */
    nn_scan_watch *watch;         /* is told of each of them; NULL: nobody is */
    void *watcher;
    char layer[NN_WORD_MAX];      /* the layer being read, for messages */
    go_status status;
    go_error *err;
} nn_scan;

/* A scanner of n bytes in memory, borrowed. */
nn_scan nn_scan_start(const char *bytes, size_t n, const char *file, go_error *err);

/* A scanner of what the source gives, with the first window read.  Ended by
 * nn_scan_close.                                                             */
nn_scan nn_scan_stream(nn_scan_source *source, void *user, const char *file, go_error *err);
void nn_scan_close(nn_scan *s);

/* Sets the sentence, with the place before it, unless an error has been set; returns
 * s->status.  nn_scan_damaged adds the usual advice.                          */
go_status nn_scan_fail(nn_scan *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define nn_scan_damaged(s, format, ...)                                                            \
    nn_scan_fail(s, format "; the file is damaged, download it again", __VA_ARGS__)

/* The sentence for memory that runs out: without the place, which is not at fault. */
go_status nn_scan_memory(nn_scan *s);

/* The next word, 1 .. NN_WORD_MAX - 1 characters; "" after an error.  `what` is
 * what was expected: "the number of blocks".                                 */
void nn_scan_word(nn_scan *s, const char *what, char word[NN_WORD_MAX]);

/* Reads the name of a layer, which messages mention from now on. */
void nn_scan_name(nn_scan *s, const char *what);

/* A whole number in min .. max; min after an error. */
int nn_scan_int(nn_scan *s, const char *what, int min, int max);

/* A number, finite and NN_LARGEST_WEIGHT at most, as all numbers of a network are; 0
 * after an error.                                                            */
float nn_scan_float(nn_scan *s, const char *what);

/* n such numbers, n >= 1, as text or as "@BIN@" and little-endian float32.  The
 * caller owns them; NULL after an error.                                     */
float *nn_scan_block(nn_scan *s, const char *what, size_t n);

/* The *n numbers up to the end of this line, at least one and at most `most`. */
float *nn_scan_row(nn_scan *s, const char *what, size_t most, size_t *n);

/* Goes to the next line if this one has nothing left. */
void nn_scan_next_line(nn_scan *s);

/* An error unless only white space follows. */
void nn_scan_end(nn_scan *s);

#endif
