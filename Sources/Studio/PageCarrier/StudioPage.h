// The page's files go with a C target: for resources of a Swift target the build adds code that loads all of Foundation at each start.
#pragma once
