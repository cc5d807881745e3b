"""press_tab.py bash|zsh FILE LINE -- what a real shell shows when Tab is pressed behind LINE.

The shell runs on a terminal of its own, has read the completion script FILE and nothing else, and
prints MARK on a line of its own when it has dealt with the key.  Printed is all that it wrote
since LINE was sent, without the terminal's control sequences."""
import os
import pty
import re
import select
import sys
import time

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "bind 'set bell-style none' 'set show-all-if-ambiguous on' 'set page-completions off' "
             "'set completion-query-items 0' 'set enable-bracketed-paste off'; source {}"),
    "zsh": (["zsh", "-f", "-i"],
            "unsetopt zle_bracketed_paste beep prompt_sp list_ambiguous; LISTMAX=10000; "
            "autoload -U compinit; compinit -D -u; source {}; zstyle ':completion:*' list-prompt ''"),
}
PATIENCE = 30  # seconds, for machines under load


class Shell:
    def __init__(self, command):
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", COLUMNS="200", LINES="500", PS1="> ", LC_ALL="C.UTF-8")
            os.execvp(command[0], command)
        self.seen = ""

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, mark):
        end = time.monotonic() + PATIENCE
        while mark not in self.seen:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                sys.exit(f"no {mark!r} within {PATIENCE} s; seen: {self.seen!r}")
            self.seen += os.read(self.terminal, 65536).decode(errors="replace")
        before, self.seen = self.seen.split(mark, 1)
        return before

    def command(self, line):
        """Runs the line; the words of the mark are apart in it, so that its echo is no mark."""
        self.send(line + "; echo MA''RK\r")
        return self.read_until("MARK\r\n")


shell, script, line = sys.argv[1:]
command, setup = SHELLS[shell]
it = Shell(command)
it.command("stty rows 500 columns 200")
it.command(setup.format(script))
it.send(line + "\t")
it.send("\x01: \r" + "echo MA''RK\r")  # from its beginning, the line becomes one that does nothing
shown = it.read_until("MARK\r\n")
print(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\r\a]", "", shown))
