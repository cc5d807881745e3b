// tree.js -- a game with its variations.
//
//     node  {id, parent, children, move: {colour, vertex} | null, setup: [{colour: B W E, vertex}],
//            player: who is to move after the setup | null, comment, properties,
//            unread: [{name, value}]: moves and setup points of the file that are not on the board}
//
// `properties` has what else an SGF node said, as in sgf.js.  A node that has something unread, and
// what follows it, has no position (game.js).  `played` is true for a move that was made on this
// page; `review` is described in review.js.  The first child of a node continues the main line.
// Legality is the server's business: a tree takes whatever it is given.
import {parse, write, text, simpleText, escape} from './sgf.js'
import {vertexFromSgf, vertexToSgf, pointsFromSgf, verticesFromSgf, vertexAt, indexOf, opponent} from './points.js'
import {Positions} from './stones.js'

const ours = ['B', 'W', 'AB', 'AW', 'AE', 'PL', 'C', 'SZ']
const setupColours = {AB: 'B', AW: 'W', AE: 'E'}
const setupNames = ['AB', 'AW', 'AE', 'PL']

export class Tree {
  #ids = 0

  /** A game without moves; `handicap`: the vertices of black stones. */
  constructor({size = 19, rules = 'chinese', komi = 7.5, handicap = []} = {}) {
    this.size = size
    this.rules = rules
    this.komi = komi
    this.root = this.child(null)
    if (handicap.length) this.setHandicap(handicap)
  }

  /** Begins the game with black stones on these vertices; White moves first. */
  setHandicap(vertices) {
    this.root.setup = vertices.map(vertex => ({colour: 'B', vertex}))
    this.root.player = 'W'
  }

  /** Whether stones are set up before the first move of the main line. */
  get hasSetup() {
    let node = this.root
    while (node && !node.setup.length && !node.move) [node] = node.children
    return Boolean(node?.setup.length)
  }

  /** A new node after `parent`. */
  child(parent) {
    const node = {id: this.#ids++, parent, children: [], move: null, setup: [], player: null, comment: '',
      properties: new Map(), unread: []}
    if (parent) parent.children.push(node)
    return node
  }

  get count() {
    return this.#ids
  }

  /** All nodes, each before what follows it, in an order that survives toSgf and fromText. */
  get nodes() {
    const nodes = []
    for (const work = [this.root]; work.length;) {
      const node = work.pop()
      nodes.push(node)
      for (let i = node.children.length - 1; i >= 0; i--) work.push(node.children[i])
    }
    return nodes
  }

  /** The child of `node` with this move, made if there is none. */
  add(node, colour, vertex) {
    const known = node.children.find(({move}) => move?.colour === colour && move.vertex === vertex)
    if (known) return known
    const child = this.child(node)
    child.move = {colour, vertex}
    return child
  }

  /** Adds a line of vertices, colours in turn, and returns its first node. */
  addLine(node, colour, vertices) {
    let first = null
    for (const vertex of vertices) {
      node = this.add(node, colour, vertex)
      first ??= node
      colour = opponent(colour)
    }
    return first
  }

  /** Takes a node and all that follows out of the tree. */
  remove(node) {
    node.parent.children = node.parent.children.filter(child => child !== node)
  }

  /** Whether `node` is a node of this tree. */
  holds(node) {
    for (; node.parent; node = node.parent) if (!node.parent.children.includes(node)) return false
    return node === this.root
  }

  /** Makes the line through `node` the main line. */
  promote(node) {
    for (; node.parent; node = node.parent)
      node.parent.children = [node, ...node.parent.children.filter(child => child !== node)]
  }

  /** A property of the first node as plain words; "" without one. */
  info(name) {
    return simpleText(this.root.properties.get(name)?.[0] ?? '')
  }

  setInfo(name, words) {
    if (words) this.root.properties.set(name, [escape(words)])
    else this.root.properties.delete(name)
  }

  /** What cannot be read of a node, as a sentence; "" if all can. */
  fault({unread}) {
    if (!unread.length) return ''
    const [{name, value}] = unread
    const shown = simpleText(value).slice(0, 20)
    return `The ${name in setupColours ? 'setup point' : 'move'} "${shown}" is not on a ${this.size}x${this.size} board.`
  }

