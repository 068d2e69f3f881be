# SPDX-License-Identifier: Apache-2.0
"""profconv record --live with a tracer that is a script: what is served and to whom, what it says, and that it never gets
in the way of the recording."""

import http.client
import os
import pty
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import time
import unittest
import urllib.parse

from harness import PROFCONV
from recording import Events, Recording

# Two threads in turn, the second in a function of its own: a sample a hundredth of a second until it is stopped.
TRACER = """
import itertools, os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
pid = int(sys.argv[3])
print('Attaching 6 probes...\\nprofconv: ready', flush=True)
for i in itertools.count():
    tid, leaf = (pid, 'leaf') if i % 4 else (pid + 1, 'other<b&w>')
    print('@samples[%d, %d, %d, prog,\\n\\t55ff %s+1 (/bin/prog)\\n\\t5600 main+2 (/bin/prog)\\n]: 1'
          % (10**12 + i * 10**7, pid, tid, leaf), flush=True)
    if i % 10 == 0:
        print('profconv: alive', flush=True)
    time.sleep(0.01)
"""
WAITS = "import sys; sys.stdin.read()"


class Live(Recording):
    def setUp(self):
        super().setUp()
        self.tracer("bpftrace", TRACER)

    preexec = None

    def begin(self, *arguments, program=WAITS, live="--live"):
        """A recording, and the address of its page. The program ends with its input."""
        self.process = self.start("--backend", "bpftrace", "-o", "out.folded", live, *arguments, "--", sys.executable, "-c", program,
                                  stdin=subprocess.PIPE, preexec_fn=self.preexec)
        self.addCleanup(self.process.stdin.close)
        line = self.process.stderr.readline()
        found = re.fullmatch(r"profconv: note: open (http://127\.0\.0\.1:\d+/[0-9a-f]{32}/)\n", line)
        self.assertIsNotNone(found, line)
        return urllib.parse.urlsplit(found[1])

    def end(self):
        """Its output and its messages."""
        self.process.stdin.close()
        status = self.process.wait(timeout=20)
        self.assertEqual(status, 0, self.process.stderr.read())
        return self.process.stdout.read(), self.process.stderr.read()

    def events(self, address, query=""):
        events = Events(address, query)
        self.addCleanup(events.close)
        return events

    def get(self, address, path, method="GET", **headers):
        connection = http.client.HTTPConnection(address.netloc, timeout=20)
        self.addCleanup(connection.close)
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()

    def written(self):
        """Samples by stack, of the profile that was written."""
        return {stack: int(count) for stack, count in (line.rsplit(" ", 1) for line in self.read("out.folded").decode().splitlines())}


