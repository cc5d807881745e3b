#include "cli/bench/playout_rate.h"

#include <omp.h>
#include <stdlib.h>

#include "base/clock.h"
#include "board/coord.h"
#include "board/random_playout.h"

/* ---- positions from the middle of games of GNU Go against itself (scripts/make-sample) ---- */

enum { MOST_POSITIONS = 8 };

/* Moves as in SGF, black first. */
static const char *const games9[] = {
    "eddcddccbeecgcbdceaeafadbgfbfdhbhcggegehfhfgdhef",
    "ggfeceeghefcdccgfhehhcddcdfgghecdbbfbegfhffigiei",
    "fffgefegdfcddggghebfecdcedhfgfhgiedbebeafadagbbh",
    "gegdccggfefdeedgedhehfhdgffgcfcgbffcbghgebfbighb",
    "ddccfdcddegfcedceccggeffdgchbeebdhfbabfhhhghhghf",
    "eegegcceegggdcbccgdbcbccebbgbfcfbhddecbbdabeagba",
    "ecgdfefbffdgdefhebhbcfcgbgbhbfgggffchfhgahbifaga",
    "cfdcgedfcggcdgggbcdefgghhcgbhbcebeffheeggaehgdbi",
};
static const char *const games13[] = {
    "fgghgeeidkfkhkgicidhkkdfeeccdeceecjikdjghccfijkjlkiilgdbjjgajblibgbfdifhchegfbfaebealjki"
    "ffcgaheldlgl",
    "ggedkhhcfkcecgcickkdegeigjlflgjfjgekeldjdhbhbgbedfgeifiekfhflehgghihijldjikejejdmfmdgfde"
    "fefdeemehhig",
    "dgiggkhecjdedcfegcjckjkhijddccecebbeejhblilhgbchfgfcfbbibjhhbdgdhcibidkeaiahajmimjmhdhbf"
    "gijijjcidicg",
    "cegddijcdgckekbiddgfkeiekhgkikgifcdjdlclejkkeijjlcbggcigihijhkglhhhjjdghbfjhjgjijfhghcki"
    "lhlimimjmhlk",
};
static const char *const games19[] = {
    "npheqdockcpeqepfrgcppheqhccjfdlqloiqeonrqqdfcdceddqbpmdngonhnjoiqjljfldlfjllmcojnkrcmmgq"
    "bdbeaeafadbgikiijnpkqknblfogmbioplingjgmhnhmfghkhjilhgijefjgifkndedgfmlhgnmfnaoamakolpkp"
    "mqmrlgmglemlkhkikgjhjfhi",
    "mifqgfdpocoqkdicqdieqqporokfqjlqcnenckfcchcccemfpflcqmcoomlolmjnbnboelglfmhnmcldaoapanbq"
    "kkgjlbkbmbjcprhgmskrikiikijgbdnrbborcbehefdgcgdfdceeebgbiminfnfodneogngofbdicifannopfloe"
    "mdkcnenfofngoimendmnhkmm",
    "oclcmmhddqdoeoenepdmfcqcpereccgmhociimcfhkgogpgbfbgkhiqgqnqjqqlqnqiqcplogjgrgncofrfkhrkm"
    "nekkeidkogirgqjdhmgcbelebfrlaibkmblbmccgrmbgqlagrkrjbpcebdbohfjopbnpmpmqnrnoonppqpoqorif"
    "rbqbqarcissbrafaeagadbjs",
    "fnchonegqeqcodobpimcmejcjehecnigqljkhokmlpnqpqlqhqmrkpkrmpckcqlkflcfidhbhdfcgdfdkglimhoj"
    "geoiphpjqjmioholjhjpjojqopbmlnpmrnbnpoirhrcoeprdreorprdnpkokfjsesfsdrfpsqsosqrbpbqdpdqhs"
    "eofsipereqfqgrgsfrhffghj",
    "chqmcklipddpcnnclcnepfngicphfcfphqfnkqfqopqpqqrqpqroqdqgqfboonomnmiolniqirhpjqipnkhholfg"
    "ghggceccgrpbrbfrbncorrsrpmqlpgrgrfqiaoapanbqrsiflelgkfdnkgcmkhlhblbmgigedbcbdccdbeddeede"
    "efbdbacaeddfdacfekegdgei",
    "jkkpjmdpdcdeeeefeddgpdppcnqfqnfpqhofndmfldqlonnpmnffbpclcqcobodnfrbneqrdqcleglrcdqkerpqq"
    "rqipcjdkjcgjgdqbpbrbqrprrrcdccocpcodobnehfmdmbmclbpsoqoppqmqorjimlgqhmgrbdbebcaeanbkbmep"
    "fkqpfjdjfiehhinrosnsqsfs",
};

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static const char *const *games_of(int size, int *n)
{
    switch (size) {
    case 9: *n = COUNT(games9); return games9;
    case 13: *n = COUNT(games13); return games13;
    case 19: *n = COUNT(games19); return games19;
    default: *n = 0; return NULL;
    }
}

