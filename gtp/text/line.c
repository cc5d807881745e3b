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
    static const char word[] = "interrupt";
    size_t i = 0, length = sizeof word - 1;
    while (i < n && (text[i] == ' ' || text[i] == '\t'))
        i++;
    if (i == n || text[i] != '#')
        return false;
    for (i++; i < n && (text[i] == ' ' || text[i] == '\t');)
        i++;
    if (n - i < length || strncmp(text + i, word, length) != 0)
        return false;
    for (i += length; i < n; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r')
            return false;
    return true;
}

/* ---- pieces ---- */

static char *skip_blanks(char *at)
{
    while (*at == ' ')
        at++;
    return at;
}

/* Ends the word at `at` and returns the beginning of the next one. */
static char *cut_word(char *at)
{
    at += strcspn(at, " ");
    if (*at)
        *at++ = '\0';
    return skip_blanks(at);
}

static bool is_number(const char *text, size_t length)
{
    return length > 0 && strspn(text, "0123456789") >= length;
}

static int count_words(const char *at)
{
    int n = 0;
    while (*at) {
        n++;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return n;
}

bool gtp_request_split(gtp_request *r, const char *line)
{
    size_t length = strlen(line) + 1;
    char *memory = malloc(2 * length); /* one copy to cut up, one for `rest` */
    if (!memory)
        return false;
    memcpy(memory, line, length);
    memcpy(memory + length, line, length);
    *r = (gtp_request){.id = "", .memory = memory};
    char *at = skip_blanks(memory);
    if (is_number(at, strcspn(at, " "))) {
        r->id = at;
        at = cut_word(at);
    }
    r->command = at;
    at = cut_word(at);
    r->rest = memory + length + (at - memory);
    int n = count_words(at);
    r->arg = calloc((size_t)n + 1, sizeof *r->arg);
    if (!r->arg) {
        free(memory);
        return false;
    }
    for (; *at; at = cut_word(at))
        r->arg[r->n++] = at; /* cut_word ends it before anyone looks */
    return true;
}

void gtp_request_free(gtp_request *r)
{
    free(r->arg);
    free(r->memory);
    *r = (gtp_request){.id = "", .command = "", .rest = ""};
}