class Shown(Live):
    """The events of the page."""

    def test_it_grows_and_ends_with_all_that_is_written(self):
        address = self.begin()
        events = self.events(address)
        first = events.until(lambda event: event["samples"] > 0)
        second = events.until(lambda event: event["rate"])
        self.assertLess(first["samples"], second["samples"])
        self.assertEqual((second["target"], second["backend"], second["dropped"], second["ending"]), (os.path.basename(sys.executable), "bpftrace", 0, ""))
        self.assertEqual((second["types"], second["type"], second["thread"]), (["samples", "cpu"], "cpu", ""))
        self.assertGreater(second["rate"], 0)
        self.assertIn("<title>leaf (", second["picture"])
        self.assertIn("<title>other&lt;b&amp;w&gt; (", second["picture"])
        self.process.stdin.close()
        last = events.last()
        self.assertIsNone(events.next())
        self.assertEqual(last["ending"], os.path.basename(sys.executable) + " has ended: out.folded is written")
        self.end()
        self.assertEqual(last["samples"] * 10101010, sum(self.written().values()))

    def test_a_value_and_a_thread_can_be_chosen(self):
        address = self.begin()
        self.events(address).until(lambda event: event["samples"] > 100)
        everything = self.events(address, "type=samples").next()
        self.assertEqual(everything["type"], "samples")
        (most, least) = everything["threads"]
        self.assertEqual((most["name"], least["name"]), ("prog", "prog"))
        self.assertAlmostEqual(most["share"], 75, delta=8)
        one = self.events(address, "type=samples&thread=" + urllib.parse.quote(least["id"], safe="")).next()
        self.assertEqual((one["thread"], one["type"]), (least["id"], "samples"))
        self.assertNotIn("<title>leaf (", one["picture"])
        total = int(re.search(r"<title>all \(([\d,]+) samples", one["picture"])[1].replace(",", ""))
        self.assertLess(total, one["samples"] / 2)
        for query in ("type=nothing&thread=1/2", "type=%zz&&thread=%", "x" * 4000):
            unknown = self.events(address, query).next()
            self.assertEqual((unknown["type"], unknown["thread"]), ("cpu", ""))
        self.end()

    def test_samples_without_a_stack_count(self):
        self.tracer("bpftrace", TRACER.replace("if i % 4 else", "if i % 2 else").replace(
            "    time.sleep(0.01)", "    print('@samples[%d, %d, %d, prog, ]: 1' % (10**12 + i * 10**7 + 1, pid, pid), flush=True)\n"
            "    time.sleep(0.01 if i < 50 else 60)"))
        address = self.begin()
        self.events(address).until(lambda event: event["samples"] == 102)
        self.end()
        self.assertEqual(sum(self.written().values()), 102 * 10101010)

    def test_threads_that_are_not_listed_are_counted(self):
        self.tracer("bpftrace", TRACER.replace("(pid, 'leaf') if i % 4 else (pid + 1, 'other<b&w>')", "(i % 250, 'leaf')").replace("0.01)", "0.001)"))
        address = self.begin()
        event = self.events(address).until(lambda event: event["samples"] >= 250)
        self.assertEqual((len(event["threads"]), event["others"]), (200, 50))
        self.end()

    def test_filters_and_names_are_those_of_the_profile(self):
        address = self.begin("--focus", "other", "--hide", "main", "--scale", "0.3", "--type", "samples", "--tagroot", "tid")
        events = self.events(address)
        events.until(lambda event: event["picture"] and event["samples"] > 50)  # 0.3 of one sample rounds to 0
        self.process.stdin.close()
        last = events.last()
        self.end()
        self.assertEqual(last["types"], ["samples"])
        self.assertNotIn("<title>main (", last["picture"])
        ((stack, total),) = self.written().items()
        self.assertRegex(stack, r"^\d+;other<b&w>$")
        self.assertIn("<title>all (%s samples, 100%%)" % format(total, ","), last["picture"])
        self.assertLess(total, last["samples"])

    def test_a_slow_end_is_no_recording(self):
        self.tracer("bpftrace", TRACER.replace("os._exit(0)", "(time.sleep(2.5), os._exit(0))"))
        address = self.begin("-d", "1.2")
        events = self.events(address)
        first = events.until(lambda event: event["stopping"])
        second = events.next()
        self.assertEqual((first["ending"], second["stopping"]), ("", True))
        self.assertEqual(second["seconds"], first["seconds"])
        self.assertLess(second["seconds"], 2)
        self.end()

    def test_how_a_recording_ends_is_said(self):
        for end, how in [("sys.exit(7)", " with status 7"), ("os.kill(os.getpid(), 9)", " by signal 9")]:
            address = self.begin(program="import os, sys; sys.stdin.read(); " + end)
            events = self.events(address)
            events.until(lambda event: event["samples"] > 0)
            self.process.stdin.close()
            self.assertEqual(events.last()["ending"], os.path.basename(sys.executable) + " has ended" + how + ": out.folded is written")
            self.process.wait(timeout=20)
        address = self.begin("-d", "1.5")
        self.assertEqual(self.events(address).last()["ending"], "The recording has ended: out.folded is written")
        self.end()
        address = self.begin()
        events = self.events(address)
        events.until(lambda event: event["samples"] > 0)
        self.process.send_signal(signal.SIGINT)
        self.assertEqual(events.last()["ending"], "The recording has ended: out.folded is written")
        self.end()

    def test_without_samples_it_says_why(self):
        self.tracer("bpftrace", TRACER.replace("for i in itertools.count():", "for i in itertools.repeat(time.sleep(60)):"))
        address = self.begin()
        events = self.events(address)
        event = events.until(lambda event: event["target"])
        self.assertEqual((event["samples"], event["picture"], event["threads"]), (0, "", []))
        self.process.stdin.close()
        self.assertIn("no samples", events.last()["ending"])
        self.assertEqual(self.process.wait(timeout=20), 1)

    def test_what_cannot_be_read_is_no_end_of_the_recording(self):
        self.tracer("bpftrace", TRACER.replace("\\n]: 1'", "\\n]: 9223372036854775807'"))
        address = self.begin()
        event = self.events(address).until(lambda event: event["failure"])
        self.assertRegex(event["failure"], "overflow|64 bits")  # in a second's samples, or in all of them
        self.process.stdin.close()
        self.assertEqual(self.process.wait(timeout=20), 1)
        self.assertIn("overflow", self.process.stderr.read())

    def test_quiet_prints_the_address(self):
        self.begin("-q")
        self.assertEqual(self.end(), ("", ""))


