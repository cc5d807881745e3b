/* defaults.h -- the settings of a query that names none. */
#ifndef KATACHI_GTP_JSON_DEFAULTS_H
#define KATACHI_GTP_JSON_DEFAULTS_H

#include "base/choice.h"
#include "mcts/search_settings.h"

/* From whose view win rates, scores and ownership are reported. */
#define WINRATE_VIEWS(X)                                                                   \
    X(VIEW_SIDE_TO_MOVE, "sidetomove") X(VIEW_BLACK, "black") X(VIEW_WHITE, "white")
typedef enum winrate_view { WINRATE_VIEWS(CHOICE_NUMBER) } winrate_view;

/* Reads one of those words in upper or lower case.  GO_EINVAL: it is another word. */
go_status winrate_view_read(winrate_view *out, const char *word, go_error *err);

typedef struct json_defaults {
    search_settings settings;
    winrate_view view;
    const char *version; /* to tell; NULL: our own */
    const char *human_model; /* file of a human-style network besides; NULL: none */
    bool quit_at_end; /* of the input, even if positions are still waiting */
    bool quiet;       /* no notices, unless the backend is not the one asked for by name */
} json_defaults;

/* KataGo's name of the setting `view`. */
#define JSON_VIEW_SETTING "reportAnalysisWinratesAs"

#endif
