"""Talks to `katachi web` as a browser, a stranger and an attacker would; one TAP line each.

    talk.py KATACHI FOLDER FIRST      FOLDER: for files; FIRST: number of the first line
"""
import http.client
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from tap import tap, tap_begin, tap_end, tap_skip

program, folder = sys.argv[1:3]
tap_begin(int(sys.argv[3]) - 1)


os.makedirs(f"{folder}/report/nets", exist_ok=True)
for name, text in (("report/index.html", "<h1>report</h1>"), ("report/plot.svg", "<svg/>"),
                   ("report/results.jsonl", "{}"), ("secret.html", "secret"),
                   ("report/key.pem", "secret"), ("ours.sgf", "(;SZ[9]PB[Ann];B[ee])")):
    with open(f"{folder}/{name}", "w") as out:
        out.write(text)
os.symlink(f"{folder}/secret.html", f"{folder}/report/link.html")
os.symlink(folder, f"{folder}/report/up")
os.mkfifo(f"{folder}/report/pipe.html")

net = f"{folder}/net\udcff.bin.gz"  # a name that is not UTF-8
shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/own-9x9.bin.gz"), net)


def start(*options, **more):
    """Another server, whose first line of output is its address; it writes none if it cannot be one."""
    return subprocess.Popen([program, "web", "--no-browser", "--quiet", *options], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True, **more)


server = subprocess.Popen([program, "web", "--no-browser", "--threads", "1", "--seed", "7", "--quiet", "--net", net,
                           f"{folder}/report", f"{folder}/ours.sgf"], stdout=subprocess.PIPE, text=True)
address = server.stdout.readline().strip()
host = address.split("/")[2]
port, token = int(host.split(":")[1]), address.split("=")[1]
cookie = f"katachi-{port}={token}"


def ask(method, path, body=None, headers=None, timeout=60):
    """Status, headers and text of an answer."""
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    ours = {"Cookie": cookie, "X-Katachi": "1", "Content-Type": "application/json"}
    ours.update(headers or {})
    ours = {k: v for k, v in ours.items() if v is not None}
    if isinstance(body, dict):
        body = json.dumps(body)
    c.request(method, path, body, ours)
    answer = c.getresponse()
    text = answer.read().decode()
    c.close()
    return answer.status, answer.headers, text


def status_is(wanted, sentence, *args, **more):
    try:
        got, _, text = ask(*args, **more)
        tap(got == wanted, sentence, f"{got}, not {wanted}: {text[:200]}")
    except OSError as e:
        tap(False, sentence, repr(e))


def of_server(what):
    """A number that the system has of the server."""
    with open(f"/proc/{server.pid}/status") as about:
        return next(int(line.split()[1]) for line in about if line.startswith(what))


def resident():
    """The memory of the server, in kB."""
    return of_server("VmRSS")


def threads():
    time.sleep(0.1)  # those of connections end
    return of_server("Threads")


def begin_upload(size, headers):
    """Sends all of a request's body but its last byte, and returns the connection."""
    c = socket.create_connection(("127.0.0.1", port), timeout=60)
    c.sendall(f"POST /api/sgf HTTP/1.1\r\n{headers}\r\nContent-Length: {size}\r\n\r\n".encode())
    c.sendall(b"x" * (size - 1))
    return c


