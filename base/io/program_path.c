#include "base/io/program_path.h"

#include <unistd.h>

bool program_path(char *out, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", out, size);
    const bool whole = n > 0 && (size_t)n < size; /* readlink cuts what is too long */
    out[whole ? n : 0] = '\0';
    return whole;
}
