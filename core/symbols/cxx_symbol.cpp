// SPDX-License-Identifier: Apache-2.0
// The only use of libiberty. Its license lets any program link the file cp-demangle.c; other files of the library, and
// the header libiberty.h, come without that permission. So nothing else of it is called, and the one function is
// declared here. docs/third_party.md has the details.
#include "core/symbols/cxx_symbol.h"

#include <csetjmp>

extern "C" {
using ProfconvDemangleSink = void (*)(const char*, std::size_t, void*);
// NOLINTNEXTLINE(readability-identifier-naming): libiberty's name
int cplus_demangle_v3_callback(const char* mangled, int options, ProfconvDemangleSink sink, void* opaque);
}

namespace profconv {

namespace {

// Values of libiberty's DMGL_PARAMS (print parameters) and DMGL_ANSI (print const and its kin).
constexpr int print_params = 1 << 0;
constexpr int print_qualifiers = 1 << 1;

/// Takes the pieces of a name. A few hundred bytes of substitutions can expand without end, and the only way to stop
/// libiberty is not to return.
struct Sink {
  std::string& text;
  std::size_t max_bytes = 0;
  std::jmp_buf give_up;
};

extern "C" {
static void take_cxx_piece(const char* piece, std::size_t size, void* opaque) {
  auto& sink = *static_cast<Sink*>(opaque);
  if (size > sink.max_bytes - sink.text.size()) {
    // No memory is lost: libiberty keeps a name's parts on the stack.
    std::longjmp(sink.give_up, 1);  // NOLINT(cert-err52-cpp): C code is in between, which exceptions cannot pass
  }
  sink.text.append(piece, size);
}
}

}  // namespace

bool demangle_cxx_symbol(const std::string& symbol, std::size_t max_bytes, std::string& text) {
  text.clear();
  text.reserve(max_bytes);  // appending must not throw
  Sink sink{.text = text, .max_bytes = max_bytes};
  if (setjmp(sink.give_up) != 0) return false;  // NOLINT(cert-err52-cpp): see take_cxx_piece()
  return cplus_demangle_v3_callback(symbol.c_str(), print_params | print_qualifiers, take_cxx_piece, &sink) != 0;
}

}  // namespace profconv
