#include "gtp/json/defaults.h"

#include <strings.h>

go_status winrate_view_read(winrate_view *out, const char *word, go_error *err)
{
#define WORD(number, name) [number] = name,
    static const char *const words[] = {WINRATE_VIEWS(WORD)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(word, words[i]) == 0) {
            *out = (winrate_view)i;
            return GO_OK;
        }
    return go_fail(err, GO_EINVAL, JSON_VIEW_SETTING " must be BLACK, WHITE or SIDETOMOVE, "
                   "not '%.100s'", word);
}
