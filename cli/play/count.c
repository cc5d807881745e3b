/* count.c -- the end of a game at the terminal: dead stones and the score. */
#include <stdio.h>
#include <string.h>

#include "board/coord.h"
#include "cli/play/table.h"
#include "mcts/final/final_status.h"

/* The dead chains of a colour by the names of one stone each. */
static void tell_dead(const play_table *t, colour c)
{
    const board *b = &t->game->board;
    char name[COORD_MAX];
    bool told[BOARD_MAX_CHAINS] = {false}, any = false;
    for (int i = 0; i < b->size * b->size; i++) {
        const point p = board_point_at(b->size, i);
        if (b->at[p] != c || !t->dead[p] || told[b->chain[p]])
            continue;
        told[b->chain[p]] = true;
        printf("%s %s", any ? "," : c == BLACK ? "dead black stones:" : "dead white stones:",
               coord_to_gtp(b->size, p, name));
        any = true;
    }
    if (any)
        putchar('\n');
}

/* The board with its dead stones and who owns what. */
static void draw_count(const play_table *t)
{
    const board *b = &t->game->board;
    char mark[BOARD_MAX_POINTS] = {0};
    for (int i = 0; i < b->size * b->size; i++) {
        const point p = board_point_at(b->size, i);
        if (t->dead[p])
            mark[p] = b->at[p] == BLACK ? MARK_BLACK_DEAD : MARK_WHITE_DEAD;
        else if (b->at[p] == EMPTY && t->owner[p] != EMPTY)
            mark[p] = t->owner[p] == BLACK ? MARK_BLACK_OWNS : MARK_WHITE_OWNS;
    }
    play_draw(t, mark);
}

void play_tell_count(const play_table *t, const char *remark)
{
    draw_count(t);
    tell_dead(t, BLACK);
    tell_dead(t, WHITE);
    printf("score: %s%s\n", strcmp(t->result, "0") == 0 ? "a draw" : t->result, remark);
}

static void take_count(play_table *t, const final_status *s)
{
    memcpy(t->dead, s->dead, sizeof t->dead);
    memcpy(t->owner, s->owner, sizeof t->owner);
    score_text(s->margin, t->result);
}

go_status play_count(play_table *t, go_error *err)
{
    final_status s;
    GO_TRY(search_final_status(t->search, t->game, false, &s, err));
    take_count(t, &s);
    play_tell_count(t, s.confidence < 0.9 ? " (not sure: the position is open)" : "");
    return GO_OK;
}

go_status play_change_dead(play_table *t, const char *list, go_error *err)
{
    const board *b = &t->game->board;
    bool dead[BOARD_MAX_POINTS];
    memcpy(dead, t->dead, sizeof dead);
    static const char between[] = " \t,";
    for (const char *word = list + strspn(list, between); *word;
         word += strcspn(word, between), word += strspn(word, between)) {
        char name[COORD_MAX];
        point p;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word, between), word);
        if (!coord_from_gtp(b->size, name, &p) || p == PASS || !b->chain[p])
            return go_fail(err, GO_EINVAL, "no stone at '%s'", name);
        const bool was = dead[p];
        FOR_EACH_STONE(b, stone, p)
            dead[stone] = !was;
    }
    final_status s;
    final_status_agreed(&s, t->game, dead);
    take_count(t, &s);
    t->saved = false;
    play_tell_count(t, "");
    return GO_OK;
}
