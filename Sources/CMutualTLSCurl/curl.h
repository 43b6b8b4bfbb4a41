// libcurl, and its variadic functions with the types that Swift needs.
#include <curl/curl.h>

static inline CURLcode mtls_curl_set_long(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode mtls_curl_set_offset(CURL *curl, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode mtls_curl_set_string(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode mtls_curl_set_pointer(CURL *curl, CURLoption option, const void *value) {
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode mtls_curl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}
static inline CURLcode mtls_curl_set_data_callback(
    CURL *curl, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(curl, option, function);
}
static inline CURLcode mtls_curl_set_tls_context_callback(CURL *curl, CURLcode (*function)(CURL *, void *, void *)) {
    return curl_easy_setopt(curl, CURLOPT_SSL_CTX_FUNCTION, function);
}
static inline CURLcode mtls_curl_set_prerequest_callback(
    CURL *curl, int (*function)(void *, char *, char *, int, int)) {
    return curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, function);
}
static inline CURLcode mtls_curl_set_debug_callback(
    CURL *curl, int (*function)(CURL *, curl_infotype, char *, size_t, void *)) {
    return curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, function);
}
static inline CURLcode mtls_curl_set_error_buffer(CURL *curl, char *buffer) {
    return curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, buffer);
}
static inline CURLcode mtls_curl_get_long(CURL *curl, CURLINFO info, long *value) {
    return curl_easy_getinfo(curl, info, value);
}
static inline CURLcode mtls_curl_get_offset(CURL *curl, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(curl, info, value);
}
static inline CURLcode mtls_curl_get_pointer(CURL *curl, CURLINFO info, void **value) {
    return curl_easy_getinfo(curl, info, value);
}
static inline CURLMcode mtls_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline const curl_version_info_data *mtls_curl_version(void) {
    return curl_version_info(CURLVERSION_NOW);
}
static inline CURLcode mtls_curl_set_seek_callback(CURL *curl, int (*function)(void *, curl_off_t, int)) {
    return curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, function);
}
static inline CURLcode mtls_curl_set_open_socket_callback(
    CURL *curl, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *)) {
    return curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline CURLcode mtls_curl_set_close_socket_callback(CURL *curl, int (*function)(void *, curl_socket_t)) {
    return curl_easy_setopt(curl, CURLOPT_CLOSESOCKETFUNCTION, function);
}
static inline CURLcode mtls_curl_get_socket(CURL *curl, CURLINFO info, curl_socket_t *value) {
    return curl_easy_getinfo(curl, info, value);
}
static inline CURLcode mtls_curl_get_string(CURL *curl, CURLINFO info, char **value) {
    return curl_easy_getinfo(curl, info, value);
}
static inline CURLMcode mtls_curl_multi_watch(
    CURLM *multi, int (*socket)(CURL *, curl_socket_t, int, void *, void *), int (*timer)(CURLM *, long, void *),
    void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code;
}

// Macros with casts, which Swift doesn't import.
enum { MTLS_CURL_AUTH_BASIC = 1, MTLS_CURL_AUTH_DIGEST = 2 };
