// SPDX-License-Identifier: Apache-2.0
// Matching leads alone.
#include "readers/dtrace/forms/printa_leads.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "readers/dtrace/forms/printa_fit.h"
#include "readers/dtrace/text/lines.h"

namespace profconv::dtrace {

namespace {

/// The digits that a text begins with, as a number; 0: none.
std::uint64_t first_number(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool has_letters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

}  // namespace

PrintaLeads::PrintaLeads(const std::vector<PrintaFormat>& formats) {
  for (const PrintaFormat& format : formats) {
    if (format.lead_steps() == 0) continue;
    const PrintaFormat lead = format.lead();
    const bool is_new =
        std::none_of(leads_.begin(), leads_.end(), [&](const auto& each) { return each.is_like(lead); });
    if (is_new) leads_.push_back(lead);
  }
}

PrintaLeads::Place PrintaLeads::last_of(std::string_view line, std::size_t column, bool telling) const {
  Place place{column, column};
  std::vector<PrintaDatum> data;
  for (bool goes_on = !leads_.empty(); goes_on;) {
    goes_on = false;
    for (const PrintaFormat& lead : leads_) {
      if (telling && !lead.has_telling_lead()) continue;
      data.clear();
      const PrintaFit found = fit(lead, line.substr(place.end), 0, data);
      if (found.end != PrintaFit::End::record || found.column == 0 || found.cut != 0) continue;
      place = {place.end, place.end + found.column};
      goes_on = place.end < line.size();
      break;
    }
  }
  return place;
}

/// Texts differ in words of the program's own, or in a number that rises, as times do.
bool PrintaLeads::follows_last(std::string_view text) const {
  return text == last_ || (!has_letters(text) && first_number(text) > first_number(last_));
}

void PrintaLeads::pass(PrintaMatch& match, std::string_view text, bool is_below_record, Report& report) {
  if (is_below_record && !match.format().has_telling_lead() && !follows_last(text)) {
    report.data_loss("dtrace.joined_keys", match.record().line,
                     "this is read as text of a printf() and a record after it, but the text may be of the first key");
  }
  last_ = text;
}

}  // namespace profconv::dtrace
