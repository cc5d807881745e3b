#include "web/server/page_file.h"

#include <string.h>

const page_file *page_file_find(const char *name)
{
    for (const page_file *f = page_file_table; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}
