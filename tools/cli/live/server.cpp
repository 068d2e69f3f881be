// SPDX-License-Identifier: Apache-2.0
// Boost.Beast, which only this file includes.
#include "tools/cli/live/server.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <list>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include "profconv/errors.h"

namespace profconv::cli::live {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t most_connections = 256;  ///< fewer where a quarter of this process's descriptors is less
constexpr std::size_t most_watchers = 16;
constexpr std::uint32_t most_header_bytes = 8192;
constexpr std::chrono::seconds longest_request{5};
constexpr std::chrono::seconds longest_push{1};
constexpr std::chrono::seconds longest_event{60};

/// Nothing of the page comes from elsewhere, and no other page may show it.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// 128 random bits.
std::string make_token() {
  constexpr std::string_view digits = "0123456789abcdef";
  std::random_device random;
  std::string token;
  for (int i = 0; i < 32; ++i) token += digits[random() % digits.size()];
  return token;
}

/// In a time that does not depend on where they differ.
bool are_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

/// Programs that are started meanwhile do not inherit it.
void keep_to_this_process(int descriptor) { ::fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

std::size_t connections_allowed() {
  struct rlimit files {};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return most_connections;
  return std::clamp<std::size_t>(files.rlim_cur / 4, 1, most_connections);
}

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

/// What all connections share.
struct Site {
  Content& content;
  std::string token = make_token();
  std::uint16_t port = 0;
  std::size_t connections = 0;
  std::size_t watchers = 0;

  [[nodiscard]] bool is_host(std::string_view host) const {
    const std::string suffix = ":" + std::to_string(port);
    return host == "127.0.0.1" + suffix || host == "localhost" + suffix;
  }
  /// Of the page that asks; browsers leave it out where it is ours.
  [[nodiscard]] bool is_origin(std::string_view origin) const {
    constexpr std::string_view scheme = "http://";
    return origin.empty() || (origin.starts_with(scheme) && is_host(origin.substr(scheme.size())));
  }
};

/// One request, and the stream of events that may be its answer. Its handlers keep it alive.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Site& site) : stream_(std::move(socket)), site_(site) { ++site_.connections; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    --site_.connections;
    if (query_) --site_.watchers;
  }

