// SPDX-License-Identifier: Apache-2.0
// Writing the dump.
#include "support/model_dump.h"

#include <array>
#include <charconv>
#include <vector>

namespace profconv::test {

namespace {

constexpr std::array<std::string_view, 4> aggregation_names{"sum", "max", "min", "last"};
constexpr std::array<std::string_view, 4> kind_names{"user", "kernel", "jit", "synthetic"};
constexpr std::array<std::string_view, 3> clock_names{"relative", "monotonic", "epoch"};
constexpr std::array<std::string_view, 3> severity_names{"note", "data_loss", "error"};

std::string hex(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

/// How many bytes the UTF-8 character at the front of `text` has; 0 where it is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(0);
  const std::size_t length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (lead >= 0xf5) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  }
  return length;
}

class Dump {
 public:
  explicit Dump(const ProfileSet& set) : set_(set), dictionary_(set.dictionary()) {}

  std::string text() && {
    for (std::size_t i = 0; i < set_.profiles().size(); ++i) profile(i + 1, set_.profiles()[i]);
    return std::move(out_);
  }

 private:
  void line(std::string_view indent, std::string_view text) { out_.append(indent).append(text).append("\n"); }
  void field(std::string_view name, std::string_view value) {
    if (!value.empty()) line("  ", std::string(name) + ": " + std::string(value));
  }
  void text_field(std::string_view name, std::string_view value) {
    if (!value.empty()) field(name, as_literal(value));
  }
  void number_field(std::string_view name, std::int64_t value) {
    if (value != 0) field(name, std::to_string(value));
  }
  void add(std::string& to, std::string_view name, StringId id) const {
    if (id) to.append(" ").append(name).append("=").append(as_literal(dictionary_.string(id)));
  }

  static std::string describe(const ValueType& type) {
    std::string text = type.type + "/" + type.unit;
    if (type.aggregation != Aggregation::sum) {
      text.append(" ").append(aggregation_names[static_cast<std::size_t>(type.aggregation)]);
    }
    if (type.scale != 0) text += " x10^" + std::to_string(type.scale);
    return text;
  }

  void profile(std::size_t number, const Profile& p) {
    line("", "profile " + std::to_string(number) + (p.name.empty() ? "" : " " + as_literal(p.name)));
    for (const ValueType& type : p.value_types) field("value", describe(type));
    metadata(p.metadata);
    for (std::size_t row = 0; row < p.samples.size(); ++row) sample(p, row);
  }

  void metadata(const Metadata& m) {
    field("source", m.source_format);
    if (m.clock != Clock::relative) field("clock", clock_names[static_cast<std::size_t>(m.clock)]);
    if (m.start_ns) field("start_ns", std::to_string(*m.start_ns));
    number_field("duration_ns", m.duration_ns);
    if (m.period != 0) field("period", std::to_string(m.period) + " " + describe(m.period_type));
    text_field("command", m.command);
    if (m.program) program(*m.program);
    for (const std::string& comment : m.comments) text_field("comment", comment);
    for (const auto& [key, value] : m.attributes) {
      const auto* const text = std::get_if<std::string>(&value);
      field("attribute",
            as_literal(key) + " " + (text ? as_literal(*text) : std::to_string(std::get<std::int64_t>(value))));
    }
    text_field("doc_url", m.doc_url);
    text_field("drop_frames", m.drop_frames);
    text_field("keep_frames", m.keep_frames);
    text_field("default_type", m.default_type);
    text_field("distribution", m.distribution);
    if (m.module_names) field("module_names", "yes");
  }

  void program(const Program& p) {
    std::string text = as_literal(p.file);
    if (!p.build_id.empty()) text += " build_id=" + as_literal(p.build_id);
    place(text, p.mapped);
    field("program", text);
  }

