#include "tests/support/temp_dir.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

temp_dir temp_dir_create(void)
{
    temp_dir dir;
    const char *base = getenv("TMPDIR");
    snprintf(dir.path, sizeof dir.path, "%s/katachi-test-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(dir.path)) {
        perror(dir.path);
        exit(1);
    }
    return dir;
}

const char *temp_dir_path(const temp_dir *dir, const char *name, char buffer[400])
{
    snprintf(buffer, 400, "%s/%s", dir->path, name);
    return buffer;
}

/* Counts the files, and removes them on the way if asked. */
static int each_file(const temp_dir *dir, int remove_them)
{
    int n = 0;
    DIR *folder = opendir(dir->path);
    if (!folder)
        return 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char path[600];
        if (entry->d_name[0] == '.' && (!entry->d_name[1] || entry->d_name[1] == '.'))
            continue;
        n++;
        snprintf(path, sizeof path, "%s/%s", dir->path, entry->d_name);
        if (remove_them)
            unlink(path);
    }
    closedir(folder);
    return n;
}

int temp_dir_count(const temp_dir *dir)
{
    return each_file(dir, 0);
}

void temp_dir_remove(const temp_dir *dir)
{
    each_file(dir, 1);
    rmdir(dir->path);
}
