// The benchmark's client on libcurl alone, the mark for ours. It does what ours does with a response: headers are
// collected by name and value, the body in memory (that of a download is counted). What it is told and what it prints:
// see Runner/clients.py.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "response.h"

static const char *expected;
static int is_download;
// Where a download is saved; NULL where it is not.
static FILE *saved;

static void fail(const char *what, const char *detail) {
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(1);
}

static struct curl_blob file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "rb");
    if (!stream) fail("can't open", path);
    char *data = malloc(1 << 16);
    size_t size = fread(data, 1, 1 << 16, stream);
    fclose(stream);
    return (struct curl_blob){.data = data, .len = size, .flags = CURL_BLOB_NOCOPY};
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *response) {
    response_take_header(response, bytes, size * count);
    return size * count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *response) {
    response_take_body(response, bytes, size * count, !is_download);
    return saved ? fwrite(bytes, size, count, saved) : size * count;
}

static CURL *transfer(const char *url, const char *folder) {
    static struct curl_blob ca, certificate, key;
    if (!ca.data) {
        ca = file(folder, "ca.pem");
        certificate = file(folder, "client.pem");
        key = file(folder, "client.key");
    }
    CURL *easy = curl_easy_init();
    struct response *response = calloc(1, sizeof *response);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_CAINFO, NULL);
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &ca);
    curl_easy_setopt(easy, CURLOPT_SSLCERT_BLOB, &certificate);
    curl_easy_setopt(easy, CURLOPT_SSLKEY_BLOB, &key);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, response);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, response);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, response);
    return easy;
}

static void check(CURLcode result, CURL *easy) {
    struct response *response = NULL;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &response);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (result != CURLE_OK) fail("failed", curl_easy_strerror(result));
    int is_good = is_download
                      ? response->size == strtoul(expected, NULL, 10) &&
                            !strcmp(response_header(response, "X-Client"), "SUCCESS CN=alice")
                      : response->size == strlen(expected) && !memcmp(response->body, expected, response->size);
    // What is saved is whole when the operation ends; the next one overwrites it.
    if (saved && (fflush(saved) || ftruncate(fileno(saved), 0) || fseek(saved, 0, SEEK_SET))) fail("can't write", "file");
    if (status != 200 || !is_good) fail("not as expected", response->body ? response->body : "a download");
    response_clear(response);
}

// Keeps all transfers under way for so many seconds, and returns how many ended.
static long run(CURLM *multi, CURL **transfers, int concurrency, double seconds) {
    double end = now(CLOCK_MONOTONIC) + seconds;
    long operations = 0;
    int active = concurrency;
    for (int i = 0; i < concurrency; i++) curl_multi_add_handle(multi, transfers[i]);
    while (active > 0) {
        int running, left;
        if (curl_multi_perform(multi, &running) != CURLM_OK) fail("curl_multi_perform", "failed");
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            CURL *easy = message->easy_handle;
            CURLcode result = message->data.result;
            curl_multi_remove_handle(multi, easy);
            check(result, easy);
            operations++;
            if (now(CLOCK_MONOTONIC) < end)
                curl_multi_add_handle(multi, easy);
            else
                active--;
        }
        if (active > 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    return operations;
}

int main(int count, char **arguments) {
    if (count != 7) fail("usage", "handshake|get|download|save URL CONCURRENCY SECONDS FOLDER EXPECTED");
    int is_saved = !strcmp(arguments[1], "save");
    is_download = is_saved || !strcmp(arguments[1], "download");
    char path[4096];
    snprintf(path, sizeof path, "%s/saved-%d", arguments[5], getpid());
    if (is_saved && !(saved = fopen(path, "wb"))) fail("can't open", path);
    int concurrency = atoi(arguments[3]);
    double seconds = atof(arguments[4]);
    expected = arguments[6];
    curl_global_init(CURL_GLOBAL_ALL);
    CURLM *multi = curl_multi_init();
    // By itself it keeps four for each transfer under way, and closes some whenever there are few.
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)concurrency);
    CURL **transfers = malloc((size_t)concurrency * sizeof *transfers);
    for (int i = 0; i < concurrency; i++) transfers[i] = transfer(arguments[2], arguments[5]);
    // What is made once in a process is made before the clock starts.
    if (!is_download) run(multi, transfers, concurrency, 0.25);
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    long operations = run(multi, transfers, concurrency, seconds);
    printf("{\"operations\":%ld,\"cpuMicroseconds\":%.0f,\"seconds\":%f}\n", operations,
           (now(CLOCK_PROCESS_CPUTIME_ID) - cpu) * 1e6, now(CLOCK_MONOTONIC) - wall);
    if (saved) unlink(path);
    return 0;
}
