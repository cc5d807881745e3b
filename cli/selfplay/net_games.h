/* net_games.h -- many games of a network against itself, written into a folder. */
#ifndef KATACHI_CLI_SELFPLAY_NET_GAMES_H
#define KATACHI_CLI_SELFPLAY_NET_GAMES_H

#include "selfplay/settings.h"
#include "selfplay/start_games.h"

typedef struct net_games_settings {
    selfplay_settings play;
    start_games_settings starts;
    const char *folder;
    int games, threads, parallel;
    bool json, quiet;
} net_games_settings;

/* Plays the games that the folder lacks and prints a summary; returns an exit code. */
int net_games_run(const net_games_settings *settings);

#endif
