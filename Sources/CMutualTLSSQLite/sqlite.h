// SQLite: the file that the keychain of Linux is.
#include <sqlite3.h>
