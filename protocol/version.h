// The name and version that hosts are told and --version prints.
#pragma once

constexpr const char* VERSION_NAME = "Overtime 0.1";
