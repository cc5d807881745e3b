#include "base/io/mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file grows to twice its size, by at least and at most so much. */
static const size_t least_chunk = 1 << 20, most_chunk = 64 << 20;

/* Address space reserved for one array: more than any disk holds, or less where the
 * system (a limit, a sanitizer, an ARM processor) does not grant it.          */
static const size_t most_space = (size_t)1 << 42, least_space = (size_t)1 << 26;

/* Reserves as much as the system grants.  Where that is little, a sixteenth of it: there will be
 * other arrays, two dozen in a training of networks.                          */
static void *map_space(mapped *m)
{
    void *data = MAP_FAILED;
    for (m->space = most_space; m->space >= least_space; m->space /= 2) {
        data = mmap(NULL, m->space, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, m->file, 0);
        if (data != MAP_FAILED)
            break;
    }
    const size_t share = m->space / 16 > least_space ? m->space / 16 : least_space;
    if (data != MAP_FAILED && m->space < most_space && share < m->space) {
        munmap((uint8_t *)data + share, m->space - share);
        m->space = share;
    }
    return data;
}

static const char *folder_or_default(const char *folder)
{
    const char *tmp = getenv("TMPDIR");
    return folder ? folder : tmp && *tmp ? tmp : "/var/tmp";
}

static int nameless_file(const char *folder)
{
    char path[4096];
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0)
        return file;
    /* file systems without O_TMPFILE */
    snprintf(path, sizeof path, "%s/katachi-XXXXXX", folder);
    file = mkstemp(path);
    if (file >= 0)
        unlink(path);
    return file;
}

go_status mapped_create(mapped *m, const char *folder, go_error *err)
{
    const char *choice = folder ? "--tmp" : "TMPDIR";
    folder = folder_or_default(folder);
    *m = (mapped){.file = nameless_file(folder), .choice = choice};
    if (m->file < 0)
        return go_fail(err, GO_EIO,
                       "cannot create a temporary file in '%s' (%s); choose another folder with %s",
                       folder, strerror(errno), choice);
    m->data = map_space(m);
    if (m->data == MAP_FAILED) {
        int why = errno;
        close(m->file);
        *m = (mapped){.file = -1};
        return go_fail(err, GO_ENOMEM, "cannot map a temporary file in '%s': %s%s", folder,
                       strerror(why),
                       why == ENOMEM ? "; is there a limit on memory (ulimit -v)?" : "");
    }
    return GO_OK;
}

/* posix_fallocate, not ftruncate: writing to a page for which the disk has no room
 * would kill the process.                                                     */
static go_status reserve(mapped *m, size_t size, go_error *err)
{
    if (size <= m->reserved)
        return GO_OK;
    const size_t chunk = m->reserved < least_chunk  ? least_chunk
                         : m->reserved > most_chunk ? most_chunk
                                                    : m->reserved;
    const size_t wanted = (size + chunk - 1) / chunk * chunk;
    if (wanted > m->space)
        return go_fail(err, GO_EIO,
                       "the temporary data outgrows the %zu MB of address space that it could "
                       "reserve; raise the limit on memory (ulimit -v)",
                       m->space >> 20);
    int why = posix_fallocate(m->file, (off_t)m->reserved, (off_t)(wanted - m->reserved));
    if (why)
        return go_fail(err, GO_EIO,
                       "no space for %zu MB of temporary data (%s); choose a folder with more "
                       "space with %s",
                       wanted >> 20, strerror(why), m->choice);
    m->reserved = wanted;
    return GO_OK;
}

go_status mapped_append(mapped *m, const void *bytes, size_t n, go_error *err)
{
    GO_TRY(reserve(m, m->size + n, err));
    memcpy(m->data + m->size, bytes, n);
    m->size += n;
    return GO_OK;
}

void mapped_close(mapped *m)
{
    if (!m->data)
        return;
    munmap(m->data, m->space);
    close(m->file);
    *m = (mapped){.file = -1};
}
