// SPDX-License-Identifier: Apache-2.0
// Text of collapsed stacks: decimal numbers and names with marks and escapes.
#ifndef COLLAPSED_TEXT_H
#define COLLAPSED_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A number as written: digits x 10^-places.
typedef struct decimal {
  int64_t digits;
  int places;
  bool saturated;
  bool rounded;
} decimal;

/// Whether the text is a number: "12", "-3.25", "1e+06".
bool parse_decimal(const char* text, size_t size, decimal* number);

/// Multiplies by a power of ten; false where that overflows.
bool shift(int64_t* value, int places);

/// Undoes escapes in a name, in place; returns its size. Escapes of escapes are left as they are.
size_t unescape(char* name, size_t size);

#endif
