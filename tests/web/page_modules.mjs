// Tests of the page's pure modules with Node's own test runner; test_page_modules.sh runs them.
import {test} from 'node:test'
import assert from 'node:assert/strict'
import {readdirSync, readFileSync} from 'node:fs'
import {parse, write, text, simpleText, escape} from '../../web/page/sgf.js'
import {Tree, layout, gameAt, setupStones, nearestKomi, lineThrough, pathTo, moveNumber, nextMover} from '../../web/page/tree.js'
import {vertexAt, indexOf, vertexFromSgf, vertexToSgf, verticesFromSgf, starPoints, chainAt} from '../../web/page/points.js'
import {Clock, clockSettings} from '../../web/page/clock.js'
import {takePlace, mostWindows} from '../../web/page/windows.js'
import {hintOverlay, searchOverlay, lineOverlay, policyOverlay, nodeMarks, answerWords} from '../../web/page/overlays.js'
import {counted, asSentence} from '../../web/page/dom.js'
import {noticeParts} from '../../web/page/api.js'
import {eloText} from '../../web/page/features.js'
import {annotation, bestOf, sumsOf} from '../../web/page/review.js'
import {sentence} from '../../web/page/files.js'
import {Game} from '../../web/page/game.js'
import {Player} from '../../web/page/player.js'
import {Engines} from '../../web/page/engines.js'

const same = assert.deepEqual

test('vertices: no column I, rows from the bottom, up to 25x25', () => {
  assert.equal(vertexAt(0, 19), 'A19')
  assert.equal(vertexAt(8, 19), 'J19')
  assert.equal(vertexAt(624, 25), 'Z1')
  for (const size of [2, 9, 25])
    for (let i = 0; i < size * size; i++) assert.equal(indexOf(vertexAt(i, size), size), i)
  for (const wrong of ['pass', 'I5', 'K1', 'A0', 'A10', '', 'AA']) assert.equal(indexOf(wrong, 9), -1)
})

test('points of SGF: passes, small and large letters, rectangles, points outside', () => {
  assert.equal(vertexFromSgf('cg', 9), 'C3')
  assert.equal(vertexFromSgf('', 19), 'pass')
  assert.equal(vertexFromSgf('tt', 19), 'pass')
  assert.equal(vertexFromSgf('tt', 21), 'U2')
  assert.equal(vertexFromSgf('jj', 9), null)
  assert.equal(vertexFromSgf('a', 9), null)
  same(['E5', 'c3', ' e e', 'PASS', 'J10', 'I5', 'EE', ''].map(value => vertexFromSgf(value, 9)), ['E5', 'C3', 'E5', 'pass', null, null, null, 'pass'])
  assert.equal(vertexToSgf('C3', 9), 'cg')
  assert.equal(vertexToSgf('pass', 9), '')
  same(verticesFromSgf(['bb:ac', 'zz', 'ee'], 9), ['A8', 'B8', 'A7', 'B7', 'E5'])
})

test('star points are where players expect them', () => {
  same(starPoints(9).map(i => vertexAt(i, 9)).sort(), ['C3', 'C7', 'E5', 'G3', 'G7'])
  assert.equal(starPoints(19).length, 9)
  assert.equal(starPoints(13).length, 9)
  same(starPoints(10).map(i => vertexAt(i, 10)).sort(), ['C3', 'C8', 'H3', 'H8'])
  same(starPoints(4), [])
})

test('a chain is what touches, not what is near', () => {
  const stones = 'XX.' + '.XO' + 'X.O'
  same(chainAt(stones, 3, 0).sort(), [0, 1, 4])
  same(chainAt(stones, 3, 5).sort(), [5, 8])
  same(chainAt(stones, 3, 6), [6])
  same(chainAt(stones, 3, 2), [])
})

test('values: escapes, soft line breaks, white space', () => {
  assert.equal(text('a\\]b\\\\c\\:d'), 'a]b\\c:d')
  assert.equal(text('one\\\ntwo\r\nthree\tfour'), 'onetwo\nthree four')
  assert.equal(simpleText(' one\ntwo '), 'one two')
  for (const words of ['a]b\\c', 'end\\', ']', 'x\ny', 'C:\\games\\\nnext line', '<script>alert(1)</script>']) assert.equal(text(escape(words)), words)
})

test('a file is written as it was read, whatever it holds', () => {
  const words = '(;FF[4]SZ[9]XY[a\\]b:c][]LB[aa:1\\]][bb:2];B[aa](;W[bb];B[])(;W[cc](;B[dd])(;B[ee])))'
  const games = parse('mail before it\n' + words + '\n(;GM[1])')
  assert.equal(games.length, 2)
  assert.equal(write([games[0]]).replaceAll('\n', ''), words)
})

