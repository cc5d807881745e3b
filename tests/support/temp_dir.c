#include "tests/support/temp_dir.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void give_up(const char *path)
{
    perror(path);
    exit(1);
}

temp_dir temp_dir_create(void)
{
    temp_dir dir;
    const char *base = getenv("TMPDIR");
    snprintf(dir.path, sizeof dir.path, "%s/katachi-test-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(dir.path))
        give_up(dir.path);
    return dir;
}

const char *temp_dir_path(const temp_dir *dir, const char *name, char buffer[400])
{
    snprintf(buffer, 400, "%s/%s", dir->path, name);
    return buffer;
}

const char *temp_dir_bytes(const temp_dir *dir, const char *name, const void *bytes, size_t n,
                           char path[400])
{
    FILE *file = fopen(temp_dir_path(dir, name, path), "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        give_up(path);
    return path;
}

const char *temp_dir_text(const temp_dir *dir, const char *name, const char *text,
                          char path[400])
{
    return temp_dir_bytes(dir, name, text, strlen(text), path);
}

int temp_dir_count(const temp_dir *dir)
{
    int n = 0;
    DIR *folder = opendir(dir->path);
    if (!folder)
        return 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
        if (entry->d_name[0] != '.' || (entry->d_name[1] && entry->d_name[1] != '.'))
            n++;
    closedir(folder);
    return n;
}

static int remove_one(const char *path, const struct stat *what, int type, struct FTW *where)
{
    (void)what, (void)type, (void)where;
    return remove(path);
}

int temp_dir_remove(const temp_dir *dir)
{
    return nftw(dir->path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- the folder of a group ---- */

temp_dir group_dir;

int group_dir_make(void **state)
{
    (void)state;
    group_dir = temp_dir_create();
    return 0;
}

int group_dir_remove(void **state)
{
    (void)state;
    return temp_dir_remove(&group_dir);
}

int group_dir_empty(void **state)
{
    return group_dir_remove(state) || group_dir_make(state);
}
