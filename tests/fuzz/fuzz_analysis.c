/* fuzz_analysis.c -- any bytes as lines of the analysis protocol: whatever comes
 * in, what goes out are JSON objects, one a line, and nothing crashes.
 *
 * What would make a search long, or want files, is left out.                  */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/json/analysis.h"
#include "tests/fuzz/fuzz.h"

static json_defaults small_defaults(void)
{
    json_defaults d = {.view = VIEW_BLACK};
    search_settings_default(&d.settings);
    d.settings.limits.visits = 2;
    d.settings.threads = 1;
    d.settings.tree.memory = 1 << 20;
    d.settings.evaluate.prior = PRIOR_UNIFORM;
    d.settings.evaluate.playout.policy = PLAYOUT_UNIFORM;
    return d;
}

static void check_lines(char *text)
{
    for (char *line; (line = strsep(&text, "\n")) && *line;) {
        json_t *object = json_loads(line, 0, NULL);
        if (!json_is_object(object))
            abort();
        json_decref(object);
    }
}

/* Other limits, and knowledge that is read from files. */
static bool is_wanted(const uint8_t *data, size_t size)
{
    static const char *const unwanted[] = {"isits", "layout", "ime", "evaluator", "prior\"",
                                           NULL};
    for (int i = 0; unwanted[i]; i++)
        if (memmem(data, size, unwanted[i], strlen(unwanted[i])))
            return false;
    return size > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_defaults d = small_defaults();
    json_analysis *s;
    char *text = NULL, *input = malloc(size + 1);
    size_t n = 0;
    if (!input || !is_wanted(data, size)) {
        free(input);
        return 0;
    }
    memcpy(input, data, size);
    FILE *in = fmemopen(input, size, "r");
    FILE *out = open_memstream(&text, &n);
    if (in && out) {
        if (json_analysis_create(&s, &d, NULL) != GO_OK ||
            json_analysis_run(s, in, out, NULL, NULL) != GO_OK)
            abort();
        json_analysis_destroy(s);
        fflush(out);
        check_lines(text);
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    free(text);
    free(input);
    return 0;
}