test('faults of files: old names, missing ends, stray text, no game', () => {
  same([...parse('(;White[bb]SiZe[9]')[0].properties], [['W', ['bb']], ['SZ', ['9']]])
  assert.equal(parse('(;B[aa];W[bb')[0].children[0].properties.get('W')[0], 'bb')
  assert.equal(parse('(;B[aa]))) ;W[bb] (;B[cc])').length, 2)
  assert.equal(parse('(;C[(;B\\[aa\\])]B[cc])').length, 1)
  assert.throws(() => parse('hello'), /not an SGF file/)
  assert.throws(() => parse(''), /not an SGF file/)
})

test('of a game that is only listed the first node is read', () => {
  const [game] = parse('(;PB[a;b]\n;B[aa](;W[bb])(;W[cc]))', 1)
  same([...game.properties], [['PB', ['a;b']]])
  same(game.children.flatMap(({children}) => children), [])
})

test('several comments of a node are all kept', () => {
  const tree = Tree.fromText('(;SZ[9]C[one]C[two];B[aa]C[a][b\\]])')
  same(lineThrough(tree.root).map(({comment}) => comment), ['one\n\ntwo', 'a\n\nb]'])
  assert.match(tree.toSgf(), /C\[one\n\ntwo\]/)
})

test('a game may begin without its ";" or its "("', () => {
  const [game] = parse('(\r\nTE[a]\r\nRE[B+R]\r\n;B[pd];W[dp])')
  same([...game.properties.keys()], ['TE', 'RE'])
  same(lineThrough(Tree.fromSgf(game).root).slice(1).map(({move}) => move.vertex), ['Q16', 'D4'])
  same([...parse(' ;SZ[9];B[aa])')[0].properties.keys()], ['SZ'])
  same(parse('(;SZ[9];B[aa](W[bb])(W[cc]))')[0].children[0].children.length, 2)
  same(parse('as (he) said (see [1]) (;SZ[9](comment);B[aa]) (the end)').map(({children}) => children.length), [1])
  assert.throws(() => parse('(see there) (and [1]) ' + '(AAAA'.repeat(10000)), /not an SGF file/)
})

test('files as deep and as wide as they like', () => {
  const depth = 10000
  const deep = Tree.fromText('(;SZ[9]' + '(;B[aa]'.repeat(depth))
  assert.equal(layout(deep.root).size, depth + 1)
  assert.equal(parse(deep.toSgf()).length, 1)
  const wide = Tree.fromText('(;SZ[9]' + '(;B[aa];W[bb])'.repeat(2000) + ')')
  assert.equal(new Set([...layout(wide.root).values()].map(({column, row}) => column + ',' + row)).size, 4001)
  assert.equal(Tree.fromText('(;SZ[9]' + '(;B[aa])'.repeat(200000) + ')').nodes.length, 200001)
})

test('the tree of a game: header, handicap, comments, variations', () => {
  const tree = Tree.fromText('(;SZ[13]KM[0.5]RU[Japanese]PB[A <b>]AB[dd][jj];W[cc]C[hard \\] move];B[](;W[aa])(;W[bb];B[cc]))')
  same([tree.size, tree.komi, tree.rulesText, tree.info('PB'), tree.handicap], [13, 0.5, 'Japanese', 'A <b>', 2])
  const line = lineThrough(tree.root)
  same(line.slice(1).map(({move}) => move.colour + move.vertex), ['WC11', 'Bpass', 'WA13'])
  assert.equal(line[1].comment, 'hard ] move')
  const branch = line[2].children[1]
  branch.parent.seen = branch
  assert.equal(lineThrough(tree.root).at(-1).move.vertex, 'C11')
  same(gameAt(tree, branch), {boardXSize: 13, boardYSize: 13, rules: 'chinese', komi: 0.5,
    initialStones: [['B', 'D10'], ['B', 'K4']], initialPlayer: 'W', moves: [['W', 'C11'], ['B', 'pass'], ['W', 'B12']]})
  assert.equal(moveNumber(branch), 3)
})

test('komi in whole and half points, as the server takes it; what was set up, without the server', () => {
  assert.equal(Tree.fromText('(;KM[6.3])').komi, 6.5)
  assert.equal(Tree.fromText('(;KM[-0,5])').komi, -0.5)
  assert.equal(Tree.fromText('(;KM[650])').komi, 7.5) // the server reads such ones
  assert.match(new Tree({komi: 150}).toSgf(), /KM\[150\.0\]/) // and takes 150 for 1.5
  assert.match(new Tree({komi: 6.5}).toSgf(), /KM\[6\.5\]/)
  assert.equal(nearestKomi(5.5), 5.5)
  assert.equal(setupStones(Tree.fromText('(;SZ[3]AB[aa][ab]AW[ba]AE[ab];B[cc])')), 'XO.......')
})

