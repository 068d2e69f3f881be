// SPDX-License-Identifier: Apache-2.0
// HTTP for the browsers of this machine: a page and its files, and a stream of events for each browser that watches.
//
//   Server server(0, content);                 // 127.0.0.1, any port
//   print(server.address());                   // http://127.0.0.1:41217/4c8f.../
//   while (...) { server.serve(1s); server.push(); }
//   server.finish(2s);
//
// An address has a token, without which nothing is answered, and so has every request by a name of this machine as its
// Host: other programs of the network, other users and other pages of the browser see nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace profconv::cli::live {

/// A part of the page.
struct File {
  std::string_view media_type;
  std::string_view text;
};

/// What is served.
class Content {
 public:
  virtual ~Content() = default;
  /// The file of that name, "" for the page; null for an unknown name.
  [[nodiscard]] virtual const File* file(std::string_view name) const = 0;
  /// The newest event for the query of a browser ("thread=17&type=cpu"), in one line.
  [[nodiscard]] virtual std::string event(std::string_view query) = 0;
};

/// Belongs to one thread, which also makes what is served.
class Server {
 public:
  /// `port` 0 is any that is free; `content` must outlive the server. Throws Error.
  Server(std::uint16_t port, Content& content);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  [[nodiscard]] std::string address() const;
  /// Answers requests for so long.
  void serve(std::chrono::milliseconds duration);
  /// Sends an event to each browser that watches, but for those that have not taken the one before.
  void push();
  /// Sends the last event, and waits at most so long until it is taken.
  void finish(std::chrono::milliseconds most);

 private:
  class Sockets;

  std::unique_ptr<Sockets> sockets_;
};

}  // namespace profconv::cli::live
