// SPDX-License-Identifier: Apache-2.0

//go:build tools

// What run.sh builds beside this program: the pprof command.
package main

import _ "github.com/google/pprof"
