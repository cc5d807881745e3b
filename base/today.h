/* today.h -- the day of here, for records. */
#ifndef KATACHI_BASE_TODAY_H
#define KATACHI_BASE_TODAY_H

#include <time.h>

enum { TODAY_TEXT = 32 }; /* bytes, the final zero included */

/* Writes the local date as SGF's DT has it, "2026-11-28", into `text`; returns it.  "": the clock
 * is beyond all dates.                                                           */
static inline const char *today(char text[TODAY_TEXT])
{
    const time_t now = time(NULL);
    struct tm day;
    if (!localtime_r(&now, &day) || !strftime(text, TODAY_TEXT, "%Y-%m-%d", &day))
        text[0] = '\0';
    return text;
}

#endif
