#include <archive.h>
#include <gsl/gsl_version.h>

#include "cli/commands.h"

typedef struct version_settings {
    bool json;
} version_settings;

static const option version_options[] = {OPTION_JSON(version_settings, json), {0}};

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifdef KATACHI_MPI
#define WITH_MPI "yes"
#else
#define WITH_MPI "no"
#endif

#ifdef HAVE_UCHARDET
#define WITH_UCHARDET "yes"
#else
#define WITH_UCHARDET "no"
#endif

#ifdef HAVE_DNNL
#define WITH_ONEDNN "yes"
#else
#define WITH_ONEDNN "no"
#endif

#ifdef HAVE_LIBMICROHTTPD
#define WITH_LIBMICROHTTPD "yes"
#else
#define WITH_LIBMICROHTTPD "no"
#endif

static int run_version(int argc, char **argv)
{
    version_settings s = {0};
    int n_inputs, code;
    if (!cli_begin(&cli_version, argc, argv, &s, &n_inputs, &code))
        return code;
    if (s.json)
        return cli_print_json(json_pack(
            "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "version", KATACHI_VERSION, "compiler",
            COMPILER, "gsl", GSL_VERSION, "libarchive", archive_version_details(), "mpi", WITH_MPI,
            "uchardet", WITH_UCHARDET, "onednn", WITH_ONEDNN, "libmicrohttpd",
            WITH_LIBMICROHTTPD));
    printf("katachi " KATACHI_VERSION "\n" COMPILER "; GSL " GSL_VERSION "; %s; MPI: " WITH_MPI
           "; uchardet: " WITH_UCHARDET "; oneDNN: " WITH_ONEDNN "; libmicrohttpd: "
           WITH_LIBMICROHTTPD "\n", archive_version_details());
    puts("Free software under the GNU General Public License, version 3 or later.");
    return EXIT_OK;
}

const cli_command cli_version = {
    .spec = {.name = "version",
             .sentence = "prints the version and the features of this build",
             .groups = ONE_GROUP(version_options)},
    .run = run_version,
    .about_itself = true,
};
