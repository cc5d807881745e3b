/* gammas.h -- the trained strengths of a vocabulary, in memory and as a file.
 *
 * The file is text (optionally .gz or .zst), documented in doc/formats.md: it
 * names the feature set, the board size, the data and the fit, then every
 * feature with its gamma and, for shapes, the shape itself, so that it can be
 * read, drawn and compared without the program that wrote it.                */
#ifndef KATACHI_PATTERNS_GAMMAS_GAMMAS_H
#define KATACHI_PATTERNS_GAMMAS_GAMMAS_H

#include "base/io/data_files.h"
#include "base/status.h"
#include "patterns/vocabulary.h"

/* What the gammas were trained on, as kept in the file. */
typedef struct gammas_origin {
    char data[512];      /* the inputs, in words */
    int64_t games, positions;
    int min_count;
    double prior;
    int iterations;
    double log_likelihood; /* mean, nats per position, on the training data */
    uint64_t fingerprint;  /* of the training data */
} gammas_origin;

typedef struct gammas {
    vocabulary *v;       /* owned */
    int n;               /* vocabulary_gammas(v) */
    float *gamma;        /* [n + 1], from 1e-7 to 1e7; the last is 1: "none" */
    uint32_t *count;     /* [n] teams with this feature that won in training */
    gammas_origin origin;
} gammas;

/* Takes over `v` unless it fails; theta [n]: log gammas, wins [n]: counts.  GO_ENOMEM. */
go_status gammas_create(gammas **out, vocabulary *v, const double *theta, const double *wins,
                        const gammas_origin *origin, go_error *err);
void gammas_destroy(gammas *g); /* accepts NULL */

/* Reads a file.  GO_EIO, GO_EFORMAT with file and line; *out untouched then. */
go_status gammas_read(gammas **out, const char *path, go_error *err);

/* The same from memory; `name` is used in messages. */
go_status gammas_parse(gammas **out, const char *text, size_t n, const char *name, go_error *err);

/* Writes atomically; compressed when the path ends in .gz or .zst. */
go_status gammas_write(const gammas *g, const char *path, go_error *err);

/* The largest strength; the smallest is its inverse.  A float holds the product of five of them
 * (the dense groups), a double that of a team.                                */
#define GAMMAS_MOST 1e7

/* The nearest strength between these two. */
float gammas_within(double gamma);

/* 400 log10(gamma): the difference in Elo between gamma and 1. */
double gammas_elo(double gamma);

/* Elo as a whole number, for people: never -0. */
double gammas_whole(double elo);

/* ---- the gammas that come with the program ---- */

enum { GAMMAS_PATH = DATA_FILE_PATH };

/* Writes the path of the gammas of feature set `set` for boards of `size`.  They are
 * called SET-NxN.gammas.zst ("large-19x19.gammas.zst") and are where data_file_find looks.
 * GO_EIO names every path tried and the command that makes such a file.       */
go_status gammas_find(const char *set, int size, char path[GAMMAS_PATH], go_error *err);

/* The size nearest to `size` for which gammas_find finds some; 0: none.  A smaller board counts
 * as twice as far away: on 13x13 games the gammas of 19x19 predict 41.4 % of the moves, those
 * of 9x9 30.2 %.                                                              */
int gammas_nearest(const char *set, int size);

/* Reads `path`, or what gammas_find finds if it is NULL. */
go_status gammas_read_or_find(gammas **out, const char *path, const char *set, int size,
                              go_error *err);

#endif
