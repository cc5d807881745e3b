# katachi play: a game at the terminal.
. "$(dirname "$0")/../support/tap.sh"
cd "$dir" || exit 2

size='--size 5'
play() { # INPUT OPTION...
    local input=$1
    shift
    printf "$input" | "$KATACHI" play $size --threads 1 --playouts 30 "$@"
}
says() { # PATTERN SENTENCE INPUT OPTION...
    local pattern=$1 sentence=$2 output
    shift 2
    output=$(play "$@" 2>&1)
    if grep -qE -- "$pattern" <<<"$output"; then
        tap_ok "$sentence"
    else
        tap_not_ok "$sentence" "no /$pattern/ in: $output"
    fi
}

says '^White: ([A-E][1-5]|pass) +\(white wins [0-9]+ %' "a move is answered" 'C3\nquit\n' -o a.sgf
check "the game is saved" grep -qE ';B\[cc\];W\[' a.sgf
check "with the program's name" grep -q 'PW\[Katachi' a.sgf
says 'the program plays like a 20k, komi' "a weaker partner" 'C3\nquit\n' --rank 20k -o weak.sgf
check "whose rank is in the file" grep -q 'WR\[20k\]' weak.sgf
check "but not the person's" sh -c '! grep -q "BR\[" weak.sgf'
says '^White: ([A-E][1-5]|pass)$' "which says nothing of its chances" 'C3\nquit\n' --rank 20k -o weak.sgf
says '^black> .C9. is neither a point of this board, such as C3, nor a command' \
    "what is not understood is said" 'C9\nquit\n'
says "unexpected 'B2' after 'C3'; give one move at a time" "nothing in a line is ignored" 'C3 B2\nquit\n'
says 'the point is occupied' "an illegal move is refused, and the game goes on" 'C3\nC3\nquit\n' \
    --you both -o b.sgf
says '^1  [A-E][1-5] +\(black wins.*  [0-9]+ visits?$' "a hint" 'hint\nquit\n' --seed 1
says '^  [1-5].* 1 .*[1-5] $' "which the board shows" 'hint\nquit\n' --seed 1
says 'no move to take back' "nothing to undo" 'undo\nquit\n'
play 'C3\nundo\nB3\nquit\n' -o c.sgf >/dev/null
check "undo takes the answer back, too" \
    bash -c 'grep -qE "KM\[[0-9.]+\][^;]*;B\[bc\];W\[([a-e][a-e])?\]\)" c.sgf'
says 'score: B\+24' "two passes end the game, and it is counted" 'C3\npass\npass\n' --you both \
    --komi 1 -o d.sgf
check "the result is in the record" grep -q 'RE\[B+24\]' d.sgf
expect 1 'no-such/x.sgf: cannot write' "where it cannot save the game is told before it" \
    "$KATACHI" play --size 5 --you both --plain -o no-such/x.sgf
expect 2 'ponder has no effect here' "it does not ponder" "$KATACHI" play --ponder
expect 2 'the board is already shown on standard output; name a file' "standard output has the board" \
    "$KATACHI" play --size 5 --you both --plain -o -
says 'Black resigns' "resigning" 'C3\nresign\n' -o e.sgf
says 'the game is over' "but not after the end, which has decided the game" 'pass\npass\nresign\nquit\n' \
    --you both -o over.sgf
check "the count stays" sh -c 'grep -q "RE\[W+" over.sgf && ! grep -q "+R" over.sgf'
check "which is in the record, too" grep -q 'RE\[W+Resign\]' e.sgf
says 'The game is in f.sgf' "saving in between" 'C3\nsave f.sgf\nquit\n'
says 'cannot write' "a file that cannot be written is told, and the game goes on" \
    'C3\nsave /no-such/x.sgf\nquit\n' -o g.sgf
