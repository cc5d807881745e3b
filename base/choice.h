/* choice.h -- a choice listed once, numbers and words together.
 *
 *     #define FRUITS(X) X(FRUIT_APPLE, "apple") X(FRUIT_PEAR, "pear")
 *     typedef enum fruit { FRUITS(CHOICE_NUMBER) } fruit;
 *     OPT_CHOICE("fruit", 0, CHOICE_WORDS(FRUITS), "pear", ...)
 *
 * The words are "apple|pear".                                                 */
#ifndef KATACHI_BASE_CHOICE_H
#define KATACHI_BASE_CHOICE_H

#define CHOICE_NUMBER(number, word) number,
#define CHOICE_WORD_(number, word) "|" word
#define CHOICE_WORDS(list) (&(list(CHOICE_WORD_))[1])

#endif
