/* settled.h -- what playouts miss of a lead.
 *
 * Playouts give points away that are settled, as clumsy players would: groups die that live, dead
 * stones get away.  Such accidents befall both sides, so the mean score of playouts is nearer to 0
 * than the lead, the more so the more of the board is settled.  What they say of the owner of each
 * point tells how much is.                                                     */
#ifndef KATACHI_MCTS_SETTLED_H
#define KATACHI_MCTS_SETTLED_H

/* What to add to black's mean score of so many playouts, in points; 0 while the board is open.
 * ownership[n_points]: -1 white .. 1 black, by these playouts (or mixed with a network's). */
double settled_missing(const float *ownership, int n_points, double playouts);

#endif
