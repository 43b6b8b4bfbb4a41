// libpsl: the list of domains under which others may register names (publicsuffix.org).
#include <libpsl.h>
