/* game_scan.h -- where a game begins and ends in a run of bytes that grows.
 *
 * A game begins at a '(' followed by a ';' or a property or, if the '(' is missing, at
 * a ';' that begins the file and is followed by a property.  It ends at the matching
 * ')'.  Nesting takes no C stack: depth is a number.                          */
#ifndef KATACHI_SGF_CORPUS_STREAMS_GAME_SCAN_H
#define KATACHI_SGF_CORPUS_STREAMS_GAME_SCAN_H

#include "sgf_corpus/streams/charset.h"

typedef enum scan_step {
    SCAN_MORE,    /* undecided: needs more bytes (never when `last` was given) */
    SCAN_FOUND,   /* at `pos` */
    SCAN_NONE,    /* the bytes end without it (only when `last` was given) */
    SCAN_NEW_ROOT /* end: at `pos` another game begins inside the unclosed one */
} scan_step;

/* The search for the next start.  Set `pos` to where to begin. */
typedef struct start_scan {
    size_t pos;        /* found: the game's first byte; else: searched up to here */
    bool file_begins;  /* nothing but white space so far: the '(' may be missing */
    bool bare;         /* found: a game without '(' */
    bool has_stray;    /* skipped over ';' and a property that are in no game */
    size_t stray;      /* where that was */
} start_scan;

scan_step scan_game_start(start_scan *s, const char *bytes, size_t n, bool last);

/* The search for the end of the game whose first byte is at bytes[0].  Zero it,
 * set `walk.layout`, and `depth` to 1 when the game lacks its '('.           */
typedef struct end_scan {
    size_t pos; /* found: one past the game's last byte */
    size_t depth;
    bool in_value;
    bool eight_bit; /* met bytes above 127 or escapes: the character set matters */
    char_walk walk;
} end_scan;

scan_step scan_game_end(end_scan *s, const char *bytes, size_t n, bool last);

#endif
