#include <katachi/status.h>

#include "base/status.h"

const char *katachi_status_name(katachi_status status)
{
    return go_status_name((go_status)status);
}

const char *katachi_version(void) { return KATACHI_VERSION; }