test('wrong headers are refused with a sentence', () => {
  assert.throws(() => Tree.fromText('(;GM[2])'), /another game/)
  assert.equal(Tree.fromText('(;GM[Go]SZ[9])').size, 9)
  assert.throws(() => Tree.fromText('(;SZ[9:13])'), /square/)
  same(['9x9', '9:9', ' 9 '].map(size => Tree.fromText(`(;SZ[${size}])`).size), [9, 9, 9])
  assert.equal(Tree.fromText('(;GM[1];SZ[9];B[aa];SZ[13])').size, 9)
  assert.throws(() => Tree.fromText('(;SZ[9x13])'), /square/)
  assert.throws(() => Tree.fromText('(;SZ[99])'), /2 to 25/)
  assert.throws(() => Tree.fromText('(;SZ[<script>])'), /2 to 25/)
})

const played = tree => lineThrough(tree.root).map(({move}) => move ? move.colour + move.vertex : '-')

test('moves and stones in the letters of boards, as every command takes them', () => {
  same(played(Tree.fromText('(;GM[1]SZ[9];B[E5];W[C3];B[pass];W[g7])')), ['-', 'BE5', 'WC3', 'Bpass', 'WG7'])
  same(Tree.fromText('(;SZ[9]AB[E5][C3][]PL[White])').root.setup.map(({vertex}) => vertex), ['E5', 'C3'])
  same(['White', 'b', '2', '1', '-'].map(player => Tree.fromText(`(;PL[${player}])`).root.player), ['W', 'B', 'W', 'B', null])
})

test('moves of one node keep their order', () => {
  same(played(Tree.fromText('(;SZ[9]W[ee]B[aa];B[ba]W[bb]B[ca]W[cb];Black[da]White[db]Black[dc])')),
    ['-', 'WE5', 'BA9', 'BB9', 'WB8', 'BC9', 'WC8', 'BD9', 'WD8', 'BD7'])
})

test('what is not on the board is told, and written as it was read', () => {
  const tree = Tree.fromText('(;SZ[9];B[ee];W[zz]C[here];B[gg](;W[cc])(;W[K1]))')
  same(played(tree), ['-', 'BE5', '-', 'BG3', 'WC7'])
  same(tree.faults, ['The move "zz" is not on a 9x9 board.', 'Elsewhere in the file: The move "K1" is not on a 9x9 board.'])
  same(Tree.fromText(tree.toSgf()).faults, tree.faults)
  assert.match(tree.toSgf(), /;W\[zz\]C\[here\]\n;B\[gg\]/)
  const setup = Tree.fromText('(;SZ[9]AB[aa][zz][bb]AW[tt];B[ee])')
  same(setup.faults, ['The setup point "zz" is not on a 9x9 board.'])
  assert.match(setup.toSgf(), /AB\[aa\]\[bb\]\[zz\]PL\[B\]AW\[tt\]/)
  same(played(Tree.fromText('(;SZ[9];B[ee]W[zz])')), ['-', 'BE5', '-'])
})

/** A server that plays whatever it is given: "stones" are the moves. */
const anyBoard = {
  komi: () => 7.5,
  board: async game => ({stones: game.moves.map(([, vertex]) => vertex).join(), toMove: 'B'}),
}

test('a line that cannot be read has no positions from there on', async () => {
  const game = new Game(anyBoard)
  game.open({words: '(;SZ[9];B[ee];W[zz];B[gg];AB[aa];W[bb])', komi: null, rules: null})
  const found = []
  for (const node of lineThrough(game.tree.root)) found.push(await game.position(node))
  const problem = 'The move "zz" is not on a 9x9 board.'
  same(found.map(({stones}) => stones), ['', ...Array(5).fill('E5')])
  same(found.map(position => position.problem), [undefined, undefined, ...Array(4).fill(problem)])
  await assert.rejects(game.play('A1', lineThrough(game.tree.root).at(-1)), /"zz" is not on a 9x9 board. Go back/)
  game.open({words: '(;SZ[9]AB[aa][zz];B[ee])', komi: null, rules: null})
  assert.match((await game.position(game.tree.root)).problem, /setup point "zz"/)
})

test('a node that was deleted is shown no more', () => {
  const game = new Game(anyBoard)
  game.open({words: '(;SZ[9];B[ee];W[cc])', komi: null, rules: null})
  const [root, first, second] = lineThrough(game.tree.root)
  game.tree.remove(first)
  game.go(second)
  assert.equal(game.node, root)
})

test('handicap that the file gives as a number has its stones', () => {
  const game = new Game(anyBoard)
  const open = (words, handicap) => game.open({words, komi: 0.5, rules: 'chinese', handicap})
  open('(;GM[1]SZ[19]HA[4];W[fc];B[dg])', ['D4', 'Q16', 'D16', 'Q4'])
  const {tree} = game
  same(gameAt(tree, lineThrough(tree.root).at(-1)), {boardXSize: 19, boardYSize: 19, rules: 'chinese', komi: 0.5,
    initialStones: [['B', 'D4'], ['B', 'Q16'], ['B', 'D16'], ['B', 'Q4']], initialPlayer: 'W', moves: [['W', 'F17'], ['B', 'D13']]})
  assert.equal(tree.handicap, 4)
  assert.match(tree.toSgf(), /HA\[4\]AB\[dp\]\[pd\]\[dd\]\[pp\]/)
  open('(;SZ[9]HA[2];AB[gc][cg];W[ee])', ['C3', 'G7'])
  same(game.tree.root.setup, [])
})

