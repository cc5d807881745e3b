#include "tests/support/reviewed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "board/coord.h"

review *review_of(const game_record *record, review_options options)
{
    review *r;
    go_error err = {0};
    if (review_create(&r, record, &options, &err) != GO_OK)
        fail_msg("%s", err.message);
    return r;
}

void review_release(review *r, game_record *record)
{
    review_destroy(r);
    game_record_destroy(record);
}

void review_find(review *r, int i, double winrate, double lead, const char *line)
{
    review_position *p = &r->position[i];
    char name[COORD_MAX];
    p->searched = true;
    p->winrate = winrate;
    p->lead = lead;
    for (int n; sscanf(line, "%7s%n", name, &n) == 1; line += n)
        assert_true(coord_from_gtp(r->record->size, name, &p->pv[p->n_pv++]));
}

const char four_moves_sgf[] =
    "(;SZ[5]KM[3.5]PB[A [\\\\ B\\]]RU[Japanese]RE[W+R];B[cc];W[cd];B[aa];W[ee])";

review *four_moves(game_record **record)
{
    *record = game_of(four_moves_sgf);
    review *r = review_of(*record, (review_options){0});
    review_find(r, 0, 0.60, 2.0, "C3 C2 B2");
    review_find(r, 1, 0.62, 2.5, "B2");
    review_find(r, 2, 0.59, 1.5, "D2 B2 D4");
    review_find(r, 3, 0.29, -5.0, "D3");
    review_find(r, 4, 0.41, -1.0, "D3");
    return r;
}
