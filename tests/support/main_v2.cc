// SPDX-License-Identifier: Apache-2.0
// The main function of Catch2 version 2, which version 3 has in its library.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