test('where stones are set up it is the turn of the side that moves next, whatever the file says', () => {
  const turns = words => lineThrough(Tree.fromText(words).root).filter(({move}) => !move).map(({player}) => player)
  same(turns('(;SZ[9]AB[aa]AW[bb];W[cc])'), ['W'])
  same(turns('(;SZ[9]AB[aa][bb]PL[W];C[words];B[cc])'), ['B', null])
  same(turns('(;SZ[9]AB[aa][bb];W[cc];AE[aa];W[dd];AE[bb];B[ee])'), [null, 'W', null])
  same(turns('(;SZ[9]AB[aa][bb]PL[B])'), ['B'])
  const black = Tree.fromText('(;SZ[9]AB[cc][gg][cg];B[ee])')
  same([black.handicap, Tree.fromText('(;SZ[9]AB[cc][gg];W[ee])').handicap], [0, 2])
  assert.match(black.toSgf(), /AB\[cc\]\[gg\]\[cg\]PL\[B\]\n/)
  const line = lineThrough(Tree.fromText('(;SZ[9];B[aa];C[words];B[bb];AW[cc];W[dd])').root)
  same(line.map((node, i) => nextMover(line.slice(i), '?')), ['B', 'B', 'B', '?', 'W', '?'])
})

test('stones set up in the middle: the position before them is asked for', () => {
  const tree = Tree.fromText('(;SZ[3];B[aa];AW[cc]AE[aa]PL[B];B[bb])')
  const last = lineThrough(tree.root).at(-1)
  same(gameAt(tree, last, 'X........', 'W'), {boardXSize: 3, boardYSize: 3, rules: 'chinese', komi: 7.5,
    initialStones: [['W', 'C1']], initialPlayer: 'B', moves: [['B', 'B2']]})
})

test('setup and moves in one node, two moves in one node', () => {
  const tree = Tree.fromText('(;SZ[9]AB[aa]B[cc];W[dd]B[ee];W[ff];PL[W]W[gg])')
  same(played(tree), ['-', 'BC7', 'WD6', 'BE5', 'WF4', 'WG3'])
  same(gameAt(tree, lineThrough(tree.root).at(-1)).moves.length, 5)
})

test('setup that changes nothing ends no history: servers write AE for captured stones', () => {
  for (const capture of [';B[ab]AE[aa]', ';AE[aa]B[ab]', ';B[ab];AE[aa]', ';B[ab]AE[aa]PL[W]']) {
    const words = `(;SZ[9];B[ba];W[aa]${capture}C[taken];W[cc])`
    const tree = Tree.fromText(words)
    same(gameAt(tree, lineThrough(tree.root).at(-1)), {boardXSize: 9, boardYSize: 9, rules: 'chinese', komi: 7.5,
      initialStones: [], moves: [['B', 'B9'], ['W', 'A9'], ['B', 'A8'], ['W', 'C7']]}, words)
    const again = Tree.fromText(tree.toSgf())
    same(played(again), played(tree))
    assert.match(again.toSgf(), /AE\[aa\]/)
    assert.ok(lineThrough(again.root).some(({comment}) => comment === 'taken'))
  }
})

test('setup in the node of a move comes after it, but before the first move', () => {
  const tree = Tree.fromText('(;SZ[9];B[ba];W[aa];AE[aa][ba]AB[ee]B[ab]C[words])')
  const line = lineThrough(tree.root)
  same(played(tree), ['-', 'BB9', 'WA9', 'BA8', '-'])
  same([line[3].comment, line[4].setup.map(({colour, vertex}) => colour + vertex)], ['words', ['EA9', 'EB9', 'BE5']])
  const start = Tree.fromText('(;SZ[9];W[cc]AB[ee][dd])')
  same([played(start), lineThrough(start.root)[1].setup.length], [['-', '-', 'WC7'], 2])
  same(played(Tree.fromText('(;SZ[9]AB[ba]AW[aa];B[ab]AE[aa])')), ['-', 'BA8'])
})

test('what variations capture is known in each', () => {
  const tree = Tree.fromText('(;SZ[9];B[ba];W[aa](;B[ab]AE[aa](;W[cc])(;W[dd]AW[aa]))(;B[ee]AE[aa];W[ff]))')
  same(tree.nodes.map(({move, setup}) => (move?.vertex ?? '-') + setup.length),
    ['-0', 'B90', 'A90', 'A80', 'C70', 'D60', '-1', 'E50', '-1', 'F40'])
  const deep = Tree.fromText('(;SZ[9]' + ';B[aa]AE[bb](;W[cc]AE[bb])'.repeat(20000))
  assert.equal(deep.nodes.filter(({setup}) => setup.length).length, 0)
})

