// SPDX-License-Identifier: Apache-2.0
// The inputs of a request that merges several: each read and transformed by itself, small files ahead on several
// threads.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/conversion/tasks.h"
#include "opened_input.h"
#include "profconv/conversion.h"

namespace profconv {

/// Whether totals from before filters are needed, so that filters must wait for them.
[[nodiscard]] bool normalizes(const ConversionRequest& request);

/// What a request says of the format of each input.
[[nodiscard]] FormatHints hints_of(const ConversionRequest& request);

/// Opens an input of a request, by ConversionRequest::open or as a file, and chooses its reader.
[[nodiscard]] Opened open_requested(const std::string& path, const ConversionRequest& request, Context& context,
                                    const Registry& registry);
/// Reads an input, with what ConversionRequest::amend makes of it and its symbols, and calls
/// ConversionRequest::on_read.
[[nodiscard]] ProfileSet read_requested(Opened& opened, Options options, const Projection& projection,
                                        const ConversionRequest& request, symbolize::Modules& modules,
                                        Context& context);

/// Applies what a request says of one input before filters: a rate, a choice of value types.
[[nodiscard]] ProfileSet prepared(ProfileSet set, const ConversionRequest& request, Context& context);

/// Applies a request's filters.
[[nodiscard]] Filtered filtered(ProfileSet set, const ConversionRequest& request, SampleOrder order, Context& context);

[[nodiscard]] InputReport report_on(const Opened& opened, const Filtered& filtered);

/// One input, read.
struct InputPart {
  std::optional<ProfileSet> set;  ///< without one there is an error
  std::exception_ptr error;
  InputReport report;
  std::uint64_t stored_bytes = 0;    ///< that have been read
  std::unique_ptr<Context> context;  ///< of its own; null: that of the conversion
};

/// Hands out the parts of a request in the order of its inputs.
class InputParts {
 public:
  /// All arguments must outlive the parts.
  InputParts(const ConversionRequest& request, std::span<const std::string> paths, symbolize::Modules& modules,
             Context& context, const Registry& registry);

  [[nodiscard]] InputPart next();

 private:
  [[nodiscard]] InputPart read(const std::string& path, Context& context) const;
  /// Nothing for a large file, of which two at a time might need too much memory, and for what is no file.
  [[nodiscard]] std::optional<InputPart> read_ahead(const std::string& path) const;
  [[nodiscard]] std::size_t threads() const;

  const ConversionRequest& request_;
  std::span<const std::string> paths_;
  symbolize::Modules& modules_;
  Context& context_;
  const Registry& registry_;
  std::size_t taken_ = 0;
  std::size_t begun_ = 0;
  OrderedTasks<std::optional<InputPart>> ahead_;
};

}  // namespace profconv
