/* spec.h -- how the SPEC of a player is written (player.h), and which player it is
 * when matches of different folders are put together.
 *
 * What a player may spend on a move is not what it is: with the keys move-time,
 * playouts and visits of katachi and level of gnugo taken out, a SPEC tells the
 * *family* of a player, and those keys, with the clock of the match, tell its
 * *budget*.  A name is neither.  Keys count in any order; a network is known by
 * the stem of its file, wherever that lies.  The family of any other program is its
 * command line.
 *
 *     katachi:threads=1,playouts=1000,name=x    katachi:threads=1    playouts=1000
 *     gnugo                                     gnugo                level=10
 *     name=pachi:pachi -t =1000, time 5m+3      pachi -t =1000       clock fischer 300 3 */
#ifndef KATACHI_MATCH_CLIENT_SPEC_H
#define KATACHI_MATCH_CLIENT_SPEC_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SPEC_LONGEST = 2047,              /* characters of a SPEC that can be identified */
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

/* The next pair of *text, which moves on.  False at the end, or when one is too
 * long (then *text stays).                                                     */
bool spec_next_pair(const char **text, spec_pair *out);

/* ---- who it is ---- */

typedef struct spec_identity {
    char family[SPEC_FAMILY];
    char budget[SPEC_BUDGET]; /* "" where there is none */
    char name[SPEC_LONGEST + 1];  /* the one it was given, or "" */
} spec_identity;

/* Of a SPEC of at most SPEC_LONGEST characters.  `clock` is the time of the match as in
 * match.json, "none" or "" for none.  With too many keys it is a family as it stands. */
void spec_identify(const char *spec, const char *clock, spec_identity *out);

#endif
