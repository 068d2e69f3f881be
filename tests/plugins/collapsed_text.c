// SPDX-License-Identifier: Apache-2.0
// Parsing numbers and names.
#include "collapsed_text.h"

#include <string.h>

enum { MOST_PLACES = 9, MORE_THAN_ENOUGH = 100 };

/// The digits of a number before they are brought into range.
typedef struct mantissa {
  uint64_t digits;
  int places;
  bool is_full, saturated, rounded;
} mantissa;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void take_digit(mantissa* m, char c, bool is_fraction) {
  uint64_t next = 0;
  m->is_full = m->is_full || m->places > MORE_THAN_ENOUGH || __builtin_mul_overflow(m->digits, (uint64_t)10, &next) ||
               __builtin_add_overflow(next, (uint64_t)(c - '0'), &next);
  if (!m->is_full) {
    m->digits = next;
    m->places += is_fraction;
  } else if (is_fraction) {
    m->rounded = m->rounded || c != '0';
  } else {
    m->saturated = true;
  }
}

static void bring_into_range(mantissa* m) {
  uint64_t dropped = 0;
  for (; m->places < 0 && m->digits != 0 && !m->saturated; ++m->places) {
    m->saturated = __builtin_mul_overflow(m->digits, (uint64_t)10, &m->digits);
  }
  for (; m->places > 0 && m->digits != 0 && m->digits % 10 == 0; --m->places) m->digits /= 10;
  for (; m->places > MOST_PLACES && (m->digits != 0 || dropped != 0); --m->places) {
    dropped = m->digits % 10;
    m->digits /= 10;
    m->rounded = m->rounded || dropped != 0;
  }
  if (dropped >= 5) ++m->digits;
  if (m->digits == 0 || m->saturated) m->places = 0;
}

/// "+06" behind an 'e'.
static bool parse_exponent(const char* text, const char* end, int* exponent) {
  bool is_negative = false;
  if (text != end && *text == '+') ++text;
  if (text != end && *text == '-') is_negative = true, ++text;
  if (text == end || end - text > 6) return false;
  *exponent = 0;
  for (; text != end; ++text) {
    if (!is_digit(*text)) return false;
    *exponent = *exponent * 10 + (*text - '0');
  }
  if (*exponent > INT16_MAX) return false;
  if (is_negative) *exponent = -*exponent;
  return true;
}

static bool parse_plain(const char* text, size_t size, decimal* number) {
  int64_t digits = 0;
  if (size == 0 || size > 18) return false;
  for (size_t i = 0; i < size; ++i) {
    if (!is_digit(text[i])) return false;
    digits = digits * 10 + (text[i] - '0');
  }
  memset(number, 0, sizeof *number);
  number->digits = digits;
  return true;
}

bool parse_decimal(const char* text, size_t size, decimal* number) {
  const char* const end = text + size;
  mantissa m = {0, 0, false, false, false};
  bool is_negative = false, is_fraction = false, any = false;
  int exponent = 0;
  if (parse_plain(text, size, number)) return true;
  if (text != end && (*text == '-' || *text == '+')) is_negative = *text++ == '-';
  for (; text != end && (is_digit(*text) || (*text == '.' && !is_fraction)); ++text) {
    if (*text == '.') {
      is_fraction = true;
    } else {
      take_digit(&m, *text, is_fraction);
      any = true;
    }
  }
  if (!any) return false;
  if (text != end) {
    if ((*text != 'e' && *text != 'E') || !parse_exponent(text + 1, end, &exponent)) return false;
    m.places -= exponent;
  }
  bring_into_range(&m);
  number->places = m.places;
  number->rounded = m.rounded;
  number->saturated = m.saturated || m.digits > INT64_MAX;
  number->digits = number->saturated ? INT64_MAX : (int64_t)m.digits;
  if (is_negative) number->digits = -number->digits;
  return true;
}

bool shift(int64_t* value, int places) {
  for (; places > 0; --places) {
    if (__builtin_mul_overflow(*value, (int64_t)10, value)) return false;
  }
  return true;
}

static int hex_digit(char c) { return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/// The byte of "\xNN"; -1 where the text does not begin so.
static int escaped_byte(const char* text, const char* end) {
  if (end - text < 4 || text[0] != '\\' || text[1] != 'x') return -1;
  const int high = hex_digit(text[2]), low = hex_digit(text[3]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static bool is_number(const char* text, const char* end) {
  decimal ignored;
  return parse_decimal(text, (size_t)(end - text), &ignored);
}

/// Whether such an escape at this place stands for its byte.
static bool is_escape(int byte, bool is_first, const char* behind, const char* end) {
  if (byte == ' ') return is_first || behind == end || is_number(behind, end);
  if (byte == '#') return is_first;
  return byte < ' ' || byte == ';' || byte == 0x7f;
}

size_t unescape(char* name, size_t size) {
  const char *at = name, *const end = name + size;
  char* to = name;
  while (at != end) {
    const int byte = escaped_byte(at, end);
    if (byte >= 0 && is_escape(byte, at == name, at + 4, end)) {
      *to++ = (char)byte;
      at += 4;
    } else {
      *to++ = *at++;
    }
  }
  return (size_t)(to - name);
}
