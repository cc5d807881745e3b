/* table.h -- a game at the terminal: who plays, what is on the board, and how it ends. */
#ifndef KATACHI_CLI_PLAY_TABLE_H
#define KATACHI_CLI_PLAY_TABLE_H

#include "board/game/game.h"
#include "gtp/text/input.h"
#include "mcts/search.h"
#include "sgf_corpus/sgf/game_record.h"

/* Whom people play. */
#define PLAY_SIDES(X) X(SIDE_BLACK, "black") X(SIDE_WHITE, "white") X(SIDE_BOTH, "both") \
    X(SIDE_NONE, "none")
typedef enum play_side { PLAY_SIDES(CHOICE_NUMBER) } play_side;

enum { MOST_HINTS = 3 };

typedef struct play_table {
    game *game;
    game_record *record; /* that it continues; NULL: a new game */
    const char *source;  /* the file of that, which is not overwritten */
    search *search;
    double seconds;       /* of thought for a move */
    play_side people;
    gtp_input *input;
    const char *file;     /* to save the game in; NULL: one is named after the time */
    char own[64];         /* that name, once there is such a file; "": not yet */
    bool colours, symbols;/* may the terminal show them? */
    bool saved;           /* the game as it is */
    bool ended;           /* nobody plays on */
    colour resigned;      /* EMPTY: nobody */
    char result[SCORE_TEXT_MAX + 8]; /* for the record; "": none yet */
    bool dead[BOARD_MAX_POINTS];     /* as the board was counted last */
    uint8_t owner[BOARD_MAX_POINTS]; /* who owns each point then; EMPTY: nobody */
    search_analysis analysis;        /* scratch */
} play_table;

/* Does a person play this colour? */
bool play_is_person(const play_table *t, colour c);

/* Is it a person's turn? */
bool play_is_persons(const play_table *t);

/* The rank as which the engine plays (mcts/rank.h). */
int play_rank(const play_table *t);

/* What is drawn in place of a point or stone: hints are 1, 2, 3. */
enum { MARK_BLACK_DEAD = 'x', MARK_WHITE_DEAD = 'o', MARK_BLACK_OWNS = 'b', MARK_WHITE_OWNS = 'w' };

/* The board with its last move; `mark` [n_points], 0 where there is none; NULL: no marks. */
void play_draw(const play_table *t, const char *mark);

/* The engine's move, played and told.  Ends the game if it resigns.           */
go_status play_answer(play_table *t, go_error *err);

/* What the engine would consider: marked on the board and told. */
go_status play_hint(play_table *t, go_error *err);

/* Counts the board with the dead stones off as the engine sees them, and tells. */
go_status play_count(play_table *t, go_error *err);

/* Counts again with the chains at the points of `list`, "C3 D5", dead instead of alive and alive
 * instead of dead.                                                            */
go_status play_change_dead(play_table *t, const char *list, go_error *err);

/* Tells the count as it stands; `remark` follows the score. */
void play_tell_count(const play_table *t, const char *remark);

/* Does what a line says: a move or a command.                                 */
go_status play_obey(play_table *t, char *line, go_error *err);

/* Fails if the game cannot be saved where the options say. */
go_status play_can_save(const play_table *t, go_error *err);

/* Saves the game and says where; `path` NULL: as the options say. */
go_status play_save(play_table *t, const char *path, go_error *err);

/* The same as the options say; a game that cannot be saved is shown, for it would be lost. */
go_status play_save_at_end(play_table *t, go_error *err);

#endif