class Events:
    """The events of a session, read by a thread."""

    def __init__(self, session=None):
        self.c = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.c.request("GET", "/api/events" + (f"?session={session}" if session else ""), None,
                       {"Cookie": cookie})
        self.answer = self.c.getresponse()
        self.status = self.answer.status
        self.all = []
        if self.status == 200:
            threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        name = None
        try:
            for line in self.answer:
                line = line.decode().rstrip("\n")
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: "):
                    self.all.append((name, json.loads(line[6:])))
        except (OSError, ValueError, AttributeError):
            pass
        self.all.append(("closed", {}))

    def wait(self, what, seconds=60):
        """The first event for which what(name, data) is true, or None."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for name, data in list(self.all):
                if what(name, data):
                    return data
            time.sleep(0.02)
        return None

    def close(self):
        try:
            self.c.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass
        self.c.close()


game = {"boardXSize": 5, "boardYSize": 5, "rules": "chinese", "komi": 0, "moves": [["B", "C3"]]}

# ---- who may ask ----
got, headers, _ = ask("GET", "/?token=" + token, headers={"Cookie": None})
tap(got == 303 and headers["Location"] == "/" and "HttpOnly" in headers["Set-Cookie"] and
    "SameSite=Strict" in headers["Set-Cookie"] and cookie in headers["Set-Cookie"],
    "the address leads to the page and leaves a cookie", (got, dict(headers)))
got, headers, text = ask("GET", "/")
tap(got == 200 and "<html" in text and "default-src 'self'" in headers["Content-Security-Policy"]
    and headers["X-Content-Type-Options"] == "nosniff", "the page comes with its policy",
    (got, dict(headers)))
status_is(403, "without the cookie there is no page", "GET", "/", headers={"Cookie": None})
status_is(403, "a wrong token does not help", "GET", "/?token=" + "0" * 32,
          headers={"Cookie": None})
status_is(403, "nor does a wrong cookie", "GET", "/api/events",
          headers={"Cookie": f"katachi-{port}=" + token[:-1] + "x"})
status_is(403, "another name of this machine is refused (DNS rebinding)", "GET", "/",
          headers={"Host": f"evil.example:{port}"})
status_is(303, "localhost is a name of it", "GET", "/?token=" + token,
          headers={"Host": f"localhost:{port}"})
status_is(403, "pages of others are refused", "POST", "/api/board", {"game": game},
          headers={"Origin": "http://evil.example"})
status_is(200, "its own page is not", "POST", "/api/board", {"game": game},
          headers={"Origin": f"http://127.0.0.1:{port}"})
status_is(403, "a POST needs its header", "POST", "/api/board", {"game": game},
          headers={"X-Katachi": None})
got, headers, _ = ask("DELETE", "/")
tap(got == 405 and headers["Allow"] == "GET, HEAD, POST", "other methods are unknown",
    (got, dict(headers)))
got, headers, _ = ask("POST", "/", {})
tap(got == 405 and headers["Allow"] == "GET, HEAD", "a page takes no POST", (got, dict(headers)))
got, headers, text = ask("HEAD", "/")
tap(got == 200 and text == "" and int(headers["Content-Length"]) > 1000,
    "HEAD has the answer's header without its body", (got, dict(headers), text[:80]))

# ---- what is asked ----
status_is(404, "a file that is not there", "GET", "/nothing.js")
status_is(404, "no file but the page's", "GET", "/../Makefile")
status_is(404, "an API that is not there", "POST", "/api/nothing", {})
status_is(400, "a request that is not JSON", "POST", "/api/board", "{")
status_is(413, "a body that is too long", "POST", "/api/sgf", "x" * (9 << 20))
memory = resident()
strangers = [begin_upload(8 << 20, who) for who in
             5 * [f"Host: evil.example\r\nCookie: {cookie}\r\nX-Katachi: 1",
                  f"Host: {host}\r\nX-Katachi: 1", f"Host: {host}\r\nCookie: {cookie}"]]
more = resident() - memory
for stranger in strangers:
    stranger.close()
tap(more < 30 << 10, "what strangers send is not kept", f"{more} kB")
ours = begin_upload(9 << 20, f"Host: {host}\r\nCookie: {cookie}\r\nX-Katachi: 1")
more = resident() - memory
ours.close()
tap(more < 30 << 10, "nor what is announced as too long", f"{more} kB")
got, headers, text = ask("GET", "/work/0/")
policy = headers["Content-Security-Policy"]
tap(got == 200 and text == "<h1>report</h1>" and "sandbox" in policy and
    "allow-scripts" not in policy and "default-src 'none'" in policy,
    "a report is shown, and runs no scripts", (got, text, dict(headers)))
second = subprocess.Popen([program, "web", "--no-browser", "--quiet", "--port", str(port)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
try:
    said = second.communicate(timeout=10)[1]
except subprocess.TimeoutExpired:
    second.kill()
    said = "it shares the port"
tap(second.returncode == 1 and "cannot listen on 127.0.0.1" in said, "the port is its own", said)
got, headers, text = ask("GET", "/work/0/results.jsonl")
tap(got == 200 and text == "{}", "and so are the results of a match", (got, text))
got, headers, text = ask("GET", "/work/1")
tap(got == 200 and text.startswith("(;SZ[9]PB[Ann]") and headers["Content-Type"] == "application/x-go-sgf",
    "and a game of the command line", (got, text, dict(headers)))
for path in ("/work/0/../secret.html", "/work/0/%2e%2e/secret.html", "/work/0/link.html",
             "/work/0/key.pem", "/work/1/index.html", "/work/1/", "/work/2", "/work/", "/work//", "/work/+0/", "/work/%200/", "/work/00/", "/work/+1", "/work/-1/", "/work/0x/", "/work/0",
             "/work/0//etc/passwd", "/work/0/up/secret.html", "/work/0/pipe.html"):
    status_is(404, f"not shown: {path}", "GET", path)
got, headers, text = ask("GET", "/work/0/later.html")
tap(got == 404 and headers["Content-Type"].startswith("text/plain") and text.startswith("There is no such page"),
    "a person reads a sentence where a report is not there yet", (got, text, dict(headers)))

# ---- a session ----
events = Events()
hello = events.wait(lambda n, d: n == "hello")
tap(hello is not None and "chinese" in hello["rules"] and
    (hello["komi"]["japanese"], hello["komi"]["tromp-taylor"]) == (6.5, 7.5) and
    hello["folders"] == [{"name": "report", "url": "/work/0/"}] and
    hello["network"] == f"{folder}/net?.bin.gz" and hello["seed"] == 7 and
    hello["games"] == [{"name": "ours.sgf", "url": "/work/1"}], "a session begins", hello)
s = hello["session"]
status_is(410, "a session that is not there", "POST", "/api/gtp",
          {"session": "no", "commands": ["name"]})
before = threads()
status_is(200, "no analysis can be ended", "POST", "/api/stop", {"session": s, "engine": "playouts"})
tap(threads() <= before, "which starts no engine", (before, threads()))
query = dict(game, maxVisits=40, includeOwnership=True)
status_is(200, "an analysis begins", "POST", "/api/analyse",
          {"session": s, "engine": "playouts", "tag": [1, "x"], "query": query})
found = events.wait(lambda n, d: n == "analysis" and not d["isDuringSearch"])
tap(found is not None and found["tag"] == [1, "x"] and found["engine"] == "playouts" and
    found["rootInfo"]["visits"] >= 40 and len(found["ownership"]) == 25 and
    found["rootInfo"]["winrate"] > 0.5, "its answer is an event, from black's view",
    str(found)[:300])
endless = dict(game, maxVisits=100000000, reportDuringSearchEvery=0.05)
status_is(200, "one without end begins", "POST", "/api/analyse",
          {"session": s, "engine": "playouts", "tag": 2, "query": endless})
tap(events.wait(lambda n, d: n == "analysis" and d["tag"] == 2) is not None,
    "it reports while it searches", str(events.all)[-300:])
status_is(200, "a new one takes its place", "POST", "/api/analyse",
          {"session": s, "engine": "playouts", "tag": 3, "query": dict(query, maxVisits=20)})
tap(events.wait(lambda n, d: n == "analysis" and d["tag"] == 3 and not d["isDuringSearch"])
    is not None, "and is answered", str(events.all)[-300:])
count = sum(n == "analysis" and d["tag"] == 2 for n, d in events.all)
time.sleep(0.3)
tap(count == sum(n == "analysis" and d["tag"] == 2 for n, d in events.all),
    "of the old one nothing more is told")
status_is(200, "a query with a fault is taken", "POST", "/api/analyse",
          {"session": s, "engine": "playouts", "tag": 4, "query": {"moves": 7}})
tap(events.wait(lambda n, d: n == "problem" and d["engine"] == "playouts" and d.get("tag") == 4)
    is not None, "the fault is an event, with the tag of the query", str(events.all)[-300:])
status_is(422, "an engine of another name", "POST", "/api/analyse",
          {"session": s, "engine": "x", "query": query})

# ---- the player ----
got, _, text = ask("POST", "/api/gtp", {"session": s, "engine": "playouts", "commands": [
    "boardsize 5", "komi 0", "kata-set-param maxVisits 50", "play b c3", "genmove w"]})
replies = json.loads(text).get("replies", [])
tap(len(replies) == 5 and all(r["ok"] for r in replies) and replies[4]["text"] != "",
    "the engine answers a move", text)
got, _, text = ask("POST", "/api/gtp", {"session": s, "engine": "playouts",
                                        "commands": ["play w c3", "play w a1"]})
replies = json.loads(text).get("replies", [])
tap(len(replies) == 1 and not replies[0]["ok"] and "illegal" in replies[0]["text"],
    "it stops at the first move that is illegal", text)
got, _, text = ask("POST", "/api/gtp", {"session": s, "engine": "playouts", "commands": [
    "boardsize 3", "kata-set-rules chinese", "komi 0", "set_position b b2 b b3 w a1", "play b a2",
    "final_score", "set_position b b2", "gogui-setup_player w"]})
replies = json.loads(text).get("replies", [])
tap(len(replies) == 8 and replies[5]["text"] == "B+9" and replies[7]["ok"],
    "stones that are set up are no handicap", text)
for command in ("loadsgf /etc/passwd", "printsgf /tmp/x", "quit", "name\nquit", "",
                "kata-set-param book /etc/passwd", "kata-set-param  net /etc/passwd",
                "kata-set-param gammas /etc/passwd", "kata-set-param fast-gammas /etc/passwd",
                "kata-set-param memory 9000000000", "kata-set-param"):
    status_is(422, f"a page cannot send {command!r}", "POST", "/api/gtp",
              {"session": s, "commands": [command]})
got, _, text = ask("POST", "/api/analyse", {"session": s, "engine": "playouts", "tag": 9,
                   "query": dict(query, overrideSettings={"book": "/etc/passwd"})})
tap(got == 200 and events.wait(lambda n, d: n == "notice" and "book: not a setting" in d["text"])
    is not None, "nor does a query read a file", str(events.all)[-300:])
slow = threading.Thread(target=lambda: slow_replies.append(ask("POST", "/api/gtp", {
    "session": s, "engine": "playouts",
    "commands": ["kata-set-param maxVisits 0", "time_settings 0 600 1", "genmove b"]})))
slow_replies = []
slow.start()
time.sleep(1)
status_is(200, "a search for a move can be ended", "POST", "/api/stop", {"session": s, "move": True})
slow.join(30)
tap(bool(slow_replies) and json.loads(slow_replies[0][2])["replies"][2]["ok"],
    "with the move that it has found", slow_replies)

# ---- a server of a menu's entry, which nobody could end: its end comes below ----
brief = start("--until-closed")
line = brief.stdout.readline().strip()
large = port, cookie
port = int(line.split("/")[2].split(":")[1])
cookie = f"katachi-{port}={line.split('=')[1]}"
page = Events()
tap(page.wait(lambda n, d: n == "hello") is not None and brief.poll() is None,
    "with --until-closed it runs while a page is open")
page.close()
port, cookie = large

# ---- a page that goes while its engine thinks, looked at again below ----
gone = Events()
gone_session = gone.wait(lambda n, d: n == "hello")["session"]
gone_replies = []
abandoned = threading.Thread(target=lambda: gone_replies.append(ask("POST", "/api/gtp", {
    "session": gone_session, "engine": "playouts",
    "commands": ["boardsize 9", "time_settings 0 600 1", "genmove b"]})))
abandoned.start()
time.sleep(1)
gone.close()

# ---- engines that end ----
os.rename(net, net + ".away")
status_is(200, "a network that has gone since the start is asked", "POST", "/api/analyse",
          {"session": s, "engine": "network", "tag": 4, "query": query})
found = events.wait(lambda n, d: n == "problem" and d["engine"] == "network")
tap(found is not None and "cannot open" in found["text"], "the page is told what is missing", found)
got, _, text = ask("POST", "/api/gtp", {"session": s, "engine": "network",
                                        "commands": ["boardsize 5", "genmove b"]})
replies = json.loads(text).get("replies", [])
tap(len(replies) == 2 and not replies[1]["ok"] and "cannot open" in replies[1]["text"],
    "and there is no game with it", text)
os.rename(net + ".away", net)
status_is(200, "when it is back, it is asked again", "POST", "/api/analyse",
          {"session": s, "engine": "network", "tag": 5, "query": query})
tap(events.wait(lambda n, d: n == "analysis" and d["tag"] == 5 and not d["isDuringSearch"])
    is not None, "and answers", str(events.all)[-300:])
got, _, text = ask("POST", "/api/gtp", {"session": s, "engine": "network", "commands": [
    "boardsize 5", "kata-set-param maxVisits 5", "genmove b"]})
replies = json.loads(text).get("replies", [])
tap(len(replies) == 3 and all(r["ok"] for r in replies), "and plays", text)

# ---- pages that come and go ----
abandoned.join(30)
tap(bool(gone_replies) and gone_replies[0][0] == 200, "the search of a page that has gone ends soon",
    gone_replies)
again = Events(s)
hello = again.wait(lambda n, d: n == "hello")
tap(hello is not None and hello["session"] == s, "a page that is loaded again has its session",
    hello)
tap(events.wait(lambda n, d: n == "closed") is not None, "its old stream ends")
greeted = 0
for _ in range(30):  # the old stream must not take the greeting of the new one
    older, again = again, Events(s)
    greeted += again.wait(lambda n, d: n == "hello", 5) is not None
    older.close()
tap(greeted == 30, "each stream of a session is greeted", greeted)
others = [Events() for _ in range(7)]
tap(all(o.status == 200 for o in others), "eight pages can be open")
status_is(503, "a ninth is refused", "GET", "/api/events")
for o in others:
    o.close()
time.sleep(4)  # until the server has noticed
news = [Events() for _ in range(7)]
tap(all(e.status == 200 for e in news), "pages that have gone make room at once")
for e in news:
    e.close()

# ---- the server of a menu's entry ----
try:
    code = brief.wait(60)
    tap(code == 0, "a server with --until-closed ends when its last page is closed", f"exit code {code}")
except subprocess.TimeoutExpired:
    brief.kill()
    tap(False, "a server with --until-closed ends when its last page is closed", "it did not end")

# ---- port 80, which browsers leave out of the Host ----
usual = start("--port", "80")
line = usual.stdout.readline().strip()
if line:
    c = http.client.HTTPConnection("127.0.0.1", 80, timeout=60)  # sends its Host as browsers do
    c.request("GET", "/?" + line.split("?")[1])
    tap(c.getresponse().status == 303, "at port 80 the server knows its name", line)
else:
    tap_skip("at port 80 the server knows its name", "port 80 cannot be used")
usual.terminate()
usual.wait()

# ---- an address that can be written in several ways ----
other = start("--listen", "::0")
line = other.stdout.readline().strip()
if line:
    tap(line.startswith("http://localhost:"), "every form of :: is an address of all names", line)
else:
    tap_skip("every form of :: is an address of all names", "there is no IPv6")
other.terminate()
other.wait()

# ---- little memory ----
gigabyte = 1 << 30
small = start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (gigabyte, gigabyte)))
line = small.stdout.readline().strip()
if line:
    large = port, cookie
    port = int(line.split("/")[2].split(":")[1])
    cookie = f"katachi-{port}={line.split('=')[1]}"
    hello = Events().wait(lambda n, d: n == "hello")
    _, _, text = ask("POST", "/api/gtp", {"session": hello["session"], "engine": "playouts",
                                          "commands": ["kata-get-param memory"]})
    port, cookie = large
    tap(json.loads(text).get("replies", [{}])[0].get("text") == str(gigabyte // 8),
        "an engine takes an eighth of little memory", text)
elif "sanitize" in program or "tsan" in program:
    tap_skip("an engine takes an eighth of little memory", "sanitizer build")
else:
    tap(False, "an engine takes an eighth of little memory", "no server with a gigabyte")
small.terminate()
small.wait()

# ---- the end ----
ask("POST", "/api/analyse", {"session": s, "engine": "playouts", "query": endless})
server.send_signal(signal.SIGINT)
tap(again.wait(lambda n, d: n == "bye") is not None, "pages are told when the server ends")
try:
    code = server.wait(30)
    tap(code == 0, "which takes a moment even while it searches", f"exit code {code}")
except subprocess.TimeoutExpired:
    server.kill()
    tap(False, "which takes a moment even while it searches", "it did not end")

# ---- without --port: that of the last time, if nobody else has it ----
servers = [start() for _ in range(2)]
lines = [each.stdout.readline() for each in servers]
for each in servers:
    each.terminate()
    each.wait()
taken = {int(line.split("/?")[0].split(":")[-1]) for line in lines}
tap(len(taken) == 2 and (port != 8361 or port in taken),
    "a server has the port of the one before it, a second one another", (port, lines))
sys.exit(tap_end())
