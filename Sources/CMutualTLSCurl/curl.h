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
