/* defaults.h -- what queries need not say: the settings that the analysis server
 * starts with.                                                                */
#ifndef KATACHI_GTP_JSON_DEFAULTS_H
#define KATACHI_GTP_JSON_DEFAULTS_H

#include "base/options.h"
#include "mcts/search_settings.h"

/* From whose view win rates, scores and ownership are reported. */
#define WINRATE_VIEWS(X)                                                                   \
    X(VIEW_SIDE_TO_MOVE, "sidetomove") X(VIEW_BLACK, "black") X(VIEW_WHITE, "white")
typedef enum winrate_view { WINRATE_VIEWS(CHOICE_NUMBER) } winrate_view;

/* Reads one of the words, in any case.  GO_EINVAL: it is another word. */
go_status winrate_view_read(winrate_view *out, const char *word, go_error *err);

typedef struct json_defaults {
    search_settings settings;
    winrate_view view;
    bool quit_at_end; /* of the input, whatever is still waiting */
    bool quiet;       /* no notices but of a backend that is not the one asked for by name */
} json_defaults;

/* KataGo's name of the setting `view`. */
#define JSON_VIEW_SETTING "reportAnalysisWinratesAs"

/* Sets one of them by KataGo's or our name.  GO_END: there is no such setting, or
 * it cannot be set this way; GO_EINVAL: a bad value.                      */
go_status json_defaults_set(json_defaults *d, const char *name, const char *value,
                            go_error *err);

#endif