test('an annotated tree: values, words and lines of its own beside the record', () => {
  const tree = Tree.fromText('(;SZ[9];B[cc]C[mine];W[dd])')
  const [, first] = lineThrough(tree.root)
  const out = tree.toSgf(node => node === first && {properties: {SBKV: '54.0'}, comment: node.comment + '\n\nours',
    lines: [{colour: 'W', vertices: ['E5', 'F4'], comment: 'better'}, {colour: 'W', vertices: ['D6'], comment: 'played'}]})
  const back = Tree.fromText(out)
  const node = lineThrough(back.root)[1]
  assert.equal(node.comment, 'mine\n\nours')
  same(node.properties.get('SBKV'), ['54.0'])
  same(node.children.map(child => lineThrough(child).slice(moveNumber(child)).map(({move}) => move.vertex)), [['D6'], ['E5', 'F4']])
})

test('a review leaves no marks of an earlier one on the moves it has judged', () => {
  const tree = Tree.fromText('(;SZ[9];B[aa]BM[2];W[bb]BM[1];B[cc]BM[1];W[dd])')
  const [, fine, bad, unknown, later] = lineThrough(tree.root)
  const judged = {winrate: 0.5, lead: 0, best: 'E5', line: ['E5'], points: 0}
  fine.review = {...judged, lost: 0, mistake: 0}
  bad.review = {...judged, lead: -0.04, lost: 0.3, mistake: 2}
  unknown.review = {winrate: 0.5, lead: 0, recorded: true} // a value that the file had
  const back = lineThrough(Tree.fromText(tree.toSgf(annotation)).root)
  same(back.slice(1).map(({properties}) => properties.get('BM')), [undefined, ['2'], ['1'], undefined])
  assert.ok(!later.review && back[1].properties.has('SBKV'))
  same(back[2].properties.get('V'), ['0.0']) // not -0.0
})

test('a review replaces the words of an earlier one, also of katachi analyze, where it has judged, and keeps them elsewhere', () => {
  const words = 'A bad mistake. Katachi: black wins 5.0 %, lead W+4.3.\nBetter seems D2 (black wins 59.0 %, lead B+1.5), then D2 B2.\n'
    + 'Lost: 54.0 % of the win rate, 6.5 points.'
  const sums = 'Moves 1 to 2, reviewed by Katachi.\nBlack: moves 1, as Katachi would play 0 %, points lost a move 6.50, mistakes 1 (bad: 1).\n'
    + 'White: moves 1, as Katachi would play 100 %, points lost a move 0.00, mistakes 0 (bad: 0).\nKatachi 0.1.0, 1000 playouts for each position.'
  const tree = Tree.fromText(`(;SZ[9]C[Mine.\n\n${sums}];B[aa]SBKV[5.04]C[Not so.\n\nLost: my patience\n\n${words}]`
    + ';W[bb]SBKV[7.04]C[Katachi: black wins 7.0 %, lead W+2.0.\nKatachi would have played it too.])')
  const [root, first, second] = lineThrough(tree.root)
  for (const node of [root, first]) node.review = {winrate: 0.5, lead: 1}
  second.review = {winrate: 0.07, lead: -2, recorded: true}
  const back = lineThrough(Tree.fromText(tree.toSgf(annotation)).root)
  same(back.map(({comment}) => comment), ['Mine.', 'Not so.\n\nLost: my patience\n\nKatachi: black wins 50 %, B+1.0.', second.comment])
  same(back[2].properties.get('SBKV'), ['7.04'])
})

test('the better line of two mistakes at one place is written once', () => {
  const tree = Tree.fromText('(;SZ[9](;B[aa])(;B[bb]))')
  for (const node of tree.root.children)
    node.review = {winrate: 0.3, lead: 0, best: 'E5', line: ['E5', 'C3'], lost: 0.2, points: 5, mistake: 2}
  const back = Tree.fromText(tree.toSgf(annotation)).root
  same(back.children.map(({move}) => move.vertex), ['A9', 'B8', 'E5'])
  assert.match(back.children[2].comment, /^Better than A9, .*\nBetter than B8, .*$/)
})

test('adding, promoting and removing variations', () => {
  const tree = new Tree({size: 9})
  const first = tree.add(tree.root, 'B', 'E5')
  assert.equal(tree.add(tree.root, 'B', 'E5'), first)
  const other = tree.addLine(tree.root, 'B', ['C3', 'G7'])
  tree.promote(other.children[0])
  same(lineThrough(tree.root).slice(1).map(({move}) => move.colour + move.vertex), ['BC3', 'WG7'])
  const line = [other, other.children[0]]
  same([tree.root, ...line].map(node => tree.holds(node)), [true, true, true])
  tree.remove(other)
  same(tree.root.children, [first])
  same([tree.root, first, ...line].map(node => tree.holds(node)), [true, true, false, false])
  assert.ok(!tree.holds(new Tree().root))
  same(pathTo(first), [tree.root, first])
})

