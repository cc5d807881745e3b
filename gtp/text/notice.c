#include "gtp/text/notice.h"

#include <string.h>

void notice_tell(search *s, char told[SEARCH_NOTICE_MAX], FILE *talk, bool quiet)
{
    const char *notice = search_notice(s);
    if (!notice)
        notice = "";
    bool wanted = talk && (!quiet || !search_backend_as_asked(s));
    if (wanted && *notice && strcmp(notice, told) != 0) {
        fprintf(talk, "katachi: %s\n", notice);
        fflush(talk);
    }
    snprintf(told, SEARCH_NOTICE_MAX, "%s", notice);
}