  /** Those sentences of all nodes, the main line first. */
  get faults() {
    const faulty = this.nodes.filter(({unread}) => unread.length)
    return faulty.map((node, i) => {
      const words = this.fault(node)
      return i === 0 && isInMainLine(node) ? words : 'Elsewhere in the file: ' + words
    })
  }

  get handicap() {
    const black = this.root.setup.filter(({colour}) => colour === 'B').length
    return black > 1 && black === this.root.setup.length && this.root.player !== 'B' ? black : 0
  }

  /** The game as a file.  `annotation`: a function that returns what a node is to have besides, as
   * {properties: {name: value, or null for none}, comment, lines}, or nothing. */
  toSgf(annotation) {
    return write([treeToSgf(this, annotation)])
  }

  /** The tree of a parsed game.  Throws an Error with a sentence for people. */
  static fromSgf(game) {
    const tree = new Tree()
    readHeader(tree, game)
    const positions = new Positions()
    const work = [[tree.root, game]]
    while (work.length) {
      const [node, {properties, children}] = work.pop()
      const last = fillNode(tree, node, properties, positions)
      const next = children.map(child => [tree.child(last), child])
      while (next.length) work.push(next.pop())
    }
    settleTurns(tree)
    return tree
  }

  /** The first game of a text. */
  static fromText(words) {
    return Tree.fromSgf(parse(words)[0])
  }
}

/** The server takes whole and half points. */
export const nearestKomi = komi => Math.round(2 * komi) / 2

/** Komi as Katachi reads it back: whole numbers from 100 on would be hundredths (doc/corpus.md). */
const komiText = komi => Math.abs(komi) >= 100 ? komi.toFixed(1) : String(komi)

/** The first value with this name in the main line, where files have headers in any node. */
function headerValue(game, name) {
  for (let node = game; node; node = node.children[0]) {
    const value = simpleText(node.properties.get(name)?.[0] ?? '')
    if (value) return value
  }
  return ''
}

/** The size that SZ gives: "9", "9:9" or "9x9". */
function boardSize(words) {
  if (!words) return 19
  const [, width, height = width] = /^(\d+)(?:[:x](\d+))?$/.exec(words.replace(/[\s\\]/g, '')) ?? []
  if (Number(width) !== Number(height) && width)
    throw new Error(`The board of this game is ${width} by ${height}; Katachi plays on square boards.`)
  if (!(width >= 2 && width <= 25))
    throw new Error(`The board size of this game is "${words}"; Katachi supports 2x2 to 25x25.`)
  return Number(width)
}

function readHeader(tree, game) {
  const first = name => simpleText(game.properties.get(name)?.[0] ?? '')
  const kind = first('GM')
  if (/^-?\d+$/.test(kind) && Number(kind) !== 1) throw new Error('This is a record of another game than Go (GM[' + kind + ']).')
  tree.size = boardSize(headerValue(game, 'SZ'))
  const komi = parseFloat(first('KM').replace(',', '.'))
  if (Math.abs(komi) <= 150) tree.komi = nearestKomi(komi)
  tree.rulesText = first('RU')
}

/** Fills `node` and returns the last node it became: the rules forbid setup and a move in one SGF
 * node, and two moves, but files have them; here each move has a node of its own, and so has setup.
 * Their order in a file has no meaning.  In the root, and before the first move, setup is what the
 * game starts from; later the move comes first, because some servers write AE for the stones that it
 * captures.  Setup that changes nothing stays a property: it would end the history of the game. */
function fillNode(tree, node, properties, positions) {
  node.comment = (properties.get('C') ?? []).map(text).join('\n\n')
  for (const [name, values] of properties) if (!ours.includes(name)) node.properties.set(name, values)
  const moves = readMoves(properties, tree.size)
  const start = readSetup(properties, tree.size)
  if (!start.setup.length && !start.unread.length && !start.player) return addMoves(tree, node, moves)
  if (!node.parent) return addMoves(tree, Object.assign(node, start), moves)
  const position = positions.after(node.parent, tree.size)
  const {moved} = position
  for (const {move} of moves) if (move) position.play(move)
  const changes = start.unread.length > 0 || !position.has(start.setup)
  if (!changes && (moves.length || !start.player || start.player === position.toMove)) {
    node = addMoves(tree, node, moves)
    for (const name of setupNames) if (properties.has(name)) node.properties.set(name, properties.get(name))
    return node
  }
  if (!moved) return addMoves(tree, Object.assign(node, start), moves)
  if (moves.length) node = tree.child(addMoves(tree, node, moves))
  return Object.assign(node, start)
}

