/* komi.h -- the option --komi of all commands: points for white, in halves. */
#ifndef KATACHI_CLI_KOMI_H
#define KATACHI_CLI_KOMI_H

#include <stdbool.h>

#include "base/status.h"

typedef struct komi_option {
    bool given;
    double komi;
} komi_option;

/* An option_parse of a komi_option. */
go_status komi_parse(const char *text, void *field, go_error *err);

#endif
