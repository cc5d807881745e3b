#include "match/rating/strength.h"

#include <stdlib.h>

void strength_free(strength *s)
{
    for (int i = 0; i < s->n_families; i++) {
        free(s->family[i].spec);
        free(s->family[i].label);
    }
    for (int i = 0; i < s->n_players; i++)
        free(s->player[i].budget);
    free(s->family);
    free(s->player);
    free(s->folder);
    free(s->group);
    *s = (strength){0};
}

double strength_time(const strength_player *p)
{
    return p->moves ? p->seconds / (double)p->moves : 0;
}

double strength_score(const strength_player *p)
{
    return p->games ? ((double)p->wins + 0.5 * (double)p->draws) / (double)p->games : 0.5;
}