/** What AB, AW, AE and PL say, as members of a node. */
function readSetup(properties, size) {
  const start = {setup: [], unread: [], player: playerNamed(properties.get('PL')?.[0])}
  for (const [name, values] of properties) {
    if (!(name in setupColours)) continue
    for (const vertex of verticesFromSgf(values, size)) start.setup.push({colour: setupColours[name], vertex})
    for (const value of new Set(values)) if (!pointsFromSgf(value, size)) start.unread.push({name, value})
  }
  return start
}

/** The moves of an SGF node, each as members of a node of its own. */
function readMoves(properties, size) {
  return [...properties].flatMap(([name, values]) => name !== 'B' && name !== 'W' ? [] : values.map(value => {
    const vertex = vertexFromSgf(value, size)
    return vertex ? {move: {colour: name, vertex}} : {unread: [{name, value}]}
  }))
}

/** Adds moves to `node`, or after it where it has a move or setup, and returns the last node. */
function addMoves(tree, node, moves) {
  for (const move of moves) {
    if (!node.parent || node.move || node.setup.length || node.player || node.unread.length) node = tree.child(node)
    Object.assign(node, move)
  }
  return node
}

/** At the root and after setup it is the turn of the side that moves next in the main line, whatever PL
 * says, as for every command (sgf_corpus/sgf/sgf_read.c).  A node says so itself only if it does not follow
 * from what is before it. */
function settleTurns(tree) {
  const {nodes} = tree
  const next = new Map() // node -> the colour of the next move in its main line
  for (const {children: [child]} of nodes.toReversed())
    if (child) next.set(child.parent, child.move?.colour ?? next.get(child))
  const turns = new Map() // node -> whose turn it is there
  for (const node of nodes) {
    const usual = node.move ? opponent(node.move.colour)
      : node.player ?? turns.get(node.parent) ?? (tree.handicap ? 'W' : 'B')
    const turn = isStart(node) && next.get(node) || usual
    if (turn !== usual) node.player = turn
    turns.set(node, turn)
  }
}

/** A value of PL, which old files write as a word or a number. */
function playerNamed(value) {
  const [letter] = value?.trim().toUpperCase() ?? ''
  return {B: 'B', 1: 'B', W: 'W', 2: 'W'}[letter] ?? null
}

function treeToSgf(tree, annotation) {
  const root = {properties: new Map([['FF', ['4']], ['GM', ['1']], ['CA', ['UTF-8']], ['AP', ['Katachi']],
    ['SZ', [String(tree.size)]], ['KM', [komiText(tree.komi)]], ['RU', [escape(tree.rulesText || tree.rules)]]]), children: []}
  if (tree.handicap) root.properties.set('HA', [String(tree.handicap)])
  for (const work = [[tree.root, root]]; work.length;) {
    const [node, out] = work.pop()
    writeNode(tree, node, out.properties, annotation?.(node))
    for (const child of node.children) {
      const next = {properties: new Map(), children: []}
      out.children.push(next)
      work.push([child, next])
    }
    for (const line of annotation?.(node)?.lines ?? []) writeLine(tree, node, out, line)
  }
  return root
}

function writeNode(tree, node, out, note) {
  for (const {colour, vertex} of node.setup) {
    const name = 'A' + colour
    out.set(name, [...out.get(name) ?? [], vertexToSgf(vertex, tree.size)])
  }
  if (node.player) out.set('PL', [node.player])
  if (node.move) out.set(node.move.colour, [vertexToSgf(node.move.vertex, tree.size)])
  for (const {name, value} of node.unread) out.set(name, [...out.get(name) ?? [], value])
  for (const [name, values] of node.properties)
    if (!out.has(name)) out.set(name, values)
  for (const [name, value] of Object.entries(note?.properties ?? {}))
    if (value === null) out.delete(name)
    else out.set(name, [String(value)])
  const comment = note?.comment ?? node.comment
  if (comment) out.set('C', [escape(comment)])
}

/** A line {colour, vertices, comment} as a variation that is not in the tree, unless its first move is.  Of
 * two lines with the same first move the first is written, with both comments. */
