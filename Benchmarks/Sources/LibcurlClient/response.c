#include "response.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *copy(const char *start, const char *end) {
    while (start < end && (*start == ' ' || *start == '\t')) start++;
    while (end > start && strchr(" \t\r\n", end[-1])) end--;
    return strndup(start, (size_t)(end - start));
}

void response_take_header(struct response *response, const char *line, size_t length) {
    const char *colon = memchr(line, ':', length);
    if (!colon || !strncmp(line, "HTTP/", 5)) return;
    if (response->header_count == response->header_capacity) {
        response->header_capacity = response->header_capacity ? 2 * response->header_capacity : 8;
        response->headers = realloc(response->headers, response->header_capacity * sizeof *response->headers);
    }
    response->headers[response->header_count++] =
        (struct header){.name = copy(line, colon), .value = copy(colon + 1, line + length)};
}

void response_take_body(struct response *response, const char *bytes, size_t length, int keep) {
    if (keep) {
        if (response->size + length + 1 > response->capacity) {
            response->capacity = 2 * response->capacity + length + 1;
            response->body = realloc(response->body, response->capacity);
        }
        memcpy(response->body + response->size, bytes, length);
        response->body[response->size + length] = 0;
    }
    response->size += length;
}

const char *response_header(const struct response *response, const char *name) {
    for (size_t i = 0; i < response->header_count; i++)
        if (!strcasecmp(response->headers[i].name, name)) return response->headers[i].value;
    return "";
}

void response_clear(struct response *response) {
    for (size_t i = 0; i < response->header_count; i++) {
        free(response->headers[i].name);
        free(response->headers[i].value);
    }
    free(response->headers);
    free(response->body);
    memset(response, 0, sizeof *response);
}
