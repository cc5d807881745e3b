#include "draw/page.h"

#include <string.h>

#include "base/io/make_folder.h"
#include "base/io/work_folder.h"
#include "draw/markup.h"

static const char *const style =
    "*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);"
    "font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}"
    "main{max-width:1120px;margin:0 auto;padding:40px 24px 80px}"
    "h1{font-size:1.75rem;line-height:1.25;margin:0 0 6px}"
    "h2{font-size:1.3125rem;margin:48px 0 10px;padding-top:14px;border-top:1px solid var(--rule)}"
    "h3{font-size:1rem;margin:26px 0 6px}p{margin:4px 0 14px;max-width:76ch}"
    "h1,h2,h3,p,.tile b{overflow-wrap:anywhere}a{color:var(--accent)}"
    ".soft{color:var(--soft)}.bad{color:var(--bad)}.two{display:grid;"
    "grid-template-columns:repeat(auto-fill,minmax(min(400px,100%),1fr));gap:20px}"
    ".card{background:var(--card);border:1px solid var(--rule);border-radius:10px;"
    "padding:16px 18px;min-width:0;overflow-x:auto}.card h3{margin:0 0 8px}"
    "main>.card,main>.two{margin-bottom:16px}"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:12px;"
    "margin:22px 0}.tile b{display:block;font-size:1.375rem;font-weight:650;line-height:1.2}"
    ".tile span{color:var(--soft);font-size:.8125rem;line-height:1.3;display:block;margin-top:4px}"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "td,th{padding:4px 8px;text-align:right;border-bottom:1px solid var(--rule);font-size:.875rem;"
    "vertical-align:top}th{font-weight:600;color:var(--soft)}td{white-space:nowrap}"
    "td:first-child,th:first-child,td.t,th.t{text-align:left}"
    "td.t,.facts td{white-space:normal;overflow-wrap:break-word}"
    ".named td:first-child,th.name{white-space:normal;overflow-wrap:anywhere;min-width:7em}"
    ".facts td{overflow-wrap:anywhere}.facts td.t:first-child{width:14em}"
    "@media(max-width:32.5em){main{padding:24px 14px 60px}h1{font-size:1.375rem}"
    ".facts td.t:first-child{width:8em}}"
    "@media print{main{max-width:none;padding:0}.card{overflow:visible}"
    ".card,.tile,tr{break-inside:avoid}h2,h3{break-after:avoid}}\n";

go_status page_open(atomic_file **out, const char *folder, go_error *err)
{
    char path[4096];
    GO_TRY(make_folder(folder, err));
    if (snprintf(path, sizeof path, "%s/index.html", folder) >= (int)sizeof path)
        return go_fail(err, GO_EIO, "the name of the folder %.100s... is too long", folder);
    return atomic_file_open(out, path, err);
}

void page_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<title>", out);
    markup_text(out, title);
    fprintf(out, "</title>\n<style>\n%s", style);
}

void page_body(FILE *out)
{
    fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

void page_end(FILE *out, const char *remark)
{
    fprintf(out, "<p class=\"soft\" style=\"margin-top:56px\">" WORK_PAGE_MADE_BY KATACHI_VERSION
            ". %s</p>\n</main>\n</body>\n</html>\n", remark);
}

void page_facts_begin(FILE *out, const char *title)
{
    fputs("<div class=\"card\"><h3>", out);
    markup_text(out, title);
    fputs("</h3><table class=\"facts\">\n", out);
}

void page_fact(FILE *out, const char *name, const char *value)
{
    fputs("<tr><td>", out);
    markup_text(out, name);
    fputs("</td><td>", out);
    markup_text(out, value);
    fputs("</td></tr>\n", out);
}

void page_facts_end(FILE *out)
{
    fputs("</table></div>\n", out);
}
