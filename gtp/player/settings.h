/* settings.h -- the options an engine starts with. */
#ifndef KATACHI_GTP_PLAYER_SETTINGS_H
#define KATACHI_GTP_PLAYER_SETTINGS_H

#include "base/options.h"
#include "gtp/text/pose.h"
#include "mcts/search_settings.h"

typedef struct gtp_settings {
    int size;         /* of the board before the first `boardsize` */
    const char *komi; /* NULL: the usual one under the rules */
    const char *rules;
    const char *time; /* as for kata-time_settings or time_settings; NULL: no limit */
    const char *log;  /* file to append all traffic to; NULL: none */
    const char *command; /* the command line, for the log; may be NULL */
    double wide_analysis; /* search_limits.wide_root of analysis */
    int pose;         /* gtp_pose_id */
    const char *version; /* to tell; NULL: that of whoever it poses as */
    const char *human_model; /* a network beside that of the search; NULL: none */
    bool kgs_chat;    /* answer people on KGS */
    bool live;        /* show the search in GoGui while it runs */
    bool quiet;       /* no notices */
    search_settings search;
} gtp_settings;

/* The options for all of these except `search`, ended by {0}. */
extern const option gtp_options[];

void gtp_settings_default(gtp_settings *s);

#endif
