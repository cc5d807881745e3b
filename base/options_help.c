/* options_help.c -- help text and manual page of options.h. */
#include <string.h>
#include <sys/ioctl.h>

#include "base/options.h"

/* A time: "0.2 s", "0", "10m". */
static const char *unit_of(const option *o, const char *number)
{
    size_t n = strlen(number);
    bool bare = n && number[n - 1] >= '0' && number[n - 1] <= '9' && strcmp(number, "0") != 0;
    return o->kind == OPTION_SECONDS && bare ? " s" : "";
}

/* Nobody comes near such a number of visits, games or seconds. */
static const double ENDLESS = 1e6;

static void print_limit(const option *o, double limit, FILE *out)
{
    char text[OPTION_LIMIT];
    option_limit(o, limit, text);
    fprintf(out, "%s%s", text, unit_of(o, text));
}

/* "0 to 100", "at least 1". */
static void print_range(const option *o, FILE *out)
{
    if (o->max >= ENDLESS)
        fputs("at least ", out);
    print_limit(o, o->min, out);
    if (o->max < ENDLESS) {
        fputs(" to ", out);
        print_limit(o, o->max, out);
    }
}

/* "(default 1; 0 to 100)", or nothing. */
static void print_values(const command_spec *spec, const option *o, FILE *out)
{
    const char *usual = option_default(spec, o);
    const bool range = (o->min != 0 || o->max != 0) && !(o->min == 0 && o->max >= ENDLESS);
    const bool fallback = usual && o->kind != OPTION_FLAG;
    if (option_is_on(spec, o))
        fprintf(out, " (default yes; --no-%s)", o->name);
    if (!range && !fallback)
        return;
    fputs(" (", out);
    if (fallback)
        fprintf(out, "default %s%s", usual, unit_of(o, usual));
    if (fallback && range)
        fputs("; ", out);
    if (range)
        print_range(o, out);
    fputc(')', out);
}

/* Columns to fill: those of a narrow terminal, otherwise 80. */
static int width_of(FILE *out)
{
    enum { LEAST = 30, USUAL = 80 };
    struct winsize size;
    const int fd = fileno(out); /* -1: in memory */
    if (fd < 0 || ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_col > USUAL)
        return USUAL;
    return size.ws_col > LEAST ? size.ws_col : LEAST;
}

/* Prints `text` from column `column` on, broken at the width of `out`; the lines that
 * follow are indented by `indent`.                                            */
static void wrap(const char *text, int column, int indent, FILE *out)
{
    const int width = width_of(out);
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
}

/* The sentence with the default and the range. */
static void describe(const command_spec *spec, const option *o, char *text, size_t n)
{
    FILE *stream = fmemopen(text, n, "w");
    *text = '\0';
    if (!stream)
        return;
    fputs(o->sentence, stream);
    print_values(spec, o, stream);
    fclose(stream);
}

void options_help_line(const char *head, int indent, const char *sentence, FILE *out)
{
    const int length = (int)strlen(head), column = width_of(out) < 60 ? 8 : indent;
    fputs(head, out);
    if (length > column - 2)
        fprintf(out, "\n%*s", column, "");
    else
        fprintf(out, "%*s", column - length, "");
    wrap(sentence, column, column, out);
    fputc('\n', out);
}

void options_help_sentence(const command_spec *spec, FILE *out)
{
    char text[200];
    snprintf(text, sizeof text, "%c%s.", spec->sentence[0] & ~0x20, spec->sentence + 1);
    wrap(text, 0, 0, out);
    fputc('\n', out);
}

static void help_option(const command_spec *spec, const option *o, FILE *out)
{
    char head[OPTION_VALUE_NAME + 60], name[OPTION_VALUE_NAME], tail[512];
    char letter[] = {'-', o->letter, ',', ' ', '\0'};
    option_value_name(o, name);
    snprintf(head, sizeof head, "  %s--%s%s%s", o->letter ? letter : "    ", o->name,
             o->kind == OPTION_FLAG ? "" : " ", o->kind == OPTION_FLAG ? "" : name);
    describe(spec, o, tail, sizeof tail);
    options_help_line(head, 26, tail, out);
}

