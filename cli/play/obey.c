/* obey.c -- what a person types: moves and commands. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "board/coord.h"
#include "cli/play/table.h"
#include "mcts/final/final_status.h"

bool play_is_person(const play_table *t, colour c)
{
    return t->people == SIDE_BOTH || t->people == (c == BLACK ? SIDE_BLACK : SIDE_WHITE);
}

bool play_is_persons(const play_table *t)
{
    return play_is_person(t, t->game->to_move);
}

/* ---- commands ---- */

static go_status need_running(const play_table *t, go_error *err)
{
    return game_is_over(t->game)
               ? go_fail(err, GO_EINVAL, "the game is over; 'undo' takes back a move to play on")
               : GO_OK;
}

static go_status do_pass(play_table *t, const char *rest, go_error *err)
{
    (void)rest;
    GO_TRY(need_running(t, err));
    GO_TRY(game_play(t->game, t->game->to_move, PASS, err));
    t->saved = false;
    return GO_OK;
}

/* Back to the person's own last move, the engine's answer with it. */
static go_status do_undo(play_table *t, const char *rest, go_error *err)
{
    const bool own = t->people == SIDE_BOTH || !play_is_persons(t); /* the last move, a pass */
    const size_t wanted = own || t->game->n_steps < 2 ? 1 : 2;
    (void)rest;
    if (t->game->n_steps == 0)
        return go_fail(err, GO_EINVAL, "no move to take back");
    GO_TRY(game_undo(t->game, wanted, err));
    t->saved = false;
    t->result[0] = '\0';
    play_draw(t, NULL);
    return GO_OK;
}

static go_status do_hint(play_table *t, const char *rest, go_error *err)
{
    (void)rest;
    return play_hint(t, err);
}

/* At the end the board has been counted, perhaps with other dead stones than the engine's. */
static go_status do_score(play_table *t, const char *rest, go_error *err)
{
    (void)rest;
    if (game_is_over(t->game)) {
        play_tell_count(t, "");
        return GO_OK;
    }
    GO_TRY(play_count(t, err));
    t->result[0] = '\0';
    return GO_OK;
}

static go_status do_dead(play_table *t, const char *rest, go_error *err)
{
    if (!game_is_over(t->game))
        return go_fail(err, GO_EINVAL, "dead stones are marked after both sides have passed");
    if (final_status_counts_as_is(&t->game->rules))
        return go_fail(err, GO_EINVAL,
                       "under these rules every stone on the board counts; 'undo' goes back to "
                       "capture dead ones");
    if (!*rest)
        return go_fail(err, GO_EINVAL, "name the stones, such as 'dead C3 D5'");
    return play_change_dead(t, rest, err);
}

static go_status do_resign(play_table *t, const char *rest, go_error *err)
{
    (void)rest;
    GO_TRY(need_running(t, err)); /* a game that is over has its result */
    t->resigned = t->game->to_move;
    t->ended = true;
    t->saved = false;
    snprintf(t->result, sizeof t->result, "%c+Resign", t->resigned == BLACK ? 'W' : 'B');
    printf("%s resigns.\n", t->resigned == BLACK ? "Black" : "White");
    return GO_OK;
}

static go_status do_save(play_table *t, const char *rest, go_error *err)
{
    return play_save(t, *rest ? rest : NULL, err);
}

static go_status do_board(play_table *t, const char *rest, go_error *err)
{
    (void)rest, (void)err;
    play_draw(t, NULL);
    return GO_OK;
}

static go_status do_quit(play_table *t, const char *rest, go_error *err)
{
    (void)rest, (void)err;
    t->ended = true;
    return GO_OK;
}

static go_status do_help(play_table *t, const char *rest, go_error *err);

static const struct command {
    const char *name, *sentence;
    go_status (*run)(play_table *t, const char *rest, go_error *err);
    bool takes_more; /* than its name */
} commands[] = {
    {"pass", "pass; two passes end the game", do_pass, false},
    {"undo", "take back your last move and the answer", do_undo, false},
    {"hint", "what Katachi would consider; 1 is what it would play", do_hint, false},
    {"score", "count the board as if the game were over", do_score, false},
    {"dead", "at the end: these stones are dead, or alive after all: dead C3 D5", do_dead, true},
    {"board", "draw the board again", do_board, false},
    {"save", "save the game: save FILE.sgf", do_save, true},
    {"resign", "give up", do_resign, false},
    {"quit", "end; the game is saved", do_quit, false},
    {"help", "this list", do_help, false}};

static go_status do_help(play_table *t, const char *rest, go_error *err)
{
    (void)t, (void)rest, (void)err;
    puts("  D4      play at D4 (columns have no I)");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("  %-7s %s\n", commands[i].name, commands[i].sentence);
    return GO_OK;
}

static go_status play_at(play_table *t, const char *word, const char *rest, go_error *err)
{
    point p;
    if (!coord_from_gtp(t->game->board.size, word, &p) && game_is_over(t->game))
        return go_fail(err, GO_EINVAL,
                       "'%s' is not a command; press Enter to agree with the score, "
                       "or type 'help'",
                       word);
    if (!coord_from_gtp(t->game->board.size, word, &p))
        return go_fail(err, GO_EINVAL, "'%s' is neither a point of this board, such as C3, nor a "
                       "command; 'help' lists the commands", word);
    GO_TRY(need_running(t, err));
    if (*rest)
        return go_fail(err, GO_EINVAL, "unexpected '%s' after '%s'; give one move at a time", rest,
                       word);
    GO_TRY(game_play(t->game, t->game->to_move, p, err));
    t->saved = false;
    if (play_is_persons(t)) /* else the answer is drawn with it */
        play_draw(t, NULL);
    return GO_OK;
}

go_status play_obey(play_table *t, char *line, go_error *err)
{
    char *word = line + strspn(line, " \t\r"), *rest = word + strcspn(word, " \t\r");
    if (!*word)
        return GO_OK;
    if (*rest)
        *rest++ = '\0';
    rest += strspn(rest, " \t\r");
    rest[strcspn(rest, "\r")] = '\0';
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcasecmp(word, commands[i].name) != 0)
            continue;
        if (*rest && !commands[i].takes_more)
            return go_fail(err, GO_EINVAL, "unexpected '%s' after '%s'", rest, commands[i].name);
        return commands[i].run(t, rest, err);
    }
    return play_at(t, word, rest, err);
}