test('no two lines of a tree share a place, and each goes on to the right', () => {
  const tree = Tree.fromText('(;SZ[9];B[aa](;W[bb];C[words];B[cc](;W[dd])(;W[ee];B[ff]))(;W[gg](;B[hh];W[ii])(;B[ab]))(;W[ac];B[ad];W[ae];B[af]))')
  const places = layout(tree.root)
  assert.equal(new Set([...places.values()].map(({column, row}) => column + ',' + row)).size, places.size)
  for (const [node, {column, row, number}] of places) {
    assert.equal(number, moveNumber(node))
    if (!node.parent) continue
    const parent = places.get(node.parent)
    assert.equal(column, parent.column + 1)
    assert.ok(row >= parent.row)
  }
})

test('overlays: win rates are the mover\'s, lines show the first stone of a point', () => {
  const answer = {rootInfo: {currentPlayer: 'W', visits: 100, winrate: 0.4}, moveInfos: [
    {move: 'E5', order: 0, visits: 80, winrate: 0.38}, {move: 'A1', order: 1, visits: 19, winrate: 0.5}, {move: 'pass', order: 2, visits: 1, winrate: 0.9}]}
  const {labels} = searchOverlay(answer, 9)
  same(labels.map(({index, lines, tone}) => [index, lines[0], tone]), [[40, '62', 'best'], [72, '50', 'poor']])
  same(lineOverlay(['E5', 'pass', 'E4', 'E5'], 'W', 9).map(({index, colour, number}) => [index, colour, number]), [[40, 'W', 1], [49, 'W', 3]])
  const {heat, labels: chances} = policyOverlay([0.5, -1, 0.25, 0.25], 2)
  same(heat, [1, 0, 0.5, 0.5])
  same(chances.map(({lines}) => lines[0]), ['50', '25', '25'])
  const {labels: none, pass, heat: faint} = policyOverlay([0.2, ...Array(80).fill(0), 0.8], 9)
  same([none.length, pass, faint[0]], [1, 0.8, 0.25])
  assert.equal(answerWords({rootInfo: {winrate: 0.4, scoreLead: -2.1, visits: 1200}}), 'White 60 %, W+2.1, 1.2k visits')
})

test('a hint has three different moves, not one of them in each corner', () => {
  const move = (name, order, visits, isSymmetryOf) => ({move: name, order, visits, winrate: 0.5, isSymmetryOf})
  const moveInfos = [move('D6', 0, 90), move('F6', 1, 90, 'D6'), move('D4', 2, 90, 'D6'), move('F4', 3, 90, 'D6'), move('E6', 4, 8),
    move('E4', 5, 8, 'E6'), move('E5', 6, 3), move('C3', 7, 2)]
  const {labels} = hintOverlay({rootInfo: {currentPlayer: 'B'}, moveInfos}, 9)
  same(labels.map(({index}) => vertexAt(index, 9)), ['D6', 'E6', 'E5'])
  same(hintOverlay(undefined, 9), {})
})

test('one point, two points', () => {
  same(['1', '2', '0.5', 1, 0].map(n => counted(n, 'point')), ['1 point', '2 points', '0.5 points', '1 point', '0 points'])
})

test('what engines say, as a sentence; Elo that rounds to nothing has no sign', () => {
  same(['time is up', 'Why?', ''].map(asSentence), ['Time is up.', 'Why?', '.'])
  const backend = 'The network own-9x9 is computed by onednn16 on the CPU.'
  const gammas = 'There are no gammas for 25x25; those for 19x19 are used.'
  same([backend, gammas, backend.replace('.', '; t') + gammas.slice(1), 'GTP ready.'].map(noticeParts), [{backend, words: ''},
    {backend: '', words: gammas}, {backend, words: gammas}, {backend: '', words: ''}])
  same([0.4, -0.4, -1.6, 12].map(elo => Object.values(eloText(elo)).join()), ['0 Elo,', '0 Elo,', '\u22122 Elo,minus', '+12 Elo,plus'])
})

test('what is wrong with a file, as a sentence', () => {
  assert.equal(sentence('the file: byte 0: no game found: this is not an SGF file'), 'No game found: this is not an SGF file.')
  assert.equal(sentence('the file: byte 12: the game ends early'), 'Byte 12: the game ends early.')
  assert.equal(sentence('the file!a.sgf: byte 0: the file is empty'), 'a.sgf: byte 0: the file is empty.')
  assert.equal(sentence('The file: the archive holds no file that ends in .sgf.'), 'The archive holds no file that ends in .sgf.') // a refusal, which is a sentence
})

/** A server that notes what it is asked, and whose connection can be lost. */
class NoServer extends EventTarget {
  asked = []
  up = true

  async askInSession(name, {tag}) {
    if (!this.up) throw Object.assign(new Error('lost'), {status: 0})
    this.asked.push(name === 'stop' ? name : tag)
  }