class Served(Live):
    """Who gets what."""

    def test_the_page_and_its_files(self):
        address = self.begin()
        for name, kind in [("", "text/html"), ("live.js", "text/javascript"), ("live.css", "text/css")]:
            status, headers, body = self.get(address, address.path + name)
            self.assertEqual((status, headers["Content-Type"]), (200, kind + "; charset=utf-8"))
            self.assertEqual(len(body), int(headers["Content-Length"]))
            self.assertHas(headers["Content-Security-Policy"], "default-src 'none'", "frame-ancestors 'none'")
            self.assertEqual((headers["Cache-Control"], headers["Referrer-Policy"]), ("no-store", "no-referrer"))
        self.end()

    def test_nothing_without_the_token_or_under_another_name(self):
        address = self.begin()
        token = address.path.strip("/")
        for path in ("/", "/live.js", "/events", "/" + token, "/" + token[:-1] + "/", "/" + token + "x/", "/" + token[::-1] + "/",
                     "//" + token + "/", "/?" + token):
            self.assertEqual(self.get(address, path)[0], 403, path)
        port = str(address.port)
        for host in ("", "example.org", "example.org:" + port, "127.0.0.1", "127.0.0.1:1", "127.0.0.1:" + port + ".example.org",
                     "localhost.example.org:" + port):
            status, _, body = self.get(address, address.path, Host=host)
            self.assertEqual((status, body), (403, b"Open the address that profconv printed.\n"), host)
        self.assertEqual(self.get(address, address.path, Host="localhost:" + port)[0], 200)
        for origin, status in [("http://example.org", 403), ("null", 403), ("http://127.0.0.1:1", 403), ("http://127.0.0.1:" + port, 200)]:
            self.assertEqual(self.get(address, address.path, Origin=origin)[0], status, origin)
        self.end()

    def test_other_requests_are_refused(self):
        address = self.begin()
        for name in ("nothing", "../live.js", "page/live.js", "live.js/", "%2e%2e/etc/passwd"):
            self.assertEqual(self.get(address, address.path + name)[0], 404, name)
        for method in ("HEAD", "POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(self.get(address, address.path, method)[0], 405, method)
        for text in (b"\r\n\r\n", b"GET\r\n\r\n", b"\0" * 100, b"GET / HTTP/1.1\r\nX: " + b"x" * 100000,
                     b"POST / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n"):
            with socket.create_connection((address.hostname, address.port), timeout=20) as one:
                try:
                    one.sendall(text)
                    one.shutdown(socket.SHUT_WR)
                    self.assertFalse(one.recv(100).startswith(b"HTTP/1.1 200"), text[:40])
                except OSError:  # the end that was refused may be gone
                    pass
        self.assertEqual(self.get(address, address.path)[0], 200)
        self.end()

    def test_no_other_interface_and_no_other_process_has_it(self):
        address = self.begin(program="import os, sys; print(sorted(os.listdir('/proc/self/fd'))[:4], flush=True);" + WAITS)
        with open("/proc/net/tcp", encoding="ascii") as table:
            listening = [line.split() for line in table][1:]
        self.assertIn("0100007F:%04X" % address.port, [fields[1] for fields in listening])
        self.assertNotIn("00000000:%04X" % address.port, [fields[1] for fields in listening])
        self.assertEqual(self.end()[0], "['0', '1', '2', '3']\n")

    def test_many_pages_slow_pages_and_a_thousand_requests(self):
        address = self.begin()
        process = "/proc/%d/fd" % self.process.pid
        watched = self.events(address)
        watched.until(lambda event: event["samples"] > 0)
        before = len(os.listdir(process))
        slow = [Events(address) for _ in range(15)]  # which take nothing
        self.assertEqual(self.get(address, address.path + "events")[0], 503)
        for i in range(1000):
            status = self.get(address, address.path + ("" if i % 2 else "live.css"))[0]
            self.assertEqual(status, 200)
        idle = [socket.create_connection((address.hostname, address.port), timeout=20) for _ in range(100)]
        self.assertIsNotNone(watched.next())
        for one in slow + idle:
            one.close()
        self.wait_until(lambda: len(os.listdir(process)) <= before)
        self.events(address).until(lambda event: event["samples"] > 0)
        self.end()

    def test_idle_connections_leave_room_for_pages_and_files(self):
        for limit in (40, 256):
            self.tracer("bpftrace", TRACER)
            self.preexec = lambda files=limit: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            address = self.begin()
            idle = [socket.create_connection((address.hostname, address.port), timeout=20) for _ in range(300)]
            for one in idle:
                self.addCleanup(one.close)
            self.assertEqual(self.get(address, address.path)[0], 200)
            self.events(address).until(lambda event: event["samples"] > 0)
            self.end()
            self.assertGreater(sum(self.written().values()), 0)

    def test_two_hosts_are_none(self):
        address = self.begin()
        with socket.create_connection((address.hostname, address.port), timeout=20) as one:
            one.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\nHost: example.org\r\n\r\n" % (address.path.encode(), address.netloc.encode()))
            self.assertTrue(one.recv(100).startswith(b"HTTP/1.1 403 "))
        self.end()

    def test_nothing_is_served_after_the_recording(self):
        address = self.begin("-d", "1")
        self.events(address).last()
        self.process.stderr.readline()  # the note that the profile is written, and the program goes on
        with self.assertRaises(ConnectionError):
            self.get(address, address.path)
        self.end()

    def test_pages_that_take_nothing_do_not_keep_it_from_ending(self):
        address = self.begin()
        slow = [self.events(address) for _ in range(5)]
        self.assertEqual(len(slow), 5)
        time.sleep(1.5)
        begin = time.monotonic()
        self.end()
        self.assertLess(time.monotonic() - begin, 10)
        self.assertNothingRuns()


class Asked(Live):
    """The words of the option."""

    def test_a_port(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            words = self.refused(1, "record", "--backend", "bpftrace", "-o", "out.folded", "--live=%d" % port, "--", sys.executable, "-c",
                                 "open('ran', 'w')", env=self.env)
            self.assertHas(words, str(port), "in use", "--live alone")
        self.assertEqual(self.files(), ["bin"])
        self.assertIn("--time", self.refused(2, "record", "--backend", "bpftrace", "--live", "--time", "1,2", "--", "true", env=self.env))
        self.assertEqual(self.begin(live="--live=%d" % port).port, port)
        self.end()

    def test_other_words(self):
        for word in ("--live=x", "--live=70000", "--live=-1", "--live=80x", "--live=TOP"):
            self.assertIn("--live", self.refused(2, "record", "--backend", "bpftrace", word, "--", "true", env=self.env))
        self.file("a.bt", "BEGIN { exit(); }")
        self.assertIn("--script", self.refused(2, "record", "--backend", "bpftrace", "--live", "--script", "a.bt", "--", "true", env=self.env))
        self.assertIn("terminal", self.refused(2, "record", "--backend", "bpftrace", "--live=top", "--", "true", env=self.env))
        self.tracer("perf", "")
        words = self.refused(2, "record", "--backend", "perf", "--live", "--off-cpu", "-o", "x.svg", "--", "true", env=self.env)
        self.assertHas(words, "--backend", "bpftrace")


class Top(Live):
    """--live=top draws the table on the terminal."""

    def on_terminal(self, *arguments):
        """All that is drawn until it ends, and its status."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.directory)
            os.execve(PROFCONV, [PROFCONV, "record", "--backend", "bpftrace", *arguments], {**self.env, "TERM": "xterm"})
        text = b""
        end = time.monotonic() + 30
        while time.monotonic() < end and select.select([terminal], [], [], 30)[0]:
            try:
                text += os.read(terminal, 4096)
            except OSError:
                break
        os.close(terminal)
        return text.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def test_it_draws_every_second(self):
        sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], env=self.env)
        self.addCleanup(lambda: (sleeper.kill(), sleeper.wait()))
        text, status = self.on_terminal("--live=top", "-d", "3.2", "-p", str(sleeper.pid), "-o", "out.folded")
        self.assertEqual(status, 0, text)
        self.assertEqual(text.count("\x1b[2J"), 1)
        self.assertTrue(text.startswith("\x1b[H\x1b[2J"))
        pictures = text.replace("\x1b[2J", "").replace("\x1b[K", "").split("\x1b[H")[1:]
        self.assertIn(len(pictures), (3, 4, 5, 6))
        del pictures[0]  # it may be empty
        self.assertIn("\nThe recording has ended: out.folded is written\n", pictures[-1])
        counts = []
        for picture in pictures:
            first = picture.splitlines()[0]
            found = re.fullmatch(r"\S+ \(process \d+\), (\d) s: (\d+) samples?(, \d+ per second)? \(bpftrace\)", first)
            self.assertIsNotNone(found, first)
            counts.append(int(found[2]))
            self.assertHas(picture, "flat%", "  leaf\n", "  main\n")
            self.assertTrue(all(len(line) <= 80 for line in picture.splitlines()[:7]))
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(counts[-1] * 10101010, sum(self.written().values()))

    def test_a_program_that_prints_there_is_refused(self):
        text, status = self.on_terminal("--live=top", "-o", "out.folded", "--", "true")
        self.assertEqual(status, 2)
        self.assertIn("--live=top: the program prints on this terminal too", text)


if __name__ == "__main__":
    unittest.main()