  void read() {
    parser_.header_limit(most_header_bytes);
    parser_.body_limit(0);
    stream_.expires_after(longest_request);
    http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](const error_code& failed, std::size_t) {
      if (!failed) self->answer();
    });
  }

  /// What it watches, if it has taken the event before.
  [[nodiscard]] const std::string* query_to_answer() const {
    return query_ && !is_sending_ && stream_.socket().is_open() ? &*query_ : nullptr;
  }
  /// Whether it has asked for nothing yet.
  [[nodiscard]] bool is_idle() const { return out_.empty() && stream_.socket().is_open(); }
  void push(const std::string& event) { send({}, event); }

  /// Whether an event is on its way.
  [[nodiscard]] bool is_sending() const { return is_sending_; }
  void close() { stream_.close(); }

 private:
  void answer() {
    const http::request<http::empty_body>& request = parser_.get();
    std::string_view name = view(request.target());
    const bool is_ours = request.count(http::field::host) == 1 && site_.is_host(view(request[http::field::host])) &&
                         site_.is_origin(view(request[http::field::origin]));
    if (!is_ours || !take_token(name)) {
      return refuse(http::status::forbidden, "Open the address that profconv printed.\n");
    }
    if (request.method() != http::verb::get) return refuse(http::status::method_not_allowed, "GET only.\n");
    const std::size_t mark = std::min(name.find('?'), name.size());
    const std::string_view query = name.substr(std::min(mark + 1, name.size()));
    name = name.substr(0, mark);
    if (name == "events") return watch(query);
    const File* const file = site_.content.file(name);
    if (file == nullptr) return refuse(http::status::not_found, "There is no such file.\n");
    respond(http::status::ok, file->media_type, file->text);
  }

  /// Takes "/TOKEN/" from the path.
  [[nodiscard]] bool take_token(std::string_view& path) const {
    const std::size_t length = site_.token.size();
    if (path.size() < length + 2 || path.front() != '/' || path[length + 1] != '/') return false;
    if (!are_equal(path.substr(1, length), site_.token)) return false;
    path.remove_prefix(length + 2);
    return true;
  }

  void refuse(http::status status, std::string_view text) { respond(status, "text/plain; charset=utf-8", text); }

  /// The lines before a body, whose length a stream of events does not say.
  [[nodiscard]] static std::string head(http::status status, std::string_view media_type,
                                        std::optional<std::size_t> length) {
    http::response_header<> fields;
    const auto set = [&](auto name, std::string_view value) {
      fields.set(name, beast::string_view(value.data(), value.size()));
    };
    fields.version(11);
    fields.result(status);
    set(http::field::content_type, media_type);
    if (length) set(http::field::content_length, std::to_string(*length));
    set(http::field::cache_control, "no-store");
    set(http::field::connection, "close");
    set("Content-Security-Policy", policy);
    set("X-Content-Type-Options", "nosniff");
    set("Referrer-Policy", "no-referrer");
    std::ostringstream text;
    text << fields;
    return text.str();
  }

  void respond(http::status status, std::string_view media_type, std::string_view text) {
    out_ = head(status, media_type, text.size()).append(text);
    stream_.expires_after(longest_request);
    asio::async_write(stream_, asio::buffer(out_), [self = shared_from_this()](const error_code&, std::size_t) {
      error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  void watch(std::string_view query) {
    if (site_.watchers == most_watchers) {
      return refuse(http::status::service_unavailable, "Too many pages are open.\n");
    }
    ++site_.watchers;
    query_ = query;
    notice_end();
    send(head(http::status::ok, "text/event-stream; charset=utf-8", std::nullopt), site_.content.event(*query_));
  }

  void send(std::string before, const std::string& event) {
    out_ = std::move(before);
    out_.append("data: ").append(event).append("\n\n");
    is_sending_ = true;
    stream_.expires_after(longest_event);
    asio::async_write(stream_, asio::buffer(out_), [self = shared_from_this()](const error_code& failed, std::size_t) {
      self->is_sending_ = false;
      if (failed) return self->close();
      self->stream_.expires_never();
    });
  }

  /// A watcher sends nothing more; reading ends when it goes.
  void notice_end() {
    stream_.socket().async_read_some(asio::buffer(rest_), [self = shared_from_this()](const error_code& failed, auto) {
      if (failed) return self->close();
      self->notice_end();
    });
  }

  beast::tcp_stream stream_;
  Site& site_;
  beast::flat_buffer buffer_{most_header_bytes};
  http::request_parser<http::empty_body> parser_;
  std::array<char, 256> rest_{};
  std::optional<std::string> query_;  ///< of a watcher
  std::string out_;                   ///< what is being sent
  bool is_sending_ = false;
};

}  // namespace

class Server::Sockets {
 public:
  Sockets(std::uint16_t port, Content& content) : site_{.content = content}, acceptor_(io_) {
    try {
      acceptor_.open(tcp::v4());
      keep_to_this_process(acceptor_.native_handle());
      acceptor_.set_option(tcp::acceptor::reuse_address(true));
      acceptor_.bind({asio::ip::address_v4::loopback(), port});
      acceptor_.listen();
      site_.port = acceptor_.local_endpoint().port();
    } catch (const boost::system::system_error& error) {
      throw Error("--live: port " + std::to_string(port) + ": " + error.code().message() + "; --live alone takes any");
    }
  }
  Sockets(const Sockets&) = delete;
  Sockets& operator=(const Sockets&) = delete;
  ~Sockets() = default;

  [[nodiscard]] std::string address() const {
    return "http://127.0.0.1:" + std::to_string(site_.port) + "/" + site_.token + "/";
  }

  void serve(std::chrono::milliseconds duration) {
    if (!is_accepting_) accept();
    io_.restart();
    io_.run_for(duration);
  }

  /// Those that there is no time for are first the next time.
  void push() {
    const auto until = std::chrono::steady_clock::now() + longest_push;
    std::map<std::string, std::string> events;
    for (const auto& connection : living()) {
      const std::string* const query = connection->query_to_answer();
      if (query == nullptr) continue;
      if (std::chrono::steady_clock::now() > until) break;
      const auto [event, is_new] = events.try_emplace(*query);
      if (is_new) event->second = site_.content.event(*query);
      connection->push(event->second);
      connections_.remove_if([&](const auto& one) { return one.lock() == connection; });
      connections_.push_back(connection);
    }
  }

  [[nodiscard]] bool is_sending() {
    const auto all = living();
    return std::any_of(all.begin(), all.end(), [](const auto& one) { return one->is_sending(); });
  }

 private:
  /// One connection after the other. Where descriptors are short, the next is for serve() to accept.
  void accept() {
    is_accepting_ = true;
    acceptor_.async_accept([this](const error_code& failed, tcp::socket socket) {
      is_accepting_ = !failed;
      if (failed) return;
      if (site_.connections >= most_) drop_idle();
      keep_to_this_process(socket.native_handle());
      const auto connection = std::make_shared<Connection>(std::move(socket), site_);
      connections_.push_back(connection);
      connection->read();
      accept();
    });
  }

  /// The one that has said nothing for the longest time makes room.
  void drop_idle() {
    const auto all = living();
    const auto idle = std::find_if(all.begin(), all.end(), [](const auto& one) { return one->is_idle(); });
    if (idle != all.end()) (*idle)->close();
  }

  /// Those that are still open; the others are forgotten.
  std::vector<std::shared_ptr<Connection>> living() {
    std::vector<std::shared_ptr<Connection>> found;
    connections_.remove_if([](const auto& one) { return one.expired(); });
    for (const auto& one : connections_) found.push_back(one.lock());
    return found;
  }

  Site site_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  const std::size_t most_ = connections_allowed();
  bool is_accepting_ = false;
  std::list<std::weak_ptr<Connection>> connections_;
};

Server::Server(std::uint16_t port, Content& content) : sockets_(std::make_unique<Sockets>(port, content)) {}
Server::~Server() = default;

std::string Server::address() const { return sockets_->address(); }
void Server::serve(std::chrono::milliseconds duration) { sockets_->serve(duration); }
void Server::push() { sockets_->push(); }

void Server::finish(std::chrono::milliseconds most) {
  constexpr std::chrono::milliseconds step{20};
  const auto until = std::chrono::steady_clock::now() + most;
  while (sockets_->is_sending() && std::chrono::steady_clock::now() < until) sockets_->serve(step);
  sockets_->push();
  do {
    sockets_->serve(step);
  } while (sockets_->is_sending() && std::chrono::steady_clock::now() < until);
}

}  // namespace profconv::cli::live
