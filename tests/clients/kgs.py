"""kgs.py KATACHI -- katachi gtp in the hands of KGS's client, kgsGtp.

The client itself is not free and could not be had.  This is not a recording either, but the order of
commands that its documentation (kgsGtp.xhtml, "GTP commands") and published logs of it describe: what it
asks at the start, a game under Japanese rules with byo-yomi, a dispute about dead stones with the
cleanup phase, chat, handicap on either side, a game that is resumed, an undo.  As the client does, it
ends at anything but one well-formed answer to each command.  Prints TAP."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from tap import tap, tap_end


class Engine:
    def __init__(self, seed):
        self.process = subprocess.Popen(
            [sys.argv[1], "gtp", "--kgs-chat", "--playouts", "150", "--threads", "1", "--seed", str(seed),
             "--resign-threshold", "0"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def answer(self, command):
        """The first character and the text of the answer, which ends with an empty line."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"Bail out! katachi ended at '{command}'")
            if line == "\n":
                break
            lines.append(line.rstrip("\n"))
        if not lines or lines[0][0] not in "=?":
            raise SystemExit(f"Bail out! malformed response to '{command}': {lines}")
        return lines[0][0], "\n".join([lines[0][1:].strip()] + lines[1:])

    def ask(self, command):
        mark, text = self.answer(command)
        if mark != "=":
            raise SystemExit(f"Bail out! '{command}' failed: {text}")
        return text


def start(engine):
    commands = engine.ask("list_commands").split("\n")
    engine.ask("name")
    engine.ask("version")
    wanted = ["boardsize", "clear_board", "komi", "play", "genmove", "undo", "time_settings", "time_left",
              "final_status_list", "place_free_handicap", "set_free_handicap", "kgs-rules", "kgs-time_settings",
              "kgs-genmove_cleanup", "kgs-game_over", "kgs-chat"]
    missing = [c for c in wanted if c not in commands]
    tap(not missing, "every command that the client looks for is listed", missing)


def begin(engine, size, rules, komi, time):
    for command in (f"boardsize {size}", f"kgs-rules {rules}", "clear_board", f"komi {komi}",
                    f"kgs-time_settings {time}"):
        engine.ask(command)


def play_out(players, genmove, left):
    """Both take turns until two passes; the moves.  The clock has 0 seconds and periods left."""
    moves, passes, colours = [], 0, "bw"
    while passes < 2 and len(moves) < 300:
        me, other = players[len(moves) % 2], players[(len(moves) + 1) % 2]
        colour = colours[len(moves) % 2]
        me.ask(f"time_left {colour} {left}")
        move = me.ask(f"{genmove} {colour}").lower()
        if move == "resign":
            return moves + [move]
        other.ask(f"play {colour} {move}")
        moves.append(move)
        passes = passes + 1 if move == "pass" else 0
    return moves


def dead(engine):
    return sorted(engine.ask("final_status_list dead").split())


def whole_game(black, white):
    for engine in (black, white):
        begin(engine, 9, "japanese", "6.5", "byoyomi 0 5 5")
    moves = play_out((black, white), "genmove", "5 5")
    end = moves[-1]
    tap(end in ("pass", "resign"), "a game with byo-yomi comes to its end", moves)
    if end == "pass":
        tap(dead(black) == dead(white), "both sides tell the same dead stones", [dead(black), dead(white)])
    said = black.ask("kgs-chat game opponent winrate")
    tap("%" in said and "\n" not in said, "asked in the game, it tells its win rate", said)
    for engine in (black, white):
        engine.ask("kgs-game_over")


def dispute(black, white):
    """Black has a stone within White's area; they disagree, and White has to take it."""
    for engine in (black, white):
        begin(engine, 7, "chinese", "9", "canadian 60 30 10")
        for move in "b c1,w d1,b c2,w d2,b c3,w d3,b c4,w d4,b c5,w d5,b c6,w d6,b c7,w d7,b f4,w pass,b pass".split(","):
            engine.ask("play " + move)
    tap(dead(white) == ["F4"], "the stone that cannot live is dead", dead(white))
    # The cleanup begins with the player whose turn it is, White.
    moves, turn = [], 1
    while len(moves) < 2 or moves[-2:] != ["pass", "pass"]:
        me, other, colour = (black, white, "b") if turn == 0 else (white, black, "w")
        me.ask(f"time_left {colour} 30 10")
        move = me.ask(f"kgs-genmove_cleanup {colour}").lower()
        other.ask(f"play {colour} {move}")
        moves.append(move)
        turn = 1 - turn
        if len(moves) > 60:
            break
    tap(moves[-2:] == ["pass", "pass"] and not dead(white) and not dead(black),
        "after the cleanup no dead stone is left", [moves, dead(white), dead(black)])
    for engine in (black, white):
        engine.ask("kgs-game_over")


def handicaps(engine):
    begin(engine, 19, "aga", "0.5", "absolute 600")
    points = engine.ask("place_free_handicap 4").split()
    tap(len(set(points)) == 4, "as Black it places its handicap", points)
    engine.ask("time_left b 600 0")
    engine.ask("time_left w 600 0")
    engine.ask("kgs-game_over")
    begin(engine, 19, "new_zealand", "0.5", "none")
    engine.ask("set_free_handicap D4 Q16 D16")
    move = engine.ask("genmove w").lower()
    tap(move not in ("d4", "q16", "d16", "pass", "resign"), "as White it answers a handicap", move)
    engine.ask("kgs-game_over")


def resumed(engine):
    begin(engine, 9, "japanese", "6.5", "byoyomi 300 30 5")
    for move in ("b e5", "w c3", "b g3", "w c7"):
        engine.ask("play " + move)
    engine.ask("time_left b 120 0")
    move = engine.ask("genmove b").lower()
    engine.ask("time_left b 30 5")
    engine.ask("undo")
    engine.ask("play b d4")
    tap("d4" in engine.ask("list_stones b").lower(), "a resumed game goes on; a move is taken back", move)
    tap(engine.answer("play w d4")[0] == "?", "an illegal move is refused")
    private = engine.ask("kgs-chat private somebody hello there")
    tap(bool(private) and "\n" not in private, "a private word is answered in one line", private)
    engine.ask("kgs-game_over")


black, white = Engine(1), Engine(2)
for player in (black, white):
    start(player)
whole_game(black, white)
dispute(black, white)
handicaps(black)
resumed(white)
for player in (black, white):
    player.ask("quit")
    player.process.wait(20)
    tap(player.process.returncode == 0, "it ends with the client", player.process.returncode)
sys.exit(tap_end())
