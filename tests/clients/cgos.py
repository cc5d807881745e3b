"""cgos.py -- Katachi on a CGOS server of this machine: cgos.py CHECKOUT KATACHI GAMES SECONDS FOLDER

CHECKOUT is a copy of github.com/zakki/cgos.  Its server and its clients run as they are, apart
from two things that a launcher changes: the server listens on the loopback only, and it does not
wait 45 seconds before the first round and 15 between rounds.  Three programs of ours and GNU Go
(or a fourth of ours) play on 9x9 until so many games are over.  Prints TAP.
"""
import gzip, os, re, shutil, socket, sqlite3, subprocess, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from tap import tap, tap_end

checkout, katachi, wanted, seconds, folder = sys.argv[1:6]
wanted = int(wanted)

LAUNCHER = """
import asyncio, functools, sys
sys.path.insert(0, sys.argv[2])
import app.cgos
sleep, serve = asyncio.sleep, asyncio.start_server
asyncio.sleep = lambda seconds: sleep(min(seconds, 1))
asyncio.start_server = lambda f, host, port: serve(f, "127.0.0.1", port)
app.cgos.runServer()
"""


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    return path


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def server_config(port):
    own = {"serverName": "test", "portNumber": port, "boardsize": 9, "komi": 7.0,
           "ko": "POSITIONAL", "level": seconds, "moveIntervalBetweenSave": 0,
           "database_state_file": f"{folder}/state",
           "web_data_file": f"{folder}/wdata.txt", "htmlDir": f"{folder}/html",
           "killFile": f"{folder}/kill", "cgi_database": f"{folder}/cgi"}
    text = open(f"{checkout}/server-python/cgos19.ini").read()
    text = re.sub(r"(?m)^game_archive_database.*$", "", text) # it cannot make a new one
    for key, value in own.items():
        text = re.sub(rf"(?m)^{key}\s*=.*$", f"{key} = {value}", text)
    return write("cgos.ini", text)


def players():
    ours = f"{katachi} gtp --rules cgos --quiet --threads 1"
    commands = {"katachi-a": ours + " --lag 0.5 --seed 2", "katachi-b": ours + " --lag 1",
                "katachi-net": ours + " --lag 0.5 --net own", "katachi-c": ours + " --lag 0.5"}
    gnugo = shutil.which("gnugo", path=os.environ["PATH"] + ":/usr/games")
    if gnugo:
        del commands["katachi-c"]
        commands["gnugo"] = f"{gnugo} --mode gtp --score aftermath --capture-all-dead " \
                            "--chinese-rules --level 5"
    return commands


def client_config(name, command, port):
    log = f"{folder}/{name}.log"
    return write(f"{name}.cfg", f"""Common:
  KillFile = {folder}/{name}.kill

GTPEngine:
  Name = {name}
  CommandLine = {command}
  ServerHost = 127.0.0.1
  ServerPort = {port}
  ServerUser = {name}
  ServerPassword = secret
  NumberOfGames = 1000
  LogFile = {log}
""")


def results():
    try:
        with sqlite3.connect(f"file:{folder}/state?mode=ro", uri=True) as db:
            return db.execute("SELECT gid, w, b, res FROM games ORDER BY gid").fetchall()
    except sqlite3.Error:
        return []


def run():
    """Plays the games; the commands are ended in any case."""
    port, running = free_port(), []

    def start(out, *command, **more):
        log = open(f"{folder}/{out}", "w")
        running.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=folder,
                                        stdin=subprocess.DEVNULL, **more))

    try:
        os.makedirs(f"{folder}/html")
        os.makedirs(f"{folder}/logs")
        shutil.copy(f"{checkout}/server-python/log.ini", folder)
        start("server.log", sys.executable, write("launch.py", LAUNCHER), server_config(port),
              f"{checkout}/server-python/cgos")
        for _ in range(100):
            time.sleep(0.2)
            if running[0].poll() is not None:
                return
            if socket.socket().connect_ex(("127.0.0.1", port)) == 0:
                break
        for name, command in players().items():
            start(f"{name}.out", sys.executable, f"{checkout}/client-python/src/cgosclient.py",
                  client_config(name, command, port))
        end = time.time() + 120 + wanted * 2 * float(seconds)
        while len(results()) < wanted and time.time() < end:
            time.sleep(1)
            if running[0].poll() is not None:
                break
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def ours(name):
    return name.startswith("katachi")


def fault(w, b, res):
    """Who is to blame for a result that no board shows; None: it is a proper one."""
    if re.fullmatch(r"[BW]\+([\d.]+|Resign)|Draw", res):
        return None
    return {"W": b, "B": w}[res[0]]


def sgf_of(gid):
    for top, _, files in os.walk(f"{folder}/html"):
        for name in (f"{gid}.sgf.gz", f"{gid}.sgf"):
            if name in files:
                path = os.path.join(top, name)
                return path
    return None


def counted(path, rules):
    """The score of the game's end by the rules, points for black."""
    text = (gzip.open(path, "rt") if path.endswith(".gz") else open(path)).read()
    plain = write("one.sgf", re.sub(r"RU\[[^]]*\]", f"RU[{rules}]", text))
    out = subprocess.run([katachi, "gtp", "--quiet", "--rules", rules, "--threads", "1"],
                         input=f"loadsgf {plain}\nkata-set-rules {rules}\nfinal_score\n",
                         text=True, capture_output=True).stdout
    score = re.findall(r"= ([BW]\+[\d.]+|0)\s*\Z", out)
    if not score:
        return None
    return 0.0 if score[0] == "0" else float(score[0][2:]) * (1 if score[0][0] == "B" else -1)


def check(played):
    blamed = [(g, fault(g[1], g[2], g[3])) for g in played]
    bad = [g for g, who in blamed if who and ours(who)]
    wrong, thrown, n = [], [], 0
    for gid, w, b, res in played:
        if not re.fullmatch(r"[BW]\+[\d.]+", res):
            continue
        n += 1
        server = float(res[2:]) * (1 if res[0] == "B" else -1)
        loser = w if server > 0 else b
        if counted(sgf_of(gid), "cgos") != server:
            wrong.append((gid, res, counted(sgf_of(gid), "cgos")))
        agreed = counted(sgf_of(gid), "chinese-ogs")
        if ours(loser) and agreed is not None and agreed * server < 0:
            thrown.append((gid, w, b, res, agreed))
    for g in played:
        print("#", *g)
    won = sum(ours(w if r[0] == "W" else b) and not ours(b if r[0] == "W" else w)
              for _, w, b, r in played)
    tap(len(played) >= wanted, f"{len(played)} games on a CGOS server",
        open(f"{folder}/server.log").read()[-2000:])
    tap(played and not bad, "none of them lost by time, an illegal move or silence", bad)
    tap(n and not wrong, f"{n} were counted: the server counts as the ruleset cgos does", wrong)
    tap(n and not thrown, "none was lost by passing with dead stones on the board", thrown)
    print(f"# against GNU Go {won} won")


run()
check(results())
sys.exit(tap_end())
