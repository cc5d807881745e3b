#include "sgf_corpus/game_batch.h"

/* A game_text with places in batch.bytes instead of pointers, which would not
 * survive its growth.                                                        */
typedef struct batch_item {
    game_text text;
    size_t bytes, source, broken;
} batch_item;

static bool put(game_batch *b, const char *bytes, size_t n, size_t *at)
{
    *at = b->bytes.length;
    return byte_buffer_append(&b->bytes, bytes, n);
}

static bool add(game_batch *b, const game_text *text)
{
    batch_item item = {.text = *text};
    batch_item *last = b->n_items ? (batch_item *)(void *)b->items.data + b->n_items - 1 : NULL;
    bool known = last && strcmp(b->bytes.data + last->source, text->source) == 0;
    bool fine = known || put(b, text->source, strlen(text->source) + 1, &item.source);
    if (known)
        item.source = last->source;
    if (text->broken)
        fine = fine && put(b, text->broken, strlen(text->broken) + 1, &item.broken);
    else
        fine = fine && put(b, text->bytes, text->length, &item.bytes);
    if (!fine || !byte_buffer_append(&b->items, &item, sizeof item))
        return false;
    b->n_items++;
    return true;
}

void game_batch_fill(game_batch *b, text_stream *stream, int64_t number, size_t want_bytes)
{
    b->bytes.length = b->items.length = 0;
    b->n_items = 0;
    b->number = number;
    b->status = GO_OK;
    while (b->status == GO_OK && b->bytes.length < want_bytes) {
        game_text text;
        b->status = text_stream_next(stream, &text, &b->error);
        if (b->status == GO_OK && !add(b, &text))
            b->status = go_fail(&b->error, GO_ENOMEM, "out of memory for the text of a game");
    }
}

game_text game_batch_text(const game_batch *b, int i)
{
    const batch_item *item = (const batch_item *)(const void *)b->items.data + i;
    game_text text = item->text;
    text.source = b->bytes.data + item->source;
    if (text.broken)
        text.broken = b->bytes.data + item->broken;
    else
        text.bytes = b->bytes.data + item->bytes;
    return text;
}

void game_batch_free(game_batch *b)
{
    byte_buffer_free(&b->bytes);
    byte_buffer_free(&b->items);
}
