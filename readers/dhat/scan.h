// SPDX-License-Identifier: Apache-2.0
// Cutting a JSON text into its parts without parsing them: the members of the top object, the objects of an array.
#pragma once

#include <string_view>

#include "readers/dhat/document.h"

namespace profconv::dhat {

/// A key (between its quotes, escapes as they are) and the text of its value.
struct Member {
  std::string_view key;
  std::string_view value;
};

/// The members of the top object, one after the other. Throws ReadError where the text is no JSON object.
class TopMembers {
 public:
  explicit TopMembers(const Document& document);

  /// False at the end of the object, behind which nothing may follow.
  bool next(Member& member);

 private:
  const Document* document_;
  const char* at_;
  bool first_ = true;
};

/// The objects of an array, one after the other. Throws ReadError where it is no array of objects.
class ArrayObjects {
 public:
  /// `begin` is where the array's value stands; `key` is for messages.
  ArrayObjects(const Document& document, const char* begin, std::string_view key);

  /// Goes to the next object; false at the end of the array. The object before must have been passed.
  bool next();
  /// Where the object stands.
  [[nodiscard]] const char* at() const { return at_; }
  /// Passes the object, and gives its text.
  std::string_view text();
  /// Passes the object, whose end is known.
  void go_behind(const char* end) { at_ = end; }
  /// Behind the array, once next() was false.
  [[nodiscard]] const char* end() const { return at_; }

 private:
  const Document* document_;
  std::string_view key_;
  const char* at_;
  bool first_ = true;
};

}  // namespace profconv::dhat
