/* settings.h -- how an engine begins: its options. */
#ifndef KATACHI_GTP_PLAYER_SETTINGS_H
#define KATACHI_GTP_PLAYER_SETTINGS_H

#include "base/options.h"
#include "mcts/search_settings.h"

typedef struct gtp_settings {
    int size;         /* of the board before the first `boardsize` */
    const char *komi; /* NULL: what is usual under the rules */
    const char *rules;
    const char *time; /* as for kata-time_settings or time_settings; NULL: no limit */
    const char *log;  /* a file to which all traffic is appended; NULL: none */
    bool kgs_chat;    /* answer people on KGS */
    bool live;        /* show the search in GoGui while it runs */
    bool quiet;       /* say nothing but replies */
    search_settings search;
} gtp_settings;

/* The table of the settings above but for `search`, ended by {0}; offsets are
 * within gtp_settings.                                                        */
extern const option gtp_options[];

void gtp_settings_default(gtp_settings *s);

#endif
