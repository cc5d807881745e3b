#include "base/usable_memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE = 4096 };

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The number in a file; INT64_MAX where there is no file or no limit ("max"). */
static int64_t read_limit(const char *folder, const char *name)
{
    char path[3 * LINE], text[32] = "";
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return INT64_MAX;
    const bool has_text = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    const long long limit = has_text ? strtoll(text, NULL, 10) : 0;
    return limit > 0 ? limit : INT64_MAX;
}

/* The lowest limit in the folder of `group` ("/a/b") below `root` and in those around it, root
 * included: a container sees its own group there, under a name from outside.  */
static int64_t lowest_limit(const char *root, const char *group, const char *name)
{
    char folder[2 * LINE];
    const size_t shortest = strlen(root);
    int64_t limit = INT64_MAX;
    snprintf(folder, sizeof folder, "%s%s", root, group);
    while (strlen(folder) > shortest) {
        limit = smaller(limit, read_limit(folder, name));
        *strrchr(folder, '/') = '\0';
    }
    return smaller(limit, read_limit(root, name));
}

/* Is `word` in the list "cpu,memory"? */
static bool has_word(const char *list, const char *word)
{
    const size_t n = strlen(word);
    while (*list) {
        const size_t length = strcspn(list, ",");
        if (length == n && strncmp(list, word, n) == 0)
            return true;
        list += length + (list[length] == ',');
    }
    return false;
}

int64_t usable_memory_of_groups(const char *groups, const char *root)
{
    char line[LINE], old_root[LINE];
    int64_t limit = INT64_MAX;
    FILE *file = fopen(groups, "r");
    if (!file)
        return INT64_MAX;
    snprintf(old_root, sizeof old_root, "%s/memory", root);
    while (fgets(line, sizeof line, file)) { /* NUMBER:CONTROLLERS:GROUP */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group || group[1] != '/')
            continue;
        *group++ = '\0';
        controllers++;
        if (!*controllers) /* version 2 */
            limit = smaller(limit, lowest_limit(root, group, "memory.max"));
        else if (has_word(controllers, "memory"))
            limit = smaller(limit, lowest_limit(old_root, group, "memory.limit_in_bytes"));
    }
    fclose(file);
    return limit;
}

int64_t usable_memory(void)
{
    struct rlimit space;
    int64_t bytes = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < (rlim_t)bytes)
        bytes = (int64_t)space.rlim_cur;
    return smaller(bytes, usable_memory_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
}

int64_t usable_memory_part(int parts, int64_t most)
{
    return smaller(usable_memory() / parts, most);
}
