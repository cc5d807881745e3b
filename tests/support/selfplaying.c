#include "tests/support/selfplaying.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/unit.h"

selfplay_settings selfplay_of(const char *net, const char *words)
{
    const command_spec spec = {.name = "selfplay",
                               .groups = ONE_GROUP(selfplay_options)};
    selfplay_settings s = {.sizes = {1, {5}}, .seed = 3};
    char text[400], *rest = text;
    options_defaults(&spec, &s);
    s.net = net;
    s.backend = "reference";
    s.visits = 24;
    s.quick_visits = 6;
    s.komi = 0.5;
    snprintf(text, sizeof text, "%s", words);
    for (char *word; (word = strsep(&rest, " "));) {
        char *value = strchr(word, '=');
        if (!value)
            continue;
        *value++ = '\0';
        assert_int_equal(options_set(&spec, &s, word, value, NULL), GO_OK);
    }
    return s;
}
