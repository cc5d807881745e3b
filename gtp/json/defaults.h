/* defaults.h -- the settings of a query that names none, and KataGo's configuration, which
 * can change them.                                                            */
#ifndef KATACHI_GTP_JSON_DEFAULTS_H
#define KATACHI_GTP_JSON_DEFAULTS_H

#include "base/options.h"
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
    bool quit_at_end; /* of the input, even if positions are still waiting */
    bool quiet;       /* no notices, unless the backend is not the one asked for by name */
} json_defaults;

/* KataGo's name of the setting `view`. */
#define JSON_VIEW_SETTING "reportAnalysisWinratesAs"

/* Names without effect here, "a, b, c"; those that do not fit are omitted. */
typedef struct json_ignored {
    char names[2000];
} json_ignored;

/* Reads a file of "key = value" lines, with # before comments, as KataGo's -config does,
 * except for the number of threads: those files are made for GPUs, which need many.
 * GO_EIO; GO_EINVAL: the sentence names the file and the line.                */
go_status json_config_file(json_defaults *d, const char *path, json_ignored *ignored,
                           go_error *err);

/* Reads "key=value,key=value", as KataGo's -override-config does.  GO_EINVAL. */
go_status json_config_list(json_defaults *d, const char *list, json_ignored *ignored,
                           go_error *err);

#endif
