#include "gtp/notice.h"

#include <string.h>

void notice_tell(search *s, char told[SEARCH_NOTICE_MAX], FILE *talk)
{
    const char *notice = search_notice(s);
    if (!notice)
        notice = "";
    if (talk && *notice && strcmp(notice, told) != 0) {
        fprintf(talk, "katachi: %s\n", notice);
        fflush(talk);
    }
    snprintf(told, SEARCH_NOTICE_MAX, "%s", notice);
}
