/* strength_page.h -- the page and the picture of strength against time. */
#ifndef KATACHI_MATCH_PAGE_STRENGTH_PAGE_H
#define KATACHI_MATCH_PAGE_STRENGTH_PAGE_H

#include "match/rating/strength.h"

/* Writes a page with a picture and a table for each group or, if the name ends in
 * .svg, only the picture of the first group.  GO_EIO; GO_EEMPTY: no player in it has
 * made a move that took time, so there is no picture.                          */
go_status strength_write(const strength *s, const char *path, go_error *err);

#endif
