/* analysis_options.h -- the arguments of lz-analyze, kata-analyze and their
 * genmove forms:
 *
 *     [COLOUR] [CENTISECONDS] [KEY VALUE...], in any order
 *
 *     interval CENTISECONDS           how often to print a line
 *     minmoves N   maxmoves N         the number of moves in a line
 *     avoid|allow COLOUR V,V,... PLIES   moves not to search, or the only ones to
 *     ownership|movesOwnership|pvVisits|rootInfo true   more to print (kata-)
 *
 * Keys of KataGo that have no meaning here are accepted and ignored.          */
#ifndef KATACHI_GTP_COMMANDS_ANALYSIS_OPTIONS_H
#define KATACHI_GTP_COMMANDS_ANALYSIS_OPTIONS_H

#include "gtp/commands/analysis_text.h"
#include "gtp/player/state.h"
#include "gtp/text/line.h"

enum { GTP_MAX_AVOID = 2 * BOARD_MAX_AREA + 2 };

typedef struct gtp_analysis_options {
    colour c;
    int min_moves, max_moves;
    analysis_extras extras;
    search_limits limits; /* of the search; borrow the arrays below */
    search_restriction avoid[GTP_MAX_AVOID];
    point allow[3][BOARD_MAX_AREA + 1]; /* by colour */
} gtp_analysis_options;

/* Reads them, all but extras.supposed, which the prepared search tells; the colour defaults to the
 * side to move.  out->limits are `limits`, how much to search, with what the arguments add.
 * GO_EINVAL; GO_EILLEGAL: they leave no legal move to search.                 */
go_status gtp_analysis_options_read(gtp_analysis_options *out, const gtp_engine *e,
                                    const search_limits *limits, const gtp_request *r,
                                    go_error *err);

#endif
