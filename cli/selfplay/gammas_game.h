/* gammas_game.h -- a game of gammas against themselves.
 *
 * Each move is drawn by probability from the legal moves that do not fill an own eye, without
 * search: this shows what the gammas alone know.                              */
#ifndef KATACHI_CLI_SELFPLAY_GAMMAS_GAME_H
#define KATACHI_CLI_SELFPLAY_GAMMAS_GAME_H

#include <stdbool.h>

typedef struct gammas_game_settings {
    const char *gammas, *output;
    int features, size, moves, seed;
    double sharpness;
    bool json;
} gammas_game_settings;

/* Plays the game and prints it; returns an exit code. */
int gammas_game_run(const gammas_game_settings *settings);

#endif