  connected() {
    return this.up ? Promise.resolve() : this.back()
  }

  back() {
    return new Promise(resolve => this.addEventListener('hello', resolve, {once: true}))
  }

  tell(name, detail) {
    this.dispatchEvent(Object.assign(new Event(name), {detail}))
    return this.news()
  }

  /** What was asked since the last time. */
  async news() {
    await new Promise(resolve => setTimeout(resolve))
    return this.asked.splice(0)
  }
}

test('the player brings its engine to set-up positions without moves', async () => {
  const server = {...anyBoard, session: 's', hasNetwork: false, told: [], async askInSession(name, {commands}) {
    this.told.push(...commands.filter(command => !/^kata-(set-param|time)/.test(command)))
    return {replies: commands.map(() => ({ok: true, text: 'E5'}))}
  }}
  const game = new Game(server)
  const player = new Player(server, game)
  const begun = ['boardsize 9', 'kata-set-rules chinese', 'komi 7.5', 'clear_board']
  const told = async (words, steps = 0) => {
    if (words) game.open({words, komi: null, rules: null})
    await player.move(lineThrough(game.tree.root).at(-1 - steps), 'W')
    return server.told.splice(0)
  }
  same(await told('(;SZ[9]AB[aa][bb]AW[cc];B[dd])'), [...begun, 'set_position B A9 B B8 W C7', 'play B D6', 'genmove W'])
  same(await told('', 1), ['undo', 'undo', 'genmove W'])
  same(await told('(;SZ[9]AB[aa][bb];W[cc])'), [...begun, 'set_position B A9 B B8', 'gogui-setup_player W', 'play W C7', 'genmove W'])
  same(await told('(;SZ[9];B[cc])'), [...begun, 'play B C7', 'genmove W'])
})

test('a review counts as best what the search would have played, not what is as good, as katachi analyze does', () => {
  const judged = (colour, vertex, best, lost, points, mistake) => ({move: {colour, vertex}, review: {best, lost, points, mistake}})
  same(sumsOf([judged('B', 'E5', 'E5', 0, 0, 0), judged('B', 'C3', 'D4', 0, 0, 0), judged('B', 'A1', 'D4', 0.3, 4, 2)]),
    [{colour: 'B', moves: 3, agreed: 1, points: 4 / 3, mistakes: 1, bad: 1}, {colour: 'W', moves: 0, agreed: 0, points: 0, mistakes: 0, bad: 0}])
})

test('of symmetric moves that are best, the one that was played is, as in katachi analyze', () => {
  const moves = [{move: 'D6'}, {move: 'F6', isSymmetryOf: 'D6'}, {move: 'E6'}, {move: 'D5', isSymmetryOf: 'E6'}]
  same(['D6', 'F6', 'D5', 'A1', undefined].map(played => bestOf(moves, played).move), ['D6', 'F6', 'D6', 'D6', 'D6'])
})

test('the seed of the command line is that of every game', async () => {
  const told = []
  const server = {...anyBoard, session: 's', hasNetwork: false, seed: 0, async askInSession(name, {commands}) {
    told.push(...commands.filter(command => /seed/.test(command)))
    return {replies: commands.map(() => ({ok: true, text: 'E5'}))}
  }}
  const game = new Game(server)
  const player = new Player(server, game)
  player.settings = {...player.settings, seed: 12}
  await player.move(game.node, 'B')
  server.seed = 5
  await player.move(game.node, 'B')
  same(told, ['kata-set-param seed 12', 'kata-set-param seed 5'])
})

test('SGF: properties and values that come again and again are read in a moment', () => {
  const many = 100000
  const began = performance.now()
  same(parse('(;' + 'AB[aa]'.repeat(many) + ')')[0].properties.get('AB').length, many)
  const tree = Tree.fromText('(;SZ[25]AB' + '[aa:yy]'.repeat(many) + 'TR' + '[aa:yy]'.repeat(many) + ')')
  same([tree.root.setup.length, nodeMarks(tree.root, 25, verticesFromSgf).length], [625, 625])
  assert.ok(performance.now() - began < 4000)
})

test('engines: a problem ends the question that it is about, not the next one', async () => {
  const server = new NoServer()
  const engines = new Engines(server)
  const ends = []
  for (const number of [1, 2]) {
    engines.ask('playouts', {}, {}, {}, 'look').then(answer => ends.push(`${number} ${answer ? 'answered' : 'ended'}`))
    same(await server.news(), [number])
  }
  await server.tell('problem', {engine: 'playouts', tag: 1, text: 'late'})
  same(ends, ['1 ended'])
  await server.tell('problem', {engine: 'playouts', tag: 2, text: 'its own'})
  same(ends, ['1 ended', '2 ended'])
  engines.ask('playouts', {}, {}, {}, 'look').then(answer => ends.push(answer))
  same(await server.news(), [3])
  await server.tell('problem', {engine: 'playouts', text: 'the engine has ended'})
  same(ends, ['1 ended', '2 ended', null])
})