/* The lines of `text`, each after `before`, wrapped or as they are but for blanks in front. */
static void print_lines(const char *text, const char *before, bool wrapped, FILE *out)
{
    while (*text) {
        char line[1024];
        text += strspn(text, " ");
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        fputs(before, out);
        if (wrapped)
            wrap(line, 0, 0, out);
        else
            fputs(line, out);
        fputc('\n', out);
        text += length + (text[length] == '\n');
    }
}

static const char *const times = "A TIME is in seconds, or has a unit: 90, 90s, 1.5m, 2h.";

static bool has_times(const command_spec *spec)
{
    for (const option_group *g = spec->groups; g && g->options; g++)
        for (const option *o = g->options; o->name; o++)
            if (o->kind == OPTION_SECONDS)
                return true;
    return false;
}

/* Does the option mention the word?  Capitals do not matter. */
static bool mentions(const option *o, const char *word)
{
    return strcasestr(o->name, word) || strcasestr(o->sentence, word) ||
           (o->metavar && strcasestr(o->metavar, word));
}

static const option *find_in(const option_group *g, const char *name)
{
    for (const option *o = g->options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

/* Has the group too many options to show all of them? */
static bool is_large(const option_group *g, const option_help *help)
{
    return help && help->first && find_in(g, help->first[0]);
}

/* The options of a group that people use first, and how to see the others. */
static void help_first(const command_spec *spec, const option_group *g, const char *program,
                       FILE *out)
{
    int all = 0, shown = 0;
    char text[400];
    for (const option *o = g->options; o->name; o++)
        all += !option_is_idle(spec, o);
    for (const char *const *name = spec->help->first; *name; name++) {
        const option *o = find_in(g, *name);
        if (!o || option_is_idle(spec, o))
            continue;
        help_option(spec, o, out);
        shown++;
    }
    snprintf(text, sizeof text, "There are %d more: '%s --help=all' lists them, --help=WORD those "
             "that mention WORD.", all - shown, program);
    fputs("\n  ", out);
    wrap(text, 2, 2, out);
    fputc('\n', out);
}

/* The title of the part that begins with this option, or NULL. */
static const char *part_at(const option_help *help, const option *o)
{
    for (const struct option_part *p = help ? help->parts : NULL; p && p->begins; p++)
        if (strcmp(p->begins, o->name) == 0)
            return p->title;
    return NULL;
}

/* The options of a group under its headings, all or those that mention a word.  Returns how
 * many there are.                                                             */
static int help_group(const command_spec *spec, const option_group *g, const char *word, FILE *out)
{
    int n = 0;
    const char *title = g->title ? g->title : "Options", *part = NULL;
    bool titled = false;
    for (const option *o = g->options; o->name; o++) {
        const char *begins = is_large(g, spec->help) ? part_at(spec->help, o) : NULL;
        part = begins ? begins : part;
        titled &= !begins;
        if (option_is_idle(spec, o) || (word && !mentions(o, word)))
            continue;
        if (!titled)
            fprintf(out, "\n%s%s%s:\n", title, part ? ", " : "", part ? part : "");
        titled = true;
        help_option(spec, o, out);
        n++;
    }
    return n;
}

/* The options about something: the first ones, all, or those that mention a word. */
static void help_options(const command_spec *spec, const char *program, const char *about,
                         FILE *out)
{
    const char *word = *about && strcmp(about, "all") != 0 ? about : NULL;
    int n = 0;
    for (const option_group *g = spec->groups; g && g->options; g++) {
        if (is_large(g, spec->help) && !*about) {
            fprintf(out, "\n%s:\n", g->title ? g->title : "Options");
            help_first(spec, g, program, out);
        } else {
            n += help_group(spec, g, word, out);
        }
    }
    if (word && !n)
        fprintf(out, "\nNo option mentions '%s'.\n", word);
}

void options_help(const command_spec *spec, const char *program, const char *about, FILE *out)
{
    fprintf(out, "Usage: %s [OPTION...]%s%s\n", program, spec->inputs ? " " : "",
            spec->inputs ? spec->inputs : "");
    options_help_sentence(spec, out);
    bool whole = !*about || strcmp(about, "all") == 0;
    if (spec->description && whole) {
        fputc('\n', out);
        print_lines(spec->description, "", true, out);
    }
    help_options(spec, program, about, out);
    if (has_times(spec) && whole) {
        fputc('\n', out);
        print_lines(times, "", true, out);
    }
    if (spec->examples && whole) {
        fputs("\nExamples:\n", out);
        print_lines(spec->examples, "  ", false, out);
    }
}

/* ---- the manual page ---- */

/* Text for roff: dashes and backslashes escaped, no line begins with a dot. */
static void roff(const char *text, FILE *out)
{
    for (const char *c = text; *c; c++) {
        if (*c == '-')
            fputs("\\-", out);
        else if (*c == '\\')
            fputs("\\e", out);
        else if ((*c == '.' || *c == '\'') && (c == text || c[-1] == '\n'))
            fprintf(out, "\\&%c", *c);
        else
            fputc(*c, out);
    }
}

static void man_option(const command_spec *spec, const option *o, FILE *out)
{
    fputs(".TP\n", out);
    if (o->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    roff(o->name, out);
    fputs("\\fR", out);
    if (o->kind != OPTION_FLAG) {
        char name[OPTION_VALUE_NAME];
        option_value_name(o, name);
        fputs(" \\fI", out);
        roff(name, out);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    char text[512];
    describe(spec, o, text, sizeof text);
    roff(text, out);
    fputc('\n', out);
}

void options_man(const command_spec *spec, const char *program, FILE *out)
{
    char dashed[100];
    snprintf(dashed, sizeof dashed, "%s", program);
    for (char *c = dashed; *c; c++)
        *c = *c == ' ' ? '-' : *c;
    fprintf(out, ".TH \"%s\" 1 \"\" \"Katachi " KATACHI_VERSION "\" \"Katachi manual\"\n", dashed);
    fputs(".SH NAME\n", out);
    roff(dashed, out);
    fputs(" \\- ", out);
    roff(spec->sentence, out);
    fprintf(out, "\n.SH SYNOPSIS\n\\fB%s\\fR", program);
    if (spec->groups)
        fputs(" [\\fIOPTION\\fR...]", out);
    fprintf(out, "%s%s\n", spec->inputs ? " " : "", spec->inputs ? spec->inputs : "");
    if (spec->description) {
        fputs(".SH DESCRIPTION\n", out);
        roff(spec->description, out);
        fputc('\n', out);
    }
    if (spec->groups && spec->groups->options)
        fputs(".SH OPTIONS\n", out);
    for (const option_group *g = spec->groups; g && g->options; g++) {
        if (g->title && !is_large(g, spec->help))
            fprintf(out, ".SS %s\n", g->title);
        for (const option *o = g->options; o->name; o++) {
            const char *part = is_large(g, spec->help) ? part_at(spec->help, o) : NULL;
            if (part)
                fprintf(out, ".SS %s%s%s\n", g->title ? g->title : "", g->title ? ", " : "", part);
            if (!option_is_idle(spec, o))
                man_option(spec, o, out);
        }
    }
    if (has_times(spec))
        fprintf(out, ".PP\n%s\n", times);
    if (spec->examples) {
        fputs(".SH EXAMPLES\n.nf\n", out);
        roff(spec->examples, out);
        fputs("\n.fi\n", out);
    }
    fputs(".SH EXIT STATUS\n0 success, 1 failure, 2 misuse.\n", out);
}
