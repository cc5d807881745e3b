/* sgf_reading.h -- one game while it is being read, and the scratch memory of a reader: what the
 * parts of sgf_read.c share.                                                  */
#ifndef KATACHI_SGF_CORPUS_SGF_SGF_READING_H
#define KATACHI_SGF_CORPUS_SGF_SGF_READING_H

#include "sgf_corpus/sgf/game_record.h"
#include "sgf_corpus/sgf/sgf_value.h"
#include "sgf_corpus/streams/text_stream.h"

/* A growing list of moves. */
typedef struct move_list {
    board_move *at;
    int n, capacity;
} move_list;

/* A comment while its game is being read: its text may still move. */
typedef struct comment_place {
    int node, move; /* it is in; made up to the end of that node (end_remarks) */
    size_t text;    /* offset into sgf_reader.texts */
} comment_place;

typedef struct sgf_reader {
    move_list moves, setup;
    move_list placed_late; /* setup points of the node at work, unless it is the root */
    byte_buffer texts;     /* of header and comments, each with its final zero */
    bool wants_comments;
    byte_buffer comments; /* of comment_place */
    byte_buffer placed;   /* of game_comment: the same at the end */
    byte_buffer values;   /* of game_value */
    byte_buffer value;    /* the one at work */
    charset_converter converter;
    board *board; /* for setup in mid-game; NULL until needed */
} sgf_reader;

/* One game being read. */
typedef struct sgf_reading {
    sgf_reader *scratch;
    const game_text *text;
    const unsigned char *at, *end;
    char_walk walk;
    game_record game;             /* its arrays are filled in at the end */
    size_t text_at[GAME_N_TEXTS]; /* 1 + offset into scratch->texts; 0: absent */
    int nodes;                    /* ';' so far */
    int moves_before;             /* this node */
    int value_node;               /* the last one with a value */
    int replayed;                 /* moves played on scratch->board, -1: none yet */
    int setup_seen;               /* setup points met, those without effect too */
    bool has_size, has_game, has_format, done, restart;
    bool fox;       /* AP names the Fox server */
    bool even;      /* HA is 0, not 1 */
    bool only_size; /* look for SZ and for nothing else */
    int handicap;
    uint8_t to_play;
    go_error *err;
} sgf_reading;

/* The comments and values so far, *n of them; borrowed until the next one. */
comment_place *sgf_comments_of(const sgf_reader *r, size_t *n);
game_value *sgf_values_of(const sgf_reader *r, size_t *n);

/* GO_EFORMAT, with the sentence and the place: `where` is in r->text->bytes. */
go_status sgf_fail_at(sgf_reading *r, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
go_status sgf_no_memory(sgf_reading *r); /* GO_ENOMEM */

/* False: no memory. */
bool sgf_append_move(move_list *list, point at, int colour_of);

/* Puts the value into r->scratch->value.  False: no memory. */
bool sgf_as_utf8(sgf_reading *r, sgf_value v);

/* Fills in what the game has so far; valid until more is read. */
void sgf_set_arrays(sgf_reading *r);

#endif