test('engines: a hint goes before a review and that before a look; what waits is asked again', async () => {
  const server = new NoServer()
  const engines = new Engines(server)
  const ends = []
  const ask = purpose => {
    engines.ask('playouts', {}, {}, {}, purpose).then(answer => ends.push(purpose + (answer ? ' answered' : ' ended')))
    return server.news()
  }
  const answer = (tag, isDuringSearch = false) => server.tell('analysis', {engine: 'playouts', tag, isDuringSearch})
  same(await ask('look'), [1])
  same(await ask('review'), [2])
  same(await ask('hint'), [3])
  same(await ask('look'), [])
  same(await answer(3, true), [])
  same(await answer(3), [2])
  same(ends, ['look ended', 'hint answered'])
  engines.hold(true)
  same(await server.news(), [4])
  engines.hold(false)
  same(await server.news(), [2])
  server.up = false
  engines.stop('playouts', 'look')
  server.up = true
  same(await server.tell('hello', {}), [2])
  same(await answer(2), [])
  same(ends.slice(2), ['look ended', 'review answered'])
  await ask('look')
  engines.stop('playouts', 'look')
  same(await server.news(), ['stop'])
})

test('engines: a question that was on its way when the connection was lost is asked when it is back', async () => {
  const server = new NoServer()
  const engines = new Engines(server)
  server.up = false
  server.connected = async () => {} // it does not know yet
  engines.ask('network', {}, {}, {}, 'review')
  same(await server.news(), [])
  server.up = true
  same(await server.tell('hello', {}), [1])
})

test('a clock: main time, periods that are whole again after a move, the flag', () => {
  let now = 100
  const clock = new Clock(clockSettings('1+3x10'), () => now)
  clock.start('B')
  now += 59.5
  assert.equal(clock.words('B'), '0:01')
  clock.start('W')
  same(clock.view('B'), {main: 0.5, periods: 3, period: 10})
  now += 5
  clock.start('B')
  now += 0.5 + 14
  same(clock.view('B'), {main: 0, periods: 2, period: 6})
  assert.equal(clock.words('B'), '0:06 (2)')
  assert.equal(clock.gtp('B'), 'time_left B 6.00 2')
  clock.stop()
  same(clock.view('B'), {main: 0, periods: 2, period: 10})
  assert.equal(clock.gtp('W'), 'time_left W 55.00 0')
  clock.start('B')
  now += 19.9
  assert.ok(!clock.flagged('B'))
  now += 0.2
  assert.ok(clock.flagged('B') && !clock.flagged('W'))
  clock.stop()
  clock.left.B = {main: 0, periods: 3, period: 4} // as kept in the middle of a period
  clock.start('B')
  now += 5
  same(clock.view('B'), {main: 0, periods: 2, period: 9})
  assert.equal(clockSettings(''), null)
})

test('labels of a record say what they say without escapes', () => {
  const {root} = Tree.fromText('(;SZ[9]LB[aa:1\\]][bb: x])')
  same(nodeMarks(root, 9, verticesFromSgf).map(({text}) => text), ['1]', 'x'])
})

test('a point has one mark of a kind, however many variations begin there', () => {
  const {root} = Tree.fromText('(;SZ[9]TR[aa][aa]SQ[aa](;B[bb])(;B[bb])(;W[bb]))')
  same(nodeMarks(root, 9, verticesFromSgf).map(({index, kind}) => `${index} ${kind}`), ['0 square', '0 triangle', '10 next'])
})

test('periods without any time do not go on for ever', () => {
  let now = 0
  const clock = new Clock(clockSettings('1+3x0'), () => now)
  clock.start('B')
  now = 59
  assert.ok(!clock.flagged('B'))
  now = 61
  assert.ok(clock.flagged('B'))
  assert.equal(clock.words('B'), '0:00')
})

test('four windows of a browser are served; another waits until one is closed', async () => {
  const held = new Map() // name -> its release
  const locks = {async request(name, {ifAvailable}, use) {
    assert.ok(ifAvailable)
    if (held.has(name)) return use(null)
    held.set(name, () => held.delete(name))
    return use({name})
  }}
  const untold = () => assert.fail('there is room')
  for (let i = 0; i < mostWindows; i++) await takePlace(locks, untold)
  assert.equal(held.size, 4)
  let full = 0
  await takePlace(locks, () => {
    full++
    held.values().next().value()
  })
  same([full, held.size], [1, 4])
  await takePlace(undefined, untold)
  await takePlace({request: async () => { throw new Error('not here') }}, untold)
})

test('the page asks for all of its modules at once', () => {
  const folder = new URL('../../web/page/', import.meta.url)
  const asked = [...readFileSync(new URL('index.html', folder), 'utf8').matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)]
  same(asked.map(([, name]) => name).sort(), readdirSync(folder).filter(name => name.endsWith('.js')).sort())
})
