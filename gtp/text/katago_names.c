#include "gtp/text/katago_names.h"

#include <string.h>

const char *katago_setting(const char *name, bool in_query)
{
    static const struct {
        const char *katago, *own;
        bool queries_only;
    } names[] = {{"maxVisits", "visits", false},
                 {"maxPlayouts", "playouts", false},
                 {"maxTime", "move-time", false},
                 {"numSearchThreads", "threads", false},
                 {"ponderingEnabled", "ponder", false},
                 {"allowResignation", "resign", false},
                 {"lagBuffer", "lag", false},
                 {"cpuctExploration", "c-puct", true},
                 {"cpuctExplorationLog", "c-puct-log", true},
                 {"cpuctExplorationBase", "c-puct-base", true},
                 {"rootFpuReductionMax", "root-fpu-reduction", true},
                 {"fpuReductionMax", "fpu-reduction", true},
                 {"rootPolicyTemperature", "root-temperature", true},
                 {"rootSymmetryPruning", "root-symmetry", true},
                 {"useLcbForSelection", "lcb", true}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].katago) == 0 && (in_query || !names[i].queries_only))
            return names[i].own;
    return name;
}

double katago_scale(const char *name)
{
    static const char *const halved[] = {"cpuctExploration", "fpuReductionMax",
                                         "rootFpuReductionMax"};
    for (size_t i = 0; i < sizeof halved / sizeof halved[0]; i++)
        if (strcmp(name, halved[i]) == 0)
            return 0.5;
    return 1;
}
