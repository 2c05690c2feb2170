// The name and the version, as hosts and --version are told.
#pragma once

constexpr const char* VERSION_NAME = "Overtime 0.1";
