// SPDX-License-Identifier: Apache-2.0
// From names to writers.
#include "output_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <span>

#include "core/io/file_identity.h"
#include "core/text/base_name.h"

namespace profconv {

namespace {

namespace fs = std::filesystem;

/// Extensions that so many formats use that they name none, even where one writer claims them.
constexpr std::array<std::string_view, 2> shared_extensions{".json", ".txt"};

std::string join(const std::vector<std::string_view>& words) {
  std::string all;
  for (const std::string_view word : words) all.append(all.empty() ? "" : ", ").append(word);
  return all;
}

std::string_view last_extension(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

std::vector<std::string_view> writer_names(const Registry& registry) {
  std::vector<std::string_view> names;
  for (const Writer* writer : registry.writers()) names.push_back(writer->name);
  return names;
}

/// The extensions that end in a shared one and do name a format: ".speedscope.json".
std::vector<std::string_view> longer_extensions(const Registry& registry, std::string_view shared) {
  std::vector<std::string_view> found;
  for (const Writer* writer : registry.writers()) {
    for (const std::string_view extension : writer->extensions) {
      if (extension != shared && extension.ends_with(shared)) found.push_back(extension);
    }
  }
  return found;
}

UsageError unknown_extension(const Registry& registry, const std::string& path, std::string_view extension) {
  std::vector<std::string_view> known;
  for (const Writer* writer : registry.writers()) {
    known.insert(known.end(), writer->extensions.begin(), writer->extensions.end());
  }
  const std::string_view near = extension.empty() ? std::string_view() : nearest(extension, known);
  std::string message = path + ": ";
  if (extension.empty()) {
    message += "a name without an extension tells no format";
  } else {
    message.append("no format is written as '").append(extension).append("'");
  }
  message += near.empty() ? "; name" : "; did you mean '" + std::string(near) + "'? Or name";
  return UsageError(message + " the format with --to (" + join(writer_names(registry)) + ")");
}

UsageError ambiguous_extension(const Registry& registry, const std::string& path, std::string_view extension) {
  const auto longer = longer_extensions(registry, extension);
  return UsageError(path + ": '" + std::string(extension) + "' alone names no format; " +
                    (longer.empty() ? "" : "write " + join(longer) + ", or ") + "name it with --to (" +
                    join(writer_names(registry)) + ")");
}

const Writer& writer_by_name(const Registry& registry, const std::string& path) {
  const std::string_view bare = split_compression(path).first;
  for (const std::string_view name : {std::string_view(path), bare}) {
    const std::string_view extension = last_extension(name);
    const Writer* const writer = registry.writer_for_path(name);
    const bool shared =
        std::find(shared_extensions.begin(), shared_extensions.end(), extension) != shared_extensions.end();
    const auto tells = [&](std::string_view known) { return known != extension && name.ends_with(known); };
    if (shared && (writer == nullptr || std::none_of(writer->extensions.begin(), writer->extensions.end(), tells))) {
      throw ambiguous_extension(registry, path, extension);
    }
    if (writer != nullptr) return *writer;
  }
  throw unknown_extension(registry, path, last_extension(bare));
}

Compression compression_of(const ConversionRequest& request, const Writer& writer, std::string_view path) {
  if (request.compression) return *request.compression;
  const Compression named = split_compression(path).second;
  return named == Compression::none ? writer.compression : named;
}

PlannedOutput plan_output(const ConversionRequest& request, const Registry& registry, const std::string& path) {
  if (request.to.empty() && path == "-")
    throw UsageError("standard output has no extension; name its format with -t, as in -t collapsed");
  const Writer& writer = request.to.empty() ? writer_by_name(registry, path) : registry.writer(request.to);
  return {.path = path, .writer = &writer, .compression = compression_of(request, writer, path)};
}

bool names_directory(const std::string& path) {
  std::error_code failed;
  return path.ends_with('/') || (path != "-" && fs::is_directory(path, failed));
}

/// "out/prog.pb.gz" for "runs/prog.dtrace.gz": the input's name without what its format calls itself.
void place_in(const std::string& directory, const std::string& input, PlannedOutput& form, const Registry& registry) {
  std::string_view name = input == "-" ? "stdin" : base_name(split_compression(input).first);
  std::size_t cut = last_extension(name).size();
  for (const Reader* reader : registry.readers()) {
    for (const std::string_view extension : reader->extensions) {
      if (name.ends_with(extension) && name.size() > extension.size()) cut = std::max(cut, extension.size());
    }
  }
  name.remove_suffix(cut);
  form.directory = directory;
  form.stem = directory + (directory.ends_with('/') ? "" : "/") + std::string(name);
  form.path = form.stem;
  if (!form.writer->extensions.empty()) form.path += form.writer->extensions.front();
  const bool is_named = split_compression(form.path).second == form.compression;
  if (is_named || form.compression == form.writer->compression) return;
  form.path += form.compression == Compression::gzip ? ".gz" : form.compression == Compression::zstd ? ".zst" : "";
}

std::vector<Job> plan_directory(const ConversionRequest& request, const Registry& registry) {
  const std::string& directory = request.outputs.front();
  if (request.to.empty())
    throw UsageError(directory + ": name the format of the files in the directory with -t, as in -t flamegraph (SVG)");
  std::set<std::string> taken;
  std::vector<Job> jobs;
  for (const std::string& input : request.inputs) {
    PlannedOutput output = plan_output(request, registry, directory);
    place_in(directory, input, output, registry);
    if (!taken.insert(output.path).second) {
      throw UsageError(input + ": " + output.path + " is already taken by another input of the same name");
    }
    jobs.push_back({.inputs = {input}, .outputs = {std::move(output)}});
  }
  return jobs;
}

/// Which inputs and outputs are one file, whatever links lead there.
class SameFiles {
 public:
  explicit SameFiles(std::span<const Job> jobs, const std::string& base) {
    for (const Job& job : jobs) {
      for (const std::string& path : job.inputs) add_input(path, &job);
      if (!base.empty()) add_input(base, &job);
    }
  }

  void check(const Job& job, PlannedOutput& output) {
    const auto identity = output.path == "-" ? identity_of_standard_output() : identity_of(output.path);
    if (!identity) return;
    const auto [other, is_new] = outputs_.try_emplace(*identity, output.path);
    if (!is_new) throw UsageError(output.path + ": is the same file as the output " + other->second);
    const auto input = inputs_.find(*identity);
    // A shell has emptied or opened for appending what standard output leads to.
    if (input == inputs_.end() || output.path == "-") return;
    if (input->second.job != &job) {
      throw UsageError(output.path + ": is the same file as " + input->second.path +
                       ", the input of another conversion");
    }
    output.replaces = input->second.path;
  }

 private:
  struct InputFile {
    std::string path;
    const Job* job;
  };

  void add_input(const std::string& path, const Job* job) {
    const auto identity = path == "-" ? identity_of_standard_input() : identity_of(path);
    if (identity) inputs_.try_emplace(*identity, InputFile{path, job});
  }

  std::map<FileIdentity, InputFile> inputs_;
  std::map<FileIdentity, std::string> outputs_;
};

std::vector<Job> plan_one(const ConversionRequest& request, const Registry& registry) {
  Job job{.inputs = request.inputs};
  for (const std::string& path : request.outputs) {
    if (names_directory(path)) throw UsageError(path + ": a directory has to be the only output");
    const auto is_same = [&](const PlannedOutput& output) { return output.path == path; };
    if (std::any_of(job.outputs.begin(), job.outputs.end(), is_same)) {
      throw UsageError(path + ": is named twice as an output");
    }
    job.outputs.push_back(plan_output(request, registry, path));
  }
  return {std::move(job)};
}

}  // namespace

std::vector<Job> plan_jobs(const ConversionRequest& request, const Registry& registry) {
  if (request.inputs.empty()) throw UsageError("there is no input");
  if (request.outputs.empty() && request.base.empty()) throw UsageError("there is no output");
  const bool to_directory = request.outputs.size() == 1 && names_directory(request.outputs.front());
  if (to_directory && !request.base.empty()) {
    throw UsageError(request.outputs.front() + ": is a directory; a comparison is one file");
  }
  std::vector<Job> jobs = to_directory ? plan_directory(request, registry) : plan_one(request, registry);
  SameFiles files(jobs, request.base);
  for (Job& job : jobs) {
    for (PlannedOutput& output : job.outputs) files.check(job, output);
  }
  return jobs;
}

void refuse_taken(const std::string& path, const ConversionRequest& request, std::set<std::string>& taken) {
  if (!taken.insert(path).second) throw UsageError(path + ": is already taken by another output");
  const auto identity = identity_of(path);
  if (!identity) return;
  for (const std::string& input : request.inputs) {
    const auto its = input == "-" ? identity_of_standard_input() : identity_of(input);
    if (its && !(*identity < *its) && !(*its < *identity)) {
      throw UsageError(std::string(path).append(": is the same file as the input ").append(input));
    }
  }
}

void refuse_output_beside(const PlannedOutput& output, const Options& options, std::span<const PlannedOutput> outputs) {
  for (const Option& option : options.specs()) {
    if (!option.names_output || options.text(option).empty()) continue;
    const std::string path(options.text(option));
    const auto identity = identity_of(path);
    for (const PlannedOutput& other : outputs) {
      const auto its = identity_of(other.path);
      if (!identity || !its || *identity < *its || *its < *identity) continue;
      throw UsageError(path + ": is the " + std::string(option.name) + " of " + output.path +
                       " and an output; give one of them another name");
    }
  }
}

}  // namespace profconv
