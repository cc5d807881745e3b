// game.js -- the game on the page: a tree, the node that is shown, and the positions of nodes, which
// the server works out.  Events: "tree" (its shape or words changed), "node" (another one is shown),
// "new" (another game).
import {Tree, gameAt, nearestKomi, startOf, pathTo, lineThrough, moveNumber} from './tree.js'
import {parse} from './sgf.js'

/** What the server's "Illegal move 3: E5 (the point is occupied)." says: `at` counts the moves that
 * it was told, from 0.  Null: a sentence about something else. */
function illegal(message) {
  const match = /^Illegal move (\d+): .*\(([^()]+)\)\.$/.exec(message)
  return match && {at: Number(match[1]), reason: match[2]}
}

export class Game extends EventTarget {
  #positions = new WeakMap()

  constructor(server) {
    super()
    this.server = server
    this.tree = new Tree()
    this.node = this.tree.root
  }

  /** Another game; `node`: where to begin. */
  set(tree, node = tree.root) {
    this.tree = tree
    this.node = node
    this.#positions = new WeakMap()
    this.#tell('new')
    this.#tell('tree')
    this.#tell('node')
  }

  go(node) {
    if (!node || node === this.node || !this.tree.holds(node)) return
    this.node = node
    for (let n = node; n.parent; n = n.parent) n.parent.seen = n
    this.#tell('node')
  }

  /** `steps` moves on (or back) in the line shown. */
  step(steps) {
    const line = lineThrough(this.node)
    const at = line.indexOf(this.node) + steps
    this.go(line[Math.max(0, Math.min(line.length - 1, at))])
  }

  /** To the next (or the previous) variation of the nearest branch. */
  turn(direction) {
    for (let node = this.node; node.parent; node = node.parent) {
      const {children} = node.parent
      if (children.length < 2) continue
      return this.go(children[(children.indexOf(node) + direction + children.length) % children.length])
    }
  }

  changed() {
    this.#tell('tree')
  }

  #tell(name) {
    this.dispatchEvent(new Event(name))
  }

  /** The game object of a node, for the server. */
  async query(node) {
    const start = startOf(node)
    if (!start.parent) return gameAt(this.tree, node)
    const before = await this.position(start.parent)
    return gameAt(this.tree, node, before.stones, before.toMove)
  }

  /** The same for engines, which refuse a game with an illegal move: throws with the sentence of it. */
  async playable(node) {
    const {problem} = await this.position(node)
    if (problem) throw new Error(problem)
    return this.query(node)
  }

  /** What /api/board says of a node.  After a move that cannot be played or read: the position before
   * it, and `problem`, a sentence. */
  position(node) {
    let known = this.#positions.get(node)
    if (!known) {
      known = this.#ask(node)
      this.#positions.set(node, known)
      known.catch(() => this.#positions.delete(node))
    }
    return known
  }

  async #ask(node) {
    const unread = pathTo(node).find(({unread}) => unread.length)
    if (unread) return this.#before(unread, this.tree.fault(unread))
    const start = startOf(node)
    const earlier = start.parent && await this.position(start.parent)
    if (earlier?.problem) return earlier
    const game = await this.query(node)
    try {
      return await this.server.board(game)
    } catch (error) {
      const found = error.status === 422 && illegal(error.message)
      if (!found) throw error
      const path = pathTo(node)
      const moves = path.slice(path.indexOf(start) + 1).filter(({move}) => move)
      const wrong = moves[found.at]
      return this.#before(wrong, `Illegal move ${moveNumber(wrong)}: ${wrong.move.vertex} (${found.reason}).`)
    }
  }

  /** The position before a node that has none, with its problem; of the root what can be read of it. */
  async #before({parent}, problem) {
    const {root} = this.tree
    const before = parent ? await this.position(parent) : await this.server.board(await this.query(root))
    return {...before, problem: before.problem ?? problem}
  }

  /** Plays a move of the side to move at `from`, and shows it if `from` is still shown; throws with
   * the reason if it is illegal.  Null: `from` has left the game meanwhile. */
  async play(vertex, from = this.node) {
    const position = await this.position(from)
    if (position.problem) throw new Error(`${position.problem} Go back to a position before it.`)
    const colour = position.toMove
    const known = () =>
      from.children.find(({move}) => move?.vertex === vertex && move.colour === colour)
    const after = known() ? null : await this.#try(from, colour, vertex)
    if (!this.tree.holds(from)) return null
    let node = known()
    if (!node) {
      node = this.tree.add(from, colour, vertex)
      node.played = true
      this.#positions.set(node, Promise.resolve(after))
      this.#tell('tree')
    }
    if (this.node === from) this.go(node)
    return node
  }

  /** The position after a move; throws with the reason if it is illegal. */
  async #try(from, colour, vertex) {
    const game = await this.query(from)
    game.moves.push([colour, vertex])
    return this.server.board(game).catch(error => {
      if (error.status !== 422) throw error
      const found = illegal(error.message)
      throw found ? new Error(`${vertex} cannot be played: ${found.reason}.`) : error
    })
  }

  /** Opens one game of SGF text that the server has made UTF-8; `komi`, `rules` and `handicap`: as the
   * commands take them, null where the file does not tell.  Then the rules are Chinese.  `handicap`:
   * the stones that HA stands for if the file sets up none. */
  open({words, komi, rules, handicap}) {
    const tree = Tree.fromSgf(parse(words)[0])
    if (handicap && !tree.hasSetup) tree.setHandicap(handicap)
    tree.rules = rules ?? 'chinese'
    tree.komi = komi == null ? this.server.komi(tree.rules, tree.handicap) : nearestKomi(komi)
    this.set(tree)
  }
}
