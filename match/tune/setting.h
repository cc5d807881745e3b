/* setting.h -- the settings that are tuned: their names, their ranges, and their values as
 * text.
 *
 *     ucb-c=0:0.6                a number
 *     widening-start=10:200:log  a number whose ratios count
 *     expand=1:8:int             a whole number
 *     rave-schedule=hand|mse     one of several words
 *
 * A place is double[n], for each setting 0 .. 1 for its range, or the number of a word.
 * The text of a place is "ucb-c=0.24,rave-schedule=mse"; numbers in it have four digits,
 * and a place counts as what its text says.                                    */
#ifndef KATACHI_MATCH_TUNE_SETTING_H
#define KATACHI_MATCH_TUNE_SETTING_H

#include <stdbool.h>
#include <stddef.h>

#include "match/tune/basis.h"

enum { SETTING_NAME = 48, SETTING_TEXT = 64, SPACE_TEXT = 600 };

typedef struct tune_setting {
    char name[SETTING_NAME];
    bool log, whole;
    double low, high;
    int n_words; /* 0: a range */
    char word[BASIS_WORDS][SETTING_TEXT];
} tune_setting;

typedef struct tune_space {
    int n;
    tune_setting at[BASIS_AXES];
} tune_space;

/* Parses one setting and adds it.  The text of a place always fits into SPACE_TEXT bytes.
 * GO_EINVAL: the sentence says what is wrong.                                  */
go_status tune_space_add(tune_space *space, const char *text, go_error *err);

/* The value of a setting at its place as text, and back.  Returns `out`.  False: the text
 * is no value of the setting, or outside its range.                            */
const char *tune_setting_text(const tune_setting *s, double place, char out[SETTING_TEXT]);
bool tune_setting_place(const tune_setting *s, const char *text, double *place);

/* The value as a number: the number of a word for words. */
double tune_setting_number(const tune_setting *s, double place);

/* The text of a whole place, and back.  Returns `out`.  False: it lacks a setting, or has
 * a bad value.                                                                 */
const char *tune_space_text(const tune_space *space, const double *place, char *out, size_t n);
bool tune_space_place(const tune_space *space, const char *text, double *place);

/* Moves a place to what its text says. */
void tune_space_snap(const tune_space *space, double *place);

/* All settings with their ranges, "ucb-c=0:0.6 expand=1:8:int", as one text that tells
 * whether two spaces are the same.  Returns `out`.                             */
const char *tune_space_ranges(const tune_space *space, char *out, size_t n);

#endif
