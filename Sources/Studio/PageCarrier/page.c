#include "StudioPage.h"
