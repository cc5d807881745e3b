#include "cli/match/match_files.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/io/read_file.h"
#include "base/rng.h"
#include "base/text_json.h"
#include "match/client/spec.h"
#include "nn/formats/own_net.h"

static bool names_a_file(const char *key)
{
    static const char *const keys[] = {"gammas", "fast-gammas", "net", "book"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* Of the contents, however they are compressed.  A pipe is the player's to read. */
static json_t *fingerprint(const spec_pair *pair, int size)
{
    char path[DATA_FILE_PATH], sum[24], *bytes;
    size_t n;
    struct stat st;
    const char *file = pair->value;
    if (strcmp(pair->key, "net") == 0) {
        if (nn_net_find(pair->value, size, path, NULL) != GO_OK)
            return json_null();
        file = path;
    }
    if (stat(file, &st) != 0 || !S_ISREG(st.st_mode) ||
        read_file(file, SIZE_MAX / 2, &bytes, &n, NULL) != GO_OK)
        return json_null();
    snprintf(sum, sizeof sum, "%016llx",
             (unsigned long long)rng_mix64(hash_bytes(HASH_START, bytes, n)));
    free(bytes);
    return json_string(sum);
}

json_t *match_files(const player *players, int n, int size)
{
    json_t *files = json_array();
    for (int i = 0; i < n; i++) {
        const char *keys = spec_keys(players[i].spec, "katachi");
        spec_pair pair;
        while (keys && spec_next_pair(&keys, &pair))
            if (names_a_file(pair.key))
                json_array_append_new(files, json_pack("{s:s, s:o, s:o}", "key", pair.key, "file",
                                                       text_json(pair.value), "fingerprint",
                                                       fingerprint(&pair, size)));
    }
    return files;
}
