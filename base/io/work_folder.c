#include "base/io/work_folder.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* In this order: a run has a history.tsv, too, and all have an index.html. */
static const struct {
    const char *file, *what;
} kinds[] = {[WORK_MATCH] = {"match.json", "a match"},
             [WORK_RUN] = {"run.json", "a run of net improve"},
             [WORK_CURVES] = {"history.tsv", "the report of a training"},
             [WORK_PAGE] = {"index.html", "a report"}};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static bool holds(const char *folder, const char *file)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

/* Was the page made here?  Its last lines say so. */
static bool page_is_ours(const char *folder)
{
    enum { END = 1024 };
    char path[PATH_MAX], end[END];
    snprintf(path, sizeof path, "%s/index.html", folder);
    FILE *in = fopen(path, "r");
    if (!in)
        return false;
    if (fseek(in, -END, SEEK_END) != 0)
        rewind(in); /* it is shorter */
    const size_t n = fread(end, 1, sizeof end, in);
    fclose(in);
    return memmem(end, n, WORK_PAGE_MADE_BY, strlen(WORK_PAGE_MADE_BY)) != NULL;
}

go_status work_folder_check(const char *path, work_kind mine, go_error *err)
{
    int kind = 0;
    while (kind < N_KINDS && !holds(path, kinds[kind].file))
        kind++;
    if (kind == WORK_PAGE && !page_is_ours(path))
        return go_fail(err, GO_EINVAL,
                       "%s/index.html was not made by katachi and would be overwritten; choose "
                       "another folder",
                       path);
    if (kind == N_KINDS || kind == (int)mine || (kind == WORK_PAGE && mine == WORK_CURVES))
        return GO_OK;
    return go_fail(err, GO_EINVAL,
                   "%s holds %s (%s), which would be overwritten; choose another folder", path,
                   kinds[kind].what, kinds[kind].file);
}
