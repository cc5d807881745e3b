#include "base/io/last_part.h"

#include <string.h>

const char *last_part(const char *path, int *length)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    *length = (int)(end - begin);
    return path + begin;
}
