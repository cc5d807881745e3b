/* page.h -- what the pages of all reports have in common: a frame with a style sheet, light
 * or dark as the reader's system is, and tables of facts.  A page is one file with its
 * pictures inside and needs neither network nor scripts.
 *
 *     page_open(&file, folder, &err);                          FOLDER/index.html
 *     FILE *out = atomic_file_stream(file);
 *     page_begin(out, "Katachi: gammas for 9x9");
 *     chart_style(out);                                        more rules, if wanted
 *     page_body(out);
 *     ...                                                      base/io/atomic_file.h
 *     page_end(out, "Intervals are of 95 %.");
 *     atomic_file_commit(file, &err);                                         */
#ifndef KATACHI_DRAW_PAGE_H
#define KATACHI_DRAW_PAGE_H

#include <stdio.h>

#include "base/io/atomic_file.h"

/* Opens folder/index.html, making the folder and those above it if necessary.  An old page
 * is replaced only by a complete new one.  GO_EIO.                            */
go_status page_open(atomic_file **out, const char *folder, go_error *err);

/* Up to the style sheet, which is left open; the title is plain text. */
void page_begin(FILE *out, const char *title);
void page_body(FILE *out);

/* The last paragraph, HTML, after "Made by katachi VERSION. ". */
void page_end(FILE *out, const char *remark);

/* A table with a headline, plain text, and rows of a name and a value. */
void page_facts_begin(FILE *out, const char *title);
void page_fact(FILE *out, const char *name, const char *value);
void page_facts_end(FILE *out);

#endif
