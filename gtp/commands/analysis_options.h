/* analysis_options.h -- the arguments of lz-analyze, kata-analyze and their
 * genmove forms:
 *
 *     [COLOUR] [CENTISECONDS] [KEY VALUE...]
 *
 *     interval CENTISECONDS           how often a line is printed
 *     minmoves N   maxmoves N         how many moves a line has
 *     avoid|allow COLOUR V,V,... PLIES   moves not to look at, or the only ones
 *     ownership|movesOwnership|pvVisits|rootInfo true   more to print (kata-)
 *
 * Keys of KataGo that have no meaning here are taken and do nothing.         */
#ifndef KATACHI_GTP_COMMANDS_ANALYSIS_OPTIONS_H
#define KATACHI_GTP_COMMANDS_ANALYSIS_OPTIONS_H

#include "gtp/player/state.h"

enum { GTP_MAX_AVOID = 2 * BOARD_MAX_AREA + 2 };

typedef struct gtp_analysis_options {
    colour c;
    double interval; /* seconds */
    int min_moves, max_moves;
    bool ownership, moves_ownership, pv_visits, root_info;

    int n_avoid;
    search_restriction avoid[GTP_MAX_AVOID];
    int n_allow, allow_depth;
    colour allow_colour;
    point allow[BOARD_MAX_AREA + 1];
} gtp_analysis_options;

/* Reads them; without a colour it is the one whose turn it is.  GO_EINVAL. */
go_status gtp_analysis_options_read(gtp_analysis_options *out, const gtp_engine *e,
                                    const gtp_request *r, go_error *err);

/* The part of them that the search heeds; borrows their arrays. */
search_limits gtp_analysis_limits(const gtp_analysis_options *o);

#endif
