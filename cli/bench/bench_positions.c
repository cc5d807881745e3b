#include "cli/bench/bench_positions.h"

#include "board/coord.h"

/* The moves as in SGF, black first. */
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

colour bench_position(int size, int i, board *b)
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