int bench_positions(int size)
{
    int n;
    games_of(size, &n);
    return n;
}

/* Position i of those for `size`; returns the side to move. */
static colour middle_game(int size, int i, board *b)
{
    int n;
    const char *move = games_of(size, &n)[i];
    colour c = BLACK;
    board_init(b, size);
    for (; *move; move += 2, c = opponent(c)) {
        point p = PASS;
        coord_from_sgf(size, move, 2, &p);
        board_play(b, c, p);
    }
    return c;
}

/* ---- measuring ---- */

/* The positions from which one kind of playout starts. */
typedef struct starts {
    int n;
    colour to_move[MOST_POSITIONS];
    board b[MOST_POSITIONS];
} starts;

static uint64_t time_stamp(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

/* One playout, on the plain board if p is NULL.  Returns black's margin. */
static int play_once(playout *p, const board *start, colour to_move, int64_t *moves, rng *random)
{
    board b;
    int n_moves;
    if (!p) {
        board_copy(&b, start);
        *moves += random_playout(&b, to_move, random);
        return random_playout_score(&b);
    }
    int margin = playout_run(p, start, to_move, NULL, random);
    playout_moves(p, &n_moves);
    *moves += n_moves;
    return margin;
}

static playout_rate play_until(double deadline, playout *p, const starts *from, rng random)
{
    enum { ROUND = 16 }; /* playouts between two looks at the clock */
    playout_rate r = {0};
    double began = clock_thread();
    do {
        for (int i = 0; i < ROUND; i++, r.playouts++) {
            int k = (int)(r.playouts % from->n);
            int margin = play_once(p, &from->b[k], from->to_move[k], &r.moves, &random);
            r.margin += margin;
            r.black_wins += margin > 0;
        }
    } while (omp_get_wtime() < deadline);
    r.cpu_seconds = clock_thread() - began;
    return r;
}

go_status playout_rate_measure(playout_kind kind, int size, int threads, double seconds, int seed,
                               const playout_gammas *g, playout_rate *out, go_error *err)
{
    go_status status = GO_OK;
    *out = (playout_rate){0};
    const int n = kind == FROM_GAMES ? bench_positions(size) : 1;
    if (!n)
        return go_fail(err, GO_EUNSUPPORTED, "there are no games on %dx%d to start from", size,
                       size);
    starts *from = calloc(1, sizeof *from);
    if (!from)
        return go_fail(err, GO_ENOMEM, "out of memory for the positions of the measurement");
    from->n = n;
    for (int i = 0; i < from->n; i++) {
        board_init(&from->b[i], size);
        from->to_move[i] = kind == FROM_GAMES ? middle_game(size, i, &from->b[i]) : BLACK;
    }
    const double began = omp_get_wtime();
    const uint64_t stamp = time_stamp();
#pragma omp parallel num_threads(threads)
    {
        playout *p = NULL;
        uint64_t stream = rng_mix64((uint64_t)seed) + (uint64_t)omp_get_thread_num();
        go_status mine = kind == PLAIN_BOARD ? GO_OK : playout_create(&p, g, NULL);
        playout_rate r = {0};
        if (mine == GO_OK)
            r = play_until(began + seconds, p, from, rng_seed(stream));
        playout_destroy(p);
#pragma omp critical
        {
            out->playouts += r.playouts;
            out->moves += r.moves;
            out->margin += r.margin;
            out->black_wins += r.black_wins;
            out->cpu_seconds += r.cpu_seconds;
            status = mine == GO_OK ? status : mine;
        }
    }
    out->seconds = omp_get_wtime() - began;
    out->clock_hz = (double)(time_stamp() - stamp) / out->seconds;
    free(from);
    return status == GO_OK ? GO_OK : go_fail(err, status, "out of memory for playouts");
}

double playout_rate_ns_per_move(const playout_rate *r)
{
    return 1e9 * r->cpu_seconds / (double)r->moves;
}
