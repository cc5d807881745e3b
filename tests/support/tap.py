"""tap.py -- for tests in Python: each tap() prints one TAP line, and tap_end() the
plan."""
count, failed = 0, False


def tap_begin(after):
    """Others have printed so many lines before."""
    global count
    count = after


def tap(good, sentence, why=""):
    """Returns whether it is good; `why` is told if it is not."""
    global count, failed
    good = bool(good)
    count += 1
    failed |= not good
    print(("ok" if good else "not ok") + f" {count} - {sentence}", flush=True)
    for line in [] if good else str(why)[-2000:].splitlines():
        print("# " + line, flush=True)
    return good


def tap_skip(sentence, why):
    global count
    count += 1
    print(f"ok {count} - {sentence} # SKIP {why}", flush=True)


def tap_end():
    """Prints how many lines there were; the exit code of the test."""
    print(f"1..{count}", flush=True)
    return 1 if failed else 0
