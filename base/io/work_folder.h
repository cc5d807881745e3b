/* work_folder.h -- whose a folder of results is: work of different kinds in one folder would
 * overwrite each other's index.html.                                          */
#ifndef KATACHI_BASE_IO_WORK_FOLDER_H
#define KATACHI_BASE_IO_WORK_FOLDER_H

#include "base/status.h"

/* Each kind of work is known by a file that it keeps in its folder. */
typedef enum work_kind {
    WORK_MATCH,  /* match.json: a match, a tournament, a search for settings */
    WORK_RUN,    /* run.json: games of a network against itself, from which it learns */
    WORK_CURVES, /* history.tsv: the report of a network that learns */
    WORK_PAGE    /* index.html alone: the report of gammas */
} work_kind;

/* Stands in the last lines of each page. */
#define WORK_PAGE_MADE_BY "Made by katachi "

/* GO_EINVAL: the folder has work of another kind, or an index.html that another program made, which
 * the sentence names.  One that is not there yet is fine, and a page alone gives way to another
 * report.                                                                     */
go_status work_folder_check(const char *path, work_kind mine, go_error *err);

#endif
