/* spec.h -- the syntax of a player's SPEC (player.h), and which player it names when
 * matches of different folders are rated together.
 *
 * The keys move-time, playouts and visits of katachi and level of gnugo, and the clock
 * of the match, are the *budget* of a player: what it may spend.  The other keys, in
 * any order and without the name, are its *family*.  A network counts by the stem of
 * its file name, in any folder.  The family of any other program is its command line.
 *
 *     katachi:threads=1,playouts=1000,name=x    katachi:threads=1    playouts=1000
 *     gnugo                                     gnugo                level=10
 *     name=pachi:pachi -t =1000, time 5m+3      pachi -t =1000       clock fischer 300 3 */
#ifndef KATACHI_MATCH_CLIENT_SPEC_H
#define KATACHI_MATCH_CLIENT_SPEC_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SPEC_LONGEST = 2047,              /* characters, of a SPEC that can be identified */
    SPEC_FAMILY = SPEC_LONGEST + 300, /* "key" becomes "key=yes" */
    SPEC_BUDGET = SPEC_LONGEST + 200, /* and the clock */
    SPEC_GNUGO_LEVEL = 10
};

/* ---- key=value,key=value ---- */

typedef struct spec_pair {
    char key[64], value[1024];
} spec_pair;

/* The keys of "katachi", "katachi:" or "katachi:..." where `prefix` is katachi; NULL
 * for anything else.                                                           */
const char *spec_keys(const char *spec, const char *prefix);

/* Reads the next pair and advances *text.  False at the end, or when a pair is too long
 * (then *text stays).                                                          */
bool spec_next_pair(const char **text, spec_pair *out);

/* ---- who it is ---- */

bool spec_is_budget(const char *key);

typedef struct spec_identity {
    char family[SPEC_FAMILY];
    char budget[SPEC_BUDGET]; /* "": none */
    char name[SPEC_LONGEST + 1]; /* as given; "": none */
} spec_identity;

/* Identifies a SPEC of at most SPEC_LONGEST characters.  `clock` is the time of the match
 * as in match.json; "none" or "": none.  A SPEC with too many keys is a family as it is. */
void spec_identify(const char *spec, const char *clock, spec_identity *out);

#endif