check "and saved at the end" test -s g.sgf
cp "$root/data/fast-9x9.gammas.zst" my.gammas
says 'save my.gammas would replace gammas' "a file of another kind is not replaced" \
    'C3\nsave my.gammas\nquit\n' -o h.sgf
mkdir often
saves_often() {
    (cd often && play 'C3\nsave\nundo\nD4\nsave\nC2\nquit\n' >/dev/null && ls | wc -l)
}
expect 0 '^1$' "a game saved again is saved in the same file" saves_often
says "'yes' is not a command; press Enter to agree" "after two passes Enter is asked for" \
    'pass\npass\nyes\nquit\n' --you both -o over.sgf
says 'The game is in k.sgf' "at the end the game is in the file of the options, too" \
    'C3\nsave f.sgf\nquit\n' -o k.sgf
says "unexpected '3' after 'undo'" "nor after a command" 'C3\nundo 3\nquit\n' --you both -o b.sgf
printf '(;SZ[5]RU[Japanese]KM[3];B[cc];W[bb];B[];W[])' >old.sgf
size=
says 'You are white, komi 3\.' "a game from a file goes on" 'quit\n' old.sgf --you white -o on.sgf
check "without the passes that ended it, with its size and rules" \
    bash -c 'grep -qE "SZ\[5\].*RU\[Japanese\]KM\[3\];B\[cc\];W\[bb\];B\[[a-e]" on.sgf'
says 'score: B' "to its end" 'undo\npass\npass\n' old.sgf --you both -o on.sgf
check "moves of the file can be taken back" \
    bash -c 'grep -q "KM\[3\];B\[cc\];W\[\];B\[\]TB\[" on.sgf'
says '^black> $' "which is not saved twice" 'quit\n' old.sgf
says 'save ./old.sgf would overwrite an input .old.sgf.; name another' "nor written over" \
    'save ./old.sgf\nquit\n' old.sgf
printf '(;SZ[5]RU[Japanese]KM[3]PB[Ann]PW[Bob]RE[B+1];B[cc];W[bb];B[];W[]C[Thanks.])' >done.sgf
play 'quit\n' done.sgf --you black -o copy.sgf >/dev/null
check "a game that nobody went on with keeps its end" bash -c \
    'grep -q "PW\[Bob\].*RE\[B+1\].*;B\[cc\];W\[bb\];B\[\];W\[\]C\[Thanks.\])" copy.sgf'
play 'undo\nquit\n' done.sgf --you both -o copy.sgf >/dev/null
check "unlike one of which a move was taken back" bash -c \
    'grep -q ";B\[cc\])" copy.sgf && ! grep -q "RE\[" copy.sgf'
size='--size 5'
expect 2 '.-size cannot be used when continuing a game' "it has its own size" \
    "$KATACHI" play old.sgf --size 5
expect 2 'would overwrite an input' "and is kept" "$KATACHI" play old.sgf -o old.sgf
printf '(;SZ[5]PB[Ann]PW[Bob]BR[3d]WR[2d]DT[2019-04-30]EV[Cup]RE[B+1]C[Hello.];B[cc]C[Centre];' >ann.sgf
printf 'W[bb]C[Corner];B[dd]C[Hm])' >>ann.sgf
size=
play 'undo\nundo\nC4\nquit\n' ann.sgf --you both -o on.sgf >/dev/null
check "a game that goes on keeps its header, and the comments of its moves" bash -c 'grep -q "EV\[Cup\]" \
    on.sgf && grep -qE "PB\[Ann\]PW\[Bob\]BR\[3d\]WR\[2d\]DT\[2019-04-30\]" on.sgf &&
    grep -q "C\[Hello.\];B\[cc\]C\[Centre\];W\[cb\])" on.sgf && ! grep -q "RE\[" on.sgf'
