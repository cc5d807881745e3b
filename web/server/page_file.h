/* page_file.h -- the files of the page, web/page/, within the program: scripts/page-files writes
 * a table of them when the program is built.                                  */
#ifndef KATACHI_WEB_SERVER_PAGE_FILE_H
#define KATACHI_WEB_SERVER_PAGE_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct page_file {
    const char *name;          /* "main.js" */
    const char *type;          /* "text/javascript; charset=utf-8" */
    const char *begin, *end;   /* its bytes */
} page_file;

/* Ended by {0}. */
extern const page_file page_file_table[];

/* The file of that name, or NULL. */
const page_file *page_file_find(const char *name);

#endif
