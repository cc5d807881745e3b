#include "base/text_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

json_t *text_json(const char *text)
{
    json_t *string = json_string(text);
    char *mended = string || !text ? NULL : strdup(text);
    if (!mended)
        return string;
    utf8_mend(mended);
    string = json_string(mended);
    free(mended);
    return string;
}
