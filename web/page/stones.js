// stones.js -- the stones after each node of a tree as far as captures go, to tell which setup of a
// file changes nothing.  What is legal is the server's business.
import {chainAt, indexOf, neighbours, opponent} from './points.js'

const codes = {E: '.', B: 'B', W: 'W'}

/** The stones of a board (index -> code), whose turn it is (null: nobody has moved or said), and
 * whether somebody has moved. */
class Position {
  toMove = null
  moved = false

  constructor(size) {
    this.size = size
    this.stones = Array(size * size).fill(codes.E)
  }

  copy() {
    const {stones, ...rest} = this
    return Object.assign(new Position(this.size), rest, {stones: stones.slice()})
  }

  /** Takes what a node sets up and plays its move. */
  take({setup, player, move}) {
    for (const {colour, vertex} of setup) this.stones[indexOf(vertex, this.size)] = codes[colour]
    this.toMove = player ?? this.toMove
    if (move) this.play(move)
    return this
  }

  play({colour, vertex}) {
    this.toMove = opponent(colour)
    this.moved = true
    const at = indexOf(vertex, this.size)
    if (at < 0) return
    this.stones[at] = codes[colour]
    for (const next of neighbours(at, this.size))
      if (this.stones[next] === codes[this.toMove]) this.#capture(next)
    this.#capture(at)
  }

  /** Takes the chain at `from` off the board unless it has a liberty. */
  #capture(from) {
    const chain = chainAt(this.stones, this.size, from)
    if (chain.some(stone => neighbours(stone, this.size).some(next => this.stones[next] === codes.E))) return
    for (const stone of chain) this.stones[stone] = codes.E
  }

  /** Whether this setup changes nothing; of several values for a point the last one counts. */
  has(setup) {
    const last = new Map(setup.map(({colour, vertex}) => [indexOf(vertex, this.size), colour]))
    return [...last].every(([index, colour]) => this.stones[index] === codes[colour])
  }
}

/** Positions of a tree whose nodes are complete up to the one that is asked about.  They are kept
 * where the next question may begin: at branches and at nodes that were asked about. */
export class Positions {
  #known = new Map()

  /** The position after `node`; the caller may change it. */
  after(node, size) {
    const way = []
    let from = node
    for (; from && !this.#known.has(from); from = from.parent) way.push(from)
    const position = from ? this.#known.get(from).copy() : new Position(size)
    for (const next of way.reverse()) {
      position.take(next)
      if (next === node || next.children.length > 1) this.#known.set(next, position.copy())
    }
    return position
  }
}
