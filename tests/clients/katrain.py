"""katrain.py CHECKOUT KATACHI DATA -- KaTrain (github.com/sanderland/katrain) as it is, without its
windows, plays and analyses with katachi analysis.  The few names that its core takes from kivy
are given below.  Prints TAP.
"""
import json, os, sys, threading, time, types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from tap import tap, tap_end

checkout, katachi, data = sys.argv[1:4]
sys.argv = sys.argv[:1]


class JsonStore(dict):
    def __init__(self, name, **_):
        super().__init__(json.load(open(name, encoding="utf-8")))

    def put(self, key, **values):
        self[key] = values


def module(name, **names):
    made = types.ModuleType(name)
    made.__dict__.update(names)
    sys.modules[name] = made


module("kivy", Config=types.SimpleNamespace(set=lambda *a: None))
module("kivy.utils", platform="linux")
module("kivy.clock", Clock=types.SimpleNamespace(schedule_once=lambda f, t=0: f(t)))
module("kivy._event", Observable=object)
module("kivy.storage")
module("kivy.storage.jsonstore", JsonStore=JsonStore)
sys.path.insert(0, checkout)
os.chdir(checkout)

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import AI_HUMAN, AI_PRO, AI_STRATEGIES, OUTPUT_ERROR
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game


def give_up():
    tap(False, "it answers within two minutes")
    os._exit(1)


clock = threading.Timer(120, give_up)
clock.daemon = True
clock.start()
errors = []


class Quiet(KaTrainBase):
    def log(self, message, level=0):
        if level == OUTPUT_ERROR and "!= 362" not in message:  # its warning on small boards
            errors.append(message)

    def __call__(self, *message):
        errors.append(message)


def wait(test, seconds=60):
    end = time.time() + seconds
    while not test() and time.time() < end:
        time.sleep(0.02)
    return test()


katrain = Quiet(force_package_config=True, debug_level=0)
config = dict(katrain.config("engine"), katago=katachi, model=f"{data}/own-9x9.bin.gz", max_visits=12,
              fast_visits=6, max_time=20, humanlike_model=f"{data}/own-9x9.bin.gz",
              backend="local", config=f"{checkout}/katrain/KataGo/analysis_config.cfg")
config["_enable_ownership"] = True
engine = KataGoEngine(katrain, config)
game = Game(katrain, engine, game_properties={"SZ": 9, "KM": 6.5, "RU": "japanese"})
first = game.current_node
tap(wait(lambda: first.analysis_complete), f"it starts katachi with {os.path.basename(config['config'])}"
    " and the empty board is analysed", errors)
tap(first.ownership and len(first.ownership) == 81 and len(first.policy) == 82,
    "ownership and policy have their sizes")
for strategy in AI_STRATEGIES:
    if strategy in (AI_HUMAN, AI_PRO):
        continue
    move, node = generate_ai_move(game, strategy, dict(katrain.config(f"ai/{strategy}")))
    if move is None or (move.coords is None and game.current_node.depth < 20):
        errors.append(f"{strategy} plays {move}")
tap(not errors, f"{len(AI_STRATEGIES) - 2} of its opponents play a move each", errors)
for strategy, settings in ((AI_HUMAN, {"human_kyu_rank": 5, "modern_style": True}),
                           (AI_PRO, {"pro_year": 1950})):
    errors.clear()
    try:
        move, node = generate_ai_move(game, strategy, settings)
        tap(move.gtp() and not errors, f"and {strategy}, by humanPolicy", errors)
    except Exception as e:
        tap(False, f"and {strategy}, by humanPolicy", e)
errors.clear()
node = game.current_node
got = []
engine.request_analysis(node, lambda a, partial: got.append((a, partial)), errors.append, visits=8,
                        region_of_interest=[0, 3, 0, 3])
wait(lambda: any(not p for _, p in got))
moves = [m["move"] for a, p in got if not p for m in a["moveInfos"]]
tap(moves and all(m == "pass" or (m[0] in "ABCD" and m[1] in "1234") for m in moves),
    "a region of interest has only moves of it", moves)
got.clear()
engine.request_analysis(node, lambda a, partial: got.append((a, partial)), errors.append, ponder=True)
tap(wait(lambda: len(got) > 2) and all(p for _, p in got), "it ponders and reports", len(got))
engine.stop_pondering()
tap(wait(lambda: any(not p for _, p in got)), "until it is told to stop")
tap(not errors, "without an error", errors)
engine.shutdown(finish=False)
os._exit(tap_end())