function writeLine(tree, node, out, {colour, vertices, comment}) {
  if (node.children.some(({move}) => move?.colour === colour && move.vertex === vertices[0])) return
  const point = vertexToSgf(vertices[0], tree.size)
  const written = out.children.find(({properties}) => properties.get(colour)?.[0] === point)
  if (written) return addComment(written, comment)
  vertices.forEach((vertex, i) => {
    const next = {properties: new Map([[colour, [vertexToSgf(vertex, tree.size)]]]), children: []}
    if (i === 0) addComment(next, comment)
    out.children.push(next)
    out = next
    colour = opponent(colour)
  })
}

/** Adds a line to the comment of a node that is written. */
function addComment({properties}, words) {
  if (words) properties.set('C', [[...properties.get('C') ?? [], escape(words)].join('\n')])
}

/** Whether a node is a first child all the way from the root. */
export const isInMainLine = node => pathTo(node).every(step => !step.parent || step.parent.children[0] === step)

/** The nodes from the root to `node`. */
export function pathTo(node) {
  const path = []
  for (; node; node = node.parent) path.push(node)
  return path.reverse()
}

/** The line through `node`: the way to it, then on by the child seen last, or the first one. */
export function lineThrough(node) {
  const line = pathTo(node)
  while ((node = node.children.find(child => child === node.seen) ?? node.children[0])) line.push(node)
  return line
}

/** Who moves next after the first node of a line; `toMove` if nobody does, or another position is set up
 * before. */
export function nextMover(line, toMove) {
  const next = line.find((node, i) => i > 0 && (node.move || isStart(node)))
  return next?.move?.colour ?? toMove
}

/** How many moves lead to `node`. */
export const moveNumber = node => pathTo(node).filter(({move}) => move).length

/** Whether the stones of a node do not come from moves alone. */
const isStart = node => !node.parent || node.setup.length > 0 || node.player !== null

/** The last such node at or before `node`. */
export function startOf(node) {
  while (!isStart(node)) node = node.parent
  return node
}

/** What the first node of a tree sets up, as the server writes stones: "..X". */
export function setupStones({size, root}) {
  const stones = Array(size * size).fill('.')
  for (const {colour, vertex} of root.setup) stones[indexOf(vertex, size)] = {B: 'X', W: 'O', E: '.'}[colour]
  return stones.join('')
}

/** The game object (doc/web.md) of `node`.  `stones`: those before startOf(node), in one string,
 * and `toMove`, whose turn it was there; not needed where that is the root. */
export function gameAt(tree, node, stones = '', toMove = null) {
  const start = startOf(node)
  const initial = new Map([...stones].flatMap((c, i) =>
    c === '.' ? [] : [[vertexAt(i, tree.size), c === 'X' ? 'B' : 'W']]))
  for (const {colour, vertex} of start.setup)
    if (colour === 'E') initial.delete(vertex)
    else initial.set(vertex, colour)
  const path = pathTo(node)
  const after = path.slice(path.indexOf(start) + 1)
  const game = {boardXSize: tree.size, boardYSize: tree.size, rules: tree.rules, komi: tree.komi,
    initialStones: [...initial].map(([vertex, colour]) => [colour, vertex]),
    moves: after.filter(({move}) => move).map(({move}) => [move.colour, move.vertex])}
  const player = start.player ?? toMove ?? (tree.handicap && start === tree.root ? 'W' : null)
  if (player) game.initialPlayer = player
  return game
}

/** Where to draw each node: column = its distance from the root, row = its lane, as a
 * Map(node -> {column, row, number}); the main line is in row 0, and no two lines share a place.
 * `number` = how many moves lead to it. */
export function layout(root) {
  const places = new Map()
  const lowest = [] // for each column, the lowest row in use
  const work = [{node: root, column: 0, row: 0}]
  while (work.length) {
    const {node, column, row: least} = work.pop()
    let row = least
    const line = []
    for (let n = node; n; n = n.children[0]) line.push(n)
    const last = column + line.length - 1
    for (let c = column; c <= last; c++) row = Math.max(row, (lowest[c] ?? -1) + 1)
    if (column > 0) row = Math.max(row, lowest[column - 1]) // the way down from the parent is free
    line.forEach((n, i) => places.set(n, {column: column + i, row,
      number: (places.get(n.parent)?.number ?? 0) + (n.move ? 1 : 0)}))
    for (let c = Math.max(0, column - 1); c <= last; c++) lowest[c] = row
    line.forEach((n, i) => {
      for (const child of n.children.slice(1).reverse()) work.push({node: child, column: column + i + 1, row: row + 1})
    })
  }
  return places
}
