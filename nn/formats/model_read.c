#include "nn/formats/model_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/io/read_file.h"
#include "nn/formats/kata_read.h"
#include "nn/formats/lz_read.h"
#include "nn/model/fold.h"

/* More than the largest known network takes as text. */
static const size_t most_bytes = (size_t)8 << 30;

/* ---- which format ---- */

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

/* What people mistake for a network, by its first bytes; NULL: none of that. */
static const char *other_kind(const char *bytes, size_t n)
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

bool nn_model_name_is_read(const char *name)
{
    static const char taken[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    enum { MOST = 96 };
    char line[MOST + 2];
    const size_t n = strspn(name, taken);
    if (n < 1 || n > MOST || name[n])
        return false;
    memcpy(line, name, n);
    line[n] = '\n';
    return !nn_lz_recognise(line, n + 1);
}

static void read_any(nn_builder *b)
{
    nn_scan *s = b->scan;
    size_t n = (size_t)(s->end - s->at);
    if (s->status != GO_OK)
        return;
    const char *other = other_kind(s->at, n);
    if (n == 0)
        s->status = go_fail(s->err, GO_EFORMAT, "'%s' is empty; download it again", s->file);
    else if (other)
        s->status = go_fail(s->err, GO_EFORMAT, "'%s' is %s", s->file, other);
    else if (nn_lz_recognise(s->at, n))
        nn_lz_read(b);
    else if (kata_recognise(s->at, n))
        nn_kata_read(b);
    else
        s->status = go_fail(s->err, GO_EFORMAT,
                            "'%s' is not a network of KataGo or Leela Zero; use a file such as "
                            "NAME.bin.gz or NAME.txt.gz",
                            s->file);
}

/* The model that the scanner reads, or NULL. */
static nn_model *build(nn_scan *s)
{
    nn_builder b = nn_build_start(s);
    if (!b.model)
        return NULL;
    b.model->file = strdup(s->file);
    if (b.model->file)
        read_any(&b);
    else
        nn_scan_memory(s);
    return nn_build_finish(&b);
}

go_status nn_model_parse(nn_model **out, const char *bytes, size_t n, const char *name,
                         go_error *err)
{
    nn_scan s = nn_scan_start(bytes, n, name, err);
    *out = build(&s);
    return s.status;
}

/* ---- files ---- */

typedef struct net_file {
    const char *path;
    read_stream *stream;
    size_t bytes; /* read so far */
} net_file;

/* An nn_scan_source; `user` is the net_file. */
static go_status read_some(void *user, char *to, size_t room, size_t *got, go_error *err)
{
    net_file *f = user;
    GO_TRY(read_stream_next(f->stream, to, room, got, err));
    f->bytes += *got;
    if (f->bytes > most_bytes)
        return go_fail(
            err, GO_EFORMAT,
            "'%s' is larger than %zu MB, the limit for a network; it is damaged, download it again",
            f->path, most_bytes >> 20);
    return GO_OK;
}

go_status nn_model_read(nn_model **out, const char *path, go_error *err)
{
    net_file f = {.path = path};
    *out = NULL;
    go_status status = read_stream_open(&f.stream, path, err);
    if (status == GO_OK) {
        nn_scan s = nn_scan_stream(read_some, &f, path, err);
        *out = build(&s);
        nn_scan_close(&s);
        status = s.status == GO_OK ? nn_model_fold(*out, err) : s.status;
    }
    read_stream_close(f.stream);
    if (status != GO_OK) {
        nn_model_destroy(*out);
        *out = NULL;
    }
    return status;
}