  void sample(const Profile& p, std::size_t row) {
    const Samples& s = p.samples;
    std::string head = "sample";
    for (std::size_t i = 0; i < p.value_types.size(); ++i) {
      head += " " + p.value_types[i].type + "=" + std::to_string(s.values[i][row]);
    }
    if (!s.start_ns.empty()) head += " start_ns=" + std::to_string(s.start_ns[row]);
    if (!s.shared_depth.empty()) head += " shared_depth=" + std::to_string(s.shared_depth[row]);
    thread(head, s.thread_of(row));
    for (const Label& label : dictionary_.labels(s.labels_of(row))) {
      head.append(" [").append(dictionary_.string(label.key)).append(" ");
      head += label.is_number ? std::to_string(label.number) : as_literal(dictionary_.string(label.text));
      if (label.unit) head.append(" ").append(dictionary_.string(label.unit));
      head += "]";
    }
    line("  ", head);
    dictionary_.root_first(s.stack[row], stack_);
    for (const FrameId id : stack_) line("    ", frame(dictionary_.frame(id)));
  }

  void thread(std::string& to, ThreadId id) const {
    const Thread& t = dictionary_.thread(id);
    if (t.pid != Thread::unknown) to += " pid=" + std::to_string(t.pid);
    if (t.tid != Thread::unknown) to += " tid=" + std::to_string(t.tid);
    add(to, "process", t.process_name);
    add(to, "thread", t.thread_name);
  }

  [[nodiscard]] std::string frame(const Frame& f) const {
    const Function& function = dictionary_.function(f.function);
    std::string text = f.function ? as_literal(dictionary_.string(function.name)) : "-";
    add(text, "system", function.system_name);
    add(text, "file", function.file);
    if (function.start_line != 0) text += " start_line=" + std::to_string(function.start_line);
    if (f.line != 0) text += " line=" + std::to_string(f.line);
    if (f.column != 0) text += " column=" + std::to_string(f.column);
    if (f.offset != Frame::no_offset) text += " offset=" + hex(f.offset);
    if (f.address != 0) text += " address=" + hex(f.address);
    if (f.mapping) mapping(text, dictionary_.mapping(f.mapping));
    if (f.inlined) text += f.shares_location ? " inlined (a line)" : " inlined";
    if (f.kind != FrameKind::user) text.append(" ").append(kind_names[static_cast<std::size_t>(f.kind)]);
    return text;
  }

  void mapping(std::string& to, const Mapping& m) const {
    add(to, "module", m.file);
    add(to, "build_id", m.build_id);
    place(to, m);
  }

  static void place(std::string& to, const Mapping& m) {
    if (m.limit != 0) to += " range=" + hex(m.start) + "-" + hex(m.limit) + "@" + hex(m.offset);
    if (m.relative_addresses) to += " relative";
    std::string has;
    if (m.has_functions) has += "f";
    if (m.has_filenames) has += "n";
    if (m.has_line_numbers) has += "l";
    if (m.has_inline_frames) has += "i";
    if (!has.empty()) to += " has=" + has;
  }

  const ProfileSet& set_;
  const Dictionary& dictionary_;
  std::string out_;
  std::vector<FrameId> stack_;
};

}  // namespace

std::string as_literal(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    std::size_t taken = 1;
    if (byte >= 0x80 && utf8_length(text) != 0) {
      taken = utf8_length(text);
      out.append(text.substr(0, taken));
    } else if (byte == '"' || byte == '\\') {
      out.append("\\").append(1, text.front());
    } else if (byte < 0x20 || byte >= 0x7f) {
      out.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
    } else {
      out.push_back(text.front());
    }
    text.remove_prefix(taken);
  }
  return out + "\"";
}

std::string dump(const ProfileSet& set) { return Dump(set).text(); }

std::string dump(std::span<const Diagnostic> diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) {
    out.append(severity_names[static_cast<std::size_t>(d.severity)]).append(" ").append(d.kind);
    if (!d.where.file.empty()) out.append(" ").append(to_string(d.where));
    out.append(": ").append(d.message);
    if (d.count != 1) out += " (" + std::to_string(d.count) + " times)";
    out += "\n";
  }
  return out;
}

}  // namespace profconv::test