play 'quit\n' ann.sgf --you black -o on.sgf >/dev/null
check "but for whom the program plays" grep -q 'PB\[Ann\]PW\[Katachi [^]]*\]BR\[3d\]DT' on.sgf
size='--size 5'
printf '(;SZ[5];B[cc];W[cc])' >wrong.sgf
expect 1 'wrong.sgf: move 2: illegal move W C3' "a game that cannot be played" \
    "$KATACHI" play wrong.sgf
printf '(;SZ[7]KM[3]RU[Chinese];B[dc];W[cc];B[dd];W[cd];B[de];W[ce];B[db];W[cb];B[da];W[ca];' >end.sgf
printf 'B[df];W[cf];B[dg];W[cg];B[bd];W[fc])' >>end.sgf
size=
at_end() { play "pass\npass\n$1" end.sgf --you both --playouts 30 --plain -o ended.sgf; }
says "^  5 w w O X b o b 5 $" "the end shows dead stones and territory" 'pass\npass\n' end.sgf --you both -o ended.sgf
says 'makes the stones at C3 dead, or alive again' "and asks" 'pass\npass\n' end.sgf --you both -o ended.sgf
check "the score is saved" grep -q 'RE\[B+4\]' ended.sgf
check "with who owns what" grep -qE 'TB(\[[a-g][a-g]\])*\[fc\](\[[a-g][a-g]\])*TW\[' ended.sgf
at_end 'dead F5\n' >/dev/null
check "people may say that stones live" grep -q 'RE\[W+18\]' ended.sgf
at_end 'dead f5 B4\ndead B4,F5\n\n' >/dev/null
check "and that they are dead after all" grep -q 'RE\[B+4\]' ended.sgf
at_end 'dead F5\nscore\n\n' >/dev/null
check "which asking for the score again does not change" grep -q 'RE\[W+18\]' ended.sgf
at_end 'undo\nD4\nquit\n' >/dev/null
check "or play on" bash -c '! grep -q "RE\[" ended.sgf'
says "no stone at 'A1'" "a point without a stone" 'pass\npass\ndead B4 A1\n' end.sgf \
    --you both -o ended.sgf
check "changes nothing" grep -q 'RE\[B+4\]' ended.sgf
says 'the game is over; .undo.' "nobody moves when both have passed" 'pass\npass\nG1\n' end.sgf \
    --you both -o ended.sgf
says 'dead stones are marked after both sides have passed' "nothing is dead before" 'dead F5\n' end.sgf \
    --you both -o ended.sgf
printf '(;SZ[7]KM[0]RU[Japanese]AB%sAW%s)' '[ba][fa][ab][bb][cb][db][eb][fb][gb][ac][bc][cc][dc][ec][fc][gd]' \
    '[ad][bd][cd][dd][ed][fd][ae][ce][ee][fe][af][bf][cf][df][ef][ff][gf][bg][dg][fg]' >fill.sgf
says 'score: W\+1$' "a point that must be filled does not count" 'pass\npass\n' fill.sgf --you both -o filled.sgf
check "nor is it territory in the record" grep -q 'TB\[aa\]\[ca\]\[da\]\[ea\]\[ga\]TW' filled.sgf
# black has two eyes and nothing else to fill
printf '(;SZ[3]KM[3]PL[B]AB[ab][ac][ba][bb][bc][ca][cb])' >full.sgf
says '^Black: pass' "the program passes first" 'pass\nundo\nquit\n' full.sgf --you white -o full2.sgf
check "and the pass that ended the game is taken back alone" grep -q ';B\[\])' full2.sgf
size='--size 5'
says 'under these rules every stone on the board counts' "nor where the board counts as it stands" \
    'C3\npass\npass\ndead C3\n' --you both --rules tromp-taylor -o ended.sgf
mkdir resigned && cd resigned
play 'C3\nsave f.sgf\nresign\n' >/dev/null
check "who resigns after saving finds it in a record" grep -q 'RE\[W+Resign\]' katachi-*.sgf
cd ..
mkdir own && cd own
play 'C3\n' >/dev/null
play 'C3\n' >/dev/null
check "without a name one is made after the time, and no game is overwritten" \
    bash -c '[ "$(ls katachi-*.sgf | wc -l)" = 2 ]'
