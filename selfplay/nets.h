/* nets.h -- the networks of a run, one for each board size (most often the same file), each
 * read once and shared by all games; and the searches of the games.           */
#ifndef KATACHI_SELFPLAY_NETS_H
#define KATACHI_SELFPLAY_NETS_H

#include "mcts/search.h"
#include "selfplay/record/played_game.h"
#include "selfplay/settings.h"

typedef struct selfplay_net {
    search *lender;         /* which has read it for boards of one size */
    char name[PLAYED_NAME]; /* of its file, without folder and ending */
    uint64_t hash;          /* of the file's bytes */
    char told[SEARCH_NOTICE_MAX]; /* the last notice of the lender that was passed on */
} selfplay_net;

typedef struct selfplay_nets {
    int n;
    selfplay_net net[SELFPLAY_MOST_SIZES]; /* for settings->sizes.size[i] */
} selfplay_nets;

/* Reads them for `games` games at a time; settings are borrowed.  End them with
 * selfplay_nets_free, also after an error.  GO_EINVAL, GO_EIO, GO_EFORMAT, GO_ENOMEM. */
go_status selfplay_nets_read(selfplay_nets *nets, const selfplay_settings *settings, int games,
                             go_error *err);
void selfplay_nets_free(selfplay_nets *nets);

/* Positions computed so far. */
int64_t selfplay_nets_evaluated(const selfplay_nets *nets);

/* A search for a game with the i-th network.  As search_create_sharing. */
go_status selfplay_search_create(search **out, const selfplay_nets *nets, int i,
                                 const selfplay_settings *settings, go_error *err);

/* search_run for the side to move, which the user can interrupt: a search may take minutes, with a
 * large network.  GO_EINTR, and as search_run.                                */
go_status selfplay_search_run(search *s, const game *g, const search_limits *limits, go_error *err);

/* How a full or a quick search of a game searches; the seed is to be set. */
search_settings selfplay_search_settings(const selfplay_settings *settings, bool full);

#endif
