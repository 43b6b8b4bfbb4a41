// What a client keeps of a response.
#ifndef RESPONSE_H
#define RESPONSE_H

#include <stddef.h>

struct header {
    char *name, *value;
};

struct response {
    struct header *headers;
    size_t header_count, header_capacity;
    char *body;
    size_t size, capacity;
};

/// Takes one line of the header section; the status line and the empty line count as none.
void response_take_header(struct response *response, const char *line, size_t length);

/// Takes a part of the body, or its length alone.
void response_take_body(struct response *response, const char *bytes, size_t length, int keep);

/// A header's value, or "".
const char *response_header(const struct response *response, const char *name);

/// Frees what was taken.
void response_clear(struct response *response);

#endif
