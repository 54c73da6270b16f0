// libzip, for the room Archives alone.
#include <zip.h>
