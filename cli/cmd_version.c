#include <archive.h>
#include <gsl/gsl_version.h>

#include "cli/commands.h"

typedef struct version_settings {
    bool json;
} version_settings;

static const option version_options[] = {OPTION_JSON(version_settings, json), {0}};
static const option_group version_groups[] = {{NULL, version_options, 0}, {0}};

static const char *compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

static const char *with_mpi(void)
{
#ifdef KATACHI_MPI
    return "yes";
#else
    return "no";
#endif
}

static const char *with_uchardet(void)
{
#ifdef HAVE_UCHARDET
    return "yes";
#else
    return "no";
#endif
}

static const char *with_onednn(void)
{
#ifdef HAVE_DNNL
    return "yes";
#else
    return "no";
#endif
}

static int run_version(int argc, char **argv)
{
    version_settings s;
    int n_inputs, code;
    if (!cli_begin(&cli_version, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.json)
        return cli_print_json(json_pack(
            "{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "version", KATACHI_VERSION, "compiler",
            compiler(), "gsl", GSL_VERSION, "libarchive", archive_version_details(), "mpi",
            with_mpi(), "uchardet", with_uchardet(), "onednn",
            with_onednn()));
    printf("katachi %s\n", KATACHI_VERSION);
    printf("%s; GSL %s; %s; MPI: %s; uchardet: %s; oneDNN: %s\n", compiler(), GSL_VERSION,
           archive_version_details(), with_mpi(), with_uchardet(), with_onednn());
    puts("Free software under the GNU General Public License, version 3 or later.");
    return cli_finish(EXIT_OK);
}

const cli_command cli_version = {
    .spec = {.name = "version",
             .sentence = "prints the version and what this build contains",
             .groups = version_groups},
    .run = run_version,
};
