#include "gtp/text/line.h"

#include <stdlib.h>
#include <string.h>

size_t gtp_line_clean(char *text, size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < n && text[i] != '#'; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\t')
            c = ' ';
        if (c < ' ' || c == 127 || (c == ' ' && length == 0))
            continue;
        text[length++] = (char)c;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
    return length;
}

bool gtp_line_is_interrupt(const char *text, size_t n)
{
    static const char words[] = "#interrupt";
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        bool blank = text[i] == ' ' || text[i] == '\t' || (text[i] == '\r' && !words[k]);
        if (blank && (k <= 1 || !words[k]))
            continue;
        if (!words[k] || text[i] != words[k++])
            return false;
    }
    return !words[k];
}

/* ---- splitting ---- */

/* Terminates the word at `at` and returns the beginning of the next one. */
static char *cut_word(char *at)
{
    at += strcspn(at, " ");
    if (*at)
        *at++ = '\0';
    return at + strspn(at, " ");
}

bool gtp_request_split(gtp_request *r, const char *line)
{
    size_t length = strlen(line) + 1;
    char *memory = malloc(2 * length); /* one copy to cut up, one for `rest` */
    char **arg = calloc(length / 2 + 1, sizeof *arg); /* a word and a blank need two bytes */
    if (!memory || !arg) {
        free(memory);
        free(arg);
        return false;
    }
    memcpy(memory, line, length);
    memcpy(memory + length, line, length);
    *r = (gtp_request){.id = "", .arg = arg, .memory = memory};
    char *at = memory + strspn(memory, " ");
    size_t digits = strspn(at, "0123456789");
    if (digits > 0 && (!at[digits] || at[digits] == ' ')) {
        r->id = at;
        at = cut_word(at);
    }
    r->command = at;
    at = cut_word(at);
    r->rest = memory + length + (at - memory);
    for (; *at; at = cut_word(at))
        r->arg[r->n++] = at; /* cut_word ends it before anyone reads it */
    return true;
}

void gtp_request_free(gtp_request *r)
{
    free(r->arg);
    free(r->memory);
    *r = (gtp_request){.id = "", .command = "", .rest = ""};
}