cd ..
"$KATACHI" play --size 5 --threads 1 --playouts 30 --you none -o gone.sgf 2>/dev/null | head -20 >/dev/null
check "a game is saved when nobody reads the board any more" grep -q ';B\[.*;W\[' gone.sgf
printf '(;SZ[5]KM[0];B[cc];W[ea];B[bb];W[ee];B[dd])' >lost.sgf
mkdir given-up && cd given-up
"$KATACHI" play ../lost.sgf --threads 1 --playouts 200 --resign-moves 1 --resign-threshold 0.5 >/dev/null
check "and one that the program gives up at once" grep -q 'RE\[B+Resign\]' katachi-*.sgf
cd ..
says 'Katachi plays itself' "it can play itself" '' --you none --playouts 5 -o h.sgf
check "to the end" grep -q 'RE\[' h.sgf
itself() { play '' --you none --playouts 5 --plain -o i.sgf "$@"; }
check "a seed repeats the game" alike "$(itself --seed 1)" "$(itself --seed 1)"
check "without one no two games are alike" test "$(itself)" != "$(itself)"
says 'white>' "after a handicap white begins" 'quit\n' --size 9 --handicap 3 --you white
says 'You are black, komi 0\.5\.' "a handicap of 1 is the komi" 'quit\n' --handicap 1
expect 2 'has room for at most 1 stone$' "a board with room for one" "$KATACHI" play --size 2 --handicap 2
expect 2 'has room for' "too many handicap stones" "$KATACHI" play --size 3 --handicap 9
expect 2 "unknown rules 'x'" "unknown rules" "$KATACHI" play --rules x
expect 2 'komi expects a whole or half number' "a komi that is none" "$KATACHI" play --komi x
expect 2 'komi expects a whole or half number' "one in base 16" "$KATACHI" play --komi 0x10

says "none.bin.: No such file" "a network that is missed when the board is counted" \
    'C3\npass\npass\n' --you both --net ./none.bin -o counted.sgf
check "does not lose the game" grep -q ';B\[cc\];W\[\];B\[\])' counted.sgf
gone() { # its folder is removed once the game has begun
    mkdir gone
    { echo C3 && until grep -q 'white>' gone.txt; do sleep 0.1; done && rmdir gone && echo quit; } |
        "$KATACHI" play $size --you both -o gone/a.sgf >gone.txt
    local code=$?
    cat gone.txt
    return $code
}
expect 1 ';B\[cc\])' "nor does a folder that is gone: the record is shown" gone

if command -v python3 >/dev/null; then
    cat >terminal.py <<'P'
import os, pty, sys
shown = b''
def read(fd):
    global shown
    data = os.read(fd, 1024)
    shown += data
    return data
pid, fd = pty.fork()
if pid == 0:
    os.environ.setdefault('PLAYED_ON', 'xterm-256color')
    os.environ['TERM'] = os.environ['PLAYED_ON']
    os.execvp(sys.argv[1], sys.argv[1:])
os.write(fd, b'quit\n')
try:
    while read(fd):
        pass
except OSError:
    pass
os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
P
    expect 0 $'\033\[48;5;179m' "a terminal gets colours" \
        python3 terminal.py "$KATACHI" play --size 5 --you both
    expect 0 '^  5 \. \. \. \. \. 5' "one without colours gets letters" \
        env PLAYED_ON=vt100 python3 terminal.py "$KATACHI" play --size 5 --you both
    expect 0 'to play in the terminal, run .katachi play.' "katachi gtp says what it is, to people" \
        python3 terminal.py "$KATACHI" gtp
else
    tap_skip "a terminal gets colours" "python3 is not installed"
fi
cd "$root" || exit 2
tap_end
