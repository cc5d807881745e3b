/* gtp_talk.h -- talking to the engine and to the analysis server in tests: whole
 * transcripts, and sessions in which one waits for replies.                  */
#ifndef KATACHI_TESTS_GTP_TALK_H
#define KATACHI_TESTS_GTP_TALK_H

#include "gtp/engine.h"
#include "gtp/json/defaults.h"

/* 9x9, 60 playouts a move, one thread, no knowledge: quick, and the same every
 * time.                                                                      */
gtp_settings quick_settings(void);

/* Everything an engine with these settings answers to `input`; for free(). */
char *transcript(const gtp_settings *settings, const char *input);
/* The same, and in *talk, for free() as well, what it says to people. */
char *transcript_and_talk(const gtp_settings *settings, const char *input, char **talk);
char *transcript_n(const gtp_settings *settings, const void *input, size_t n);

/* The quick engine's answer to `input` is `expected`, to the byte. */
void expect_transcript(const char *input, const char *expected);

/* The last of its several answers is. */
void expect_last(const char *input, const char *expected);

/* The same settings for the analysis server, but 40 visits. */
json_defaults quick_defaults(void);

/* All that the analysis server answers to `input`, and what it says to people
 * (may be NULL); both for free().                                            */
char *analysis_transcript(const json_defaults *defaults, const char *input, char **talk);

/* An engine in a thread of its own, at the other end of two pipes. */
typedef struct session session;
session *session_start(const gtp_settings *settings);
void session_send(session *s, const char *text);

/* The next line without its end, or NULL at the end of the output; waits for 20
 * seconds at most, then the test fails.  Borrowed until the next call.       */
const char *session_line(session *s);

/* A whole reply without the empty line that ends it.  Borrowed as well. */
const char *session_reply(session *s);

/* Closes the engine's input and waits for its end; the status of gtp_run. */
go_status session_end(session *s);

#endif
