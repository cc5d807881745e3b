/* work.h -- what the command line of the server names: folders that a command of Katachi writes its
 * report into (train --report, match -o, net improve -o ...), and files with games.  Nothing else
 * is shown: files within the folders, by their names alone, and these files.      */
#ifndef KATACHI_WEB_API_WORK_H
#define KATACHI_WEB_API_WORK_H

#include <jansson.h>

#include "web/server/http.h"

/* GO_EIO: one of them cannot be read.  GO_EFORMAT: a file begins with no game. */
go_status work_check(const char *const *inputs, int n, go_error *err);

/* The folders, or the files: [{"name": "run1", "url": "/work/0/"}, ...] */
json_t *work_list(const char *const *inputs, int n, bool folders);

/* Answers with the file at `path`: "0/index.html" or "0/" for the first input, a folder; "1" for
 * the second one, a file.                                                     */
void work_answer(const char *const *inputs, int n, const char *path, http_answer *a);

#endif
