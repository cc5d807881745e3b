/* fuzz.h -- what the fuzz targets share: files made of an input, and its parts.
 *
 * Each tests/fuzz/fuzz_NAME.c is a program of libFuzzer, which calls its one function
 * with inputs that it mutates.  A target fails by abort, by a sanitizer's report, or by
 * taking too long.  Where a format has a shell that mutations would only break (gzip,
 * checksums, archives, folders of files), the input is what the shell holds, and the
 * target makes the shell anew; such inputs are mutated in their structure without a
 * mutator of their own.                                                      */
#ifndef KATACHI_TESTS_FUZZ_FUZZ_H
#define KATACHI_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An input that stands for several texts has lines "%%" between them.  Fills parts[most]
 * and returns how many there are, at least one; what is beyond `most` belongs to the
 * last one.                                                                  */
typedef struct fuzz_part {
    const uint8_t *bytes;
    size_t n;
} fuzz_part;
int fuzz_parts(const uint8_t *data, size_t size, fuzz_part *parts, int most);

/* The folder of this process, in memory where the system has such folders; removed at
 * its end.                                                                   */
const char *fuzz_folder(void);

/* Writes a file into it.  Returns `path`. */
const char *fuzz_write(const char *name, const void *bytes, size_t n, char path[400]);

/* The file of a small network of random weights; owned by the caller. */
char *fuzz_net(size_t *n);

/* The bytes as a member of a gzip file; owned by the caller. */
uint8_t *fuzz_gzip(const void *bytes, size_t n, size_t *packed);

/* Setting `solve` of engines here: with as many positions as in play the solver would take
 * nearly all of the time.                                                     */
enum { FUZZ_SOLVED = 1000 };

/* Gives a new GTP engine `n` bytes of lines.  Its replies begin with = or ?, end with an empty
 * line and hold no other; ends the program unless there are `expected`.      */
struct gtp_settings;
void fuzz_gtp(const struct gtp_settings *settings, char *lines, size_t n, int expected);

#endif
