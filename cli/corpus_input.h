/* corpus_input.h -- the options of every command that reads game collections
 * (filters, broken games) and the summary at its end.                         */
#ifndef KATACHI_CLI_CORPUS_INPUT_H
#define KATACHI_CLI_CORPUS_INPUT_H

#include <jansson.h>

#include "base/options.h"
#include "sgf_corpus/corpus.h"

typedef struct corpus_input {
    game_filter filter; /* set by the options */
    const char *charset;
    bool strict;
    bool skip_damaged;    /* as in corpus_options */
    int shown_broken;     /* sentences printed since corpus_input_open */
    int most_shown;       /* of them, 0: 20; the rest is only counted */
    json_t *broken_list;  /* also gets the sentences; may be NULL */
    void (*show)(void *shown); /* called now and then while games are read; may be NULL */
    void *shown;
} corpus_input;

/* For an option_group with title "Choosing games" whose base is the offset of
 * the corpus_input in the settings, which must be zero before cli_begin.     */
extern const option corpus_input_options[];

/* Opens the inputs with the filters.  *in is borrowed until the corpus is closed.  The stream ends
 * with GO_EINTR when the user interrupts (base/interrupt.h).                  */
go_status corpus_input_open(corpus_input *in, corpus **out, const char *const *inputs, int n,
                            bool replay, go_error *err);

/* GO_EINVAL when standard input, which has one stream of games, is named twice: among the inputs or
 * as that of --test, which may be NULL.                                       */
go_status corpus_input_once(const char *const *inputs, int n, const char *test, go_error *err);

/* Prints the counts on standard error. */
void corpus_input_summary(const corpus_counts *counts);

/* Adds them to a JSON object: files, games, moves, filtered, broken, cut, ignored. */
void corpus_input_json(json_t *object, const corpus_counts *counts);

/* GO_EEMPTY if no game was delivered. */
go_status corpus_input_check(const corpus_counts *counts, go_error *err);

#endif
