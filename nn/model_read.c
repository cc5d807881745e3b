/* From a file, or from bytes, to a model. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/read_file.h"
#include "nn/kata_read.h"
#include "nn/lz_read.h"

/* More than the largest network there is, as text; a file that unpacks to more
 * was made to fill memories.                                                 */
static const size_t most_bytes = (size_t)8 << 30;

/* ---- which format ---- */

/* What people mistake for a network, by its first bytes. */
static const char *other_format(const char *bytes, size_t n)
{
    static const struct {
        const char *magic, *what;
    } others[] = {{"PK\x03\x04", "a ZIP archive, perhaps a PyTorch checkpoint; unpack it or export "
                                 "the network first"},
                  {"(;", "a game record in SGF"},
                  {"\x89HDF", "a Keras model; export it to KataGo's or Leela Zero's format first"},
                  {"<", "a web page; the download went wrong, try it again in a browser"},
                  {"{", "JSON, not a network"},
                  {"get main", "a Sayuri network, which katachi cannot use; take a KataGo or Leela "
                               "Zero network"},
                  {"\x08\x03\x12", "an ONNX model; take a network in KataGo's own format"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t length = strlen(others[i].magic);
        if (n >= length && memcmp(bytes, others[i].magic, length) == 0)
            return others[i].what;
    }
    return NULL;
}

/* "name version planes globals" of plain numbers after a word. */
static bool kata_recognise(const char *bytes, size_t n)
{
    char name[NN_WORD_MAX];
    nn_scan s = nn_scan_start(bytes, n, "", NULL);
    nn_scan_word(&s, "a name", name);
    for (int i = 0; i < 3; i++)
        nn_scan_int(&s, "a number", 0, 1000000);
    return s.status == GO_OK;
}

static void read_any(nn_builder *b)
{
    nn_scan *s = b->scan;
    size_t n = (size_t)(s->end - s->at);
    const char *other = other_format(s->at, n);
    if (s->status != GO_OK)
        return;
    if (n == 0)
        s->status = go_fail(s->err, GO_EFORMAT, "'%s' is empty; get it again", s->file);
    else if (other)
        s->status = go_fail(s->err, GO_EFORMAT, "'%s' is %s", s->file, other);
    else if (nn_lz_recognise(s->at, n))
        nn_lz_read(b);
    else if (kata_recognise(s->at, n))
        nn_kata_read(b);
    else
        s->status = go_fail(s->err, GO_EFORMAT,
                            "'%s' does not begin like a network of KataGo (name, version, numbers "
                            "of inputs) or Leela Zero (1 or 2 on a line); take a file such as "
                            "NAME.bin.gz or NAME.txt.gz", s->file);
}

go_status nn_model_parse(nn_model **out, const char *bytes, size_t n, const char *name,
                         go_error *err)
{
    nn_scan s = nn_scan_start(bytes, n, name, err);
    nn_builder b = nn_build_start(&s);
    *out = NULL;
    if (b.model)
        b.model->file = strdup(name);
    if (b.model && !b.model->file)
        nn_scan_memory(&s);
    else if (b.model)
        read_any(&b);
    *out = b.model ? nn_build_finish(&b) : NULL;
    return s.status;
}

/* ---- files ---- */

/* zlib checks the sums at the end of a .gz, which read_file does not: without
 * them one wrong bit would be a network that plays badly.                    */
static go_status read_gz(const char *path, char **text, size_t *n, go_error *err)
{
    size_t room = 0;
    gzFile file = gzopen(path, "rb");
    go_status status = file ? GO_OK : go_fail(err, GO_EIO, "cannot open '%s': %s", path,
                                              strerror(errno));
    while (status == GO_OK) {
        if (room - *n < 1 << 20) {
            room = room + room / 2 + (8 << 20);
            char *bigger = room <= most_bytes ? realloc(*text, room) : NULL;
            if (!bigger) {
                status = go_fail(err, GO_ENOMEM, "out of memory while reading '%s'", path);
                break;
            }
            *text = bigger;
        }
        int code, got = gzread(file, *text + *n, 1 << 20);
        if (got > 0)
            *n += (size_t)got;
        const char *reason = gzerror(file, &code);
        if (got < 0 || (got == 0 && code != Z_OK))
            status = go_fail(err, GO_EFORMAT, "'%s' is damaged or cut short (%s); get it again",
                             path, code == Z_ERRNO ? strerror(errno) : reason);
        if (got <= 0)
            break;
    }
    if (file)
        gzclose(file);
    return status;
}

static bool is_gz(const char *path)
{
    unsigned char magic[2] = {0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t n = fread(magic, 1, 2, file);
    fclose(file);
    return n == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

go_status nn_model_read(nn_model **out, const char *path, go_error *err)
{
    char *text = NULL;
    size_t n = 0;
    *out = NULL;
    go_status status = is_gz(path) ? read_gz(path, &text, &n, err)
                                   : read_file(path, most_bytes, &text, &n, err);
    if (status == GO_OK)
        status = nn_model_parse(out, text, n, path, err);
    free(text);
    if (status == GO_OK)
        status = nn_model_fold(*out, err);
    if (status != GO_OK) {
        nn_model_destroy(*out);
        *out = NULL;
    }
    return status;
}
