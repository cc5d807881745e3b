/* played_file.h -- files of played games.
 *
 * A file is a line "katachi games 1" and then the games, one after another: the length of the
 * body in four bytes, its checksum in eight, the body (played_bytes.h).  Games are appended
 * whole, so a process that is killed loses at most the game that it was writing: a last game
 * that is not whole does not count, and is cut off when the file is continued.  A file may be
 * read while another process appends to it, and .gz, .zst and .xz files are read, too.  */
#ifndef KATACHI_SELFPLAY_RECORD_PLAYED_FILE_H
#define KATACHI_SELFPLAY_RECORD_PLAYED_FILE_H

#include "base/status.h"
#include "selfplay/record/played_game.h"

/* ---- reading ---- */

typedef struct played_reader played_reader;

/* On error *out is NULL.  GO_EIO: it cannot be opened; GO_EFORMAT: it is no file of games, or
 * of a newer version of Katachi; GO_ENOMEM.                                   */
go_status played_reader_open(played_reader **out, const char *path, go_error *err);
void played_reader_close(played_reader *r); /* accepts NULL */

/* Replaces *g by the next game.  GO_END: there is none; GO_EFORMAT: the file is damaged, and
 * the sentence says where and what can be done; GO_EIO, GO_ENOMEM.            */
go_status played_reader_next(played_reader *r, played_game *g, go_error *err);

/* Where the last game that was read ends, in bytes; after GO_END what is beyond it is no
 * whole game.  0: there is not even a whole first line.                       */
int64_t played_reader_at(const played_reader *r);

/* Where the first game of a file begins. */
enum { PLAYED_FILE_START = 16 };

/* Reads the game at the start of n bytes of a file that is in memory, and sets *used to its bytes
 * there.  GO_END: no whole game is left, as played_reader_next tells it; GO_EFORMAT: it is damaged;
 * GO_ENOMEM.                                                                  */
go_status played_file_game(const uint8_t *bytes, size_t n, played_game *g, size_t *used,
                           go_error *err);

/* ---- writing ---- */

typedef struct played_writer played_writer;

/* Makes the file, or continues it after its last whole game; no other process can write it
 * meanwhile.  `each`, unless it is NULL, is called with each game that the file has.
 * GO_EINVAL: another process writes it; GO_EIO; and as the reader.            */
go_status played_writer_open(played_writer **out, const char *path,
                             void (*each)(void *user, const played_game *g), void *user,
                             go_error *err);

/* Appends a game.  GO_EIO: the file is as it was; GO_ENOMEM. */
go_status played_writer_add(played_writer *w, const played_game *g, go_error *err);

int64_t played_writer_count(const played_writer *w); /* of the games in the file */

/* Bytes that were cut off at the end, because no whole game was there. */
int64_t played_writer_cut(const played_writer *w);

/* Makes sure that the games survive a power failure.  GO_EIO. */
go_status played_writer_sync(played_writer *w, go_error *err);

void played_writer_close(played_writer *w); /* accepts NULL */

#endif
