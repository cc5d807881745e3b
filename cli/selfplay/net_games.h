/* net_games.h -- many games of a network against itself, written into a folder. */
#ifndef KATACHI_CLI_SELFPLAY_NET_GAMES_H
#define KATACHI_CLI_SELFPLAY_NET_GAMES_H

#include "selfplay/settings.h"

typedef struct net_games_settings {
    selfplay_settings play;
    const char *start_games; /* a collection; NULL: games begin with an empty board */
    const char *folder;
    int games, threads, parallel;
    bool json, quiet;
} net_games_settings;

/* Plays the games that the folder lacks and prints a summary; returns an exit code. */
int net_games_run(const net_games_settings *settings);

#endif
