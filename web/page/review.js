// review.js -- a whole game reviewed.  As in katachi analyze (doc/analyze.md) a position is searched
// twice, before its best move and after it, and its value is the mean of the two; a move that was the
// search's own choice lost nothing.  The side that is searched for is the one that moves next in the game,
// which may be the same twice in a row.
//
// The result stays at the nodes: node.review = {winrate, lead (black's), best, line, lost, points,
// mistake 0..2}; the last five are about the move that led to the node.  Where the values come from a file
// they are unknown, and `recorded` is true.  While an engine gives a hint, or Katachi thinks about its move, the
// review waits (engines.js).
import {element, byId, percent, leadText, counted, download} from './dom.js'
import {engineNames} from './engines.js'
import {Graph} from './graph.js'
import {lineThrough, moveNumber, nextMover} from './tree.js'
import {colourName, opponent} from './points.js'
import {forMover} from './overlays.js'

const mistakeLoss = 0.1 // of the win rate; twice that is a bad one
const efforts = {network: [16, 100, 500], playouts: [300, 1500, 8000]} // visits of a search
const listed = 60
const judgement = 'Katachi: black wins '

/** Lines that an earlier review wrote, the page's or that of katachi analyze (mcts/review/review_sgf.c). */
const reviewLines = [/^(A (bad )?mistake\. )?Katachi: black wins .* %, /, /^Katachi would have played it too\.$/,
  /^((A (bad )?mistake\. )?Better seems|Katachi would play|Katachi prefers, with the same result,) .* \(black wins /,
  /^Lost: .*( of the win rate| points\.)/, /^Moves .*, reviewed by Katachi\.$/, /^(Black|White): moves .*, as Katachi would play /,
  /^Katachi .* for each position\.$/]

/** A comment without those lines. */
const ownWords = comment => comment.split('\n').filter(line => !reviewLines.some(kind => kind.test(line)))
  .join('\n').replace(/\n{3,}/g, '\n\n').trim()

export class Review {
  #run = null // {engine, line, done, all, began, problem: the move at which the game ends, as a sentence}
  #values = new Map() // node -> {first, second}: root values of its two searches, best, line
  #shownEnd = null // the last node of the line that is shown

  constructor({server, game, engines, look, say, sayLater, onjudged}) {
    Object.assign(this, {server, game, engines, look, say, sayLater, onjudged})
    this.graph = new Graph(byId('graph'), move => game.go(lineThrough(game.node)[move]))
    byId('review-start').addEventListener('click', () => this.#run ? this.stop() : this.start())
    byId('review-save').addEventListener('click', () => this.save())
    game.addEventListener('new', () => this.#newGame())
    game.addEventListener('node', () => this.#lineEnd === this.#shownEnd ? this.#showGraph() : this.show())
    game.addEventListener('tree', () => this.#treeChanged())
    server.addEventListener('hello', () => this.#offerEngines())
    engines.addEventListener('problem', ({detail}) => this.#run && this.say(detail.text, true))
    this.show()
  }

  #newGame() {
    this.stop()
    this.#values = new Map()
    for (const node of this.game.tree.nodes) {
      const winrate = parseFloat(node.properties.get('SBKV')?.[0]) / 100
      const lead = parseFloat(node.properties.get('V')?.[0])
      if (winrate >= 0 && winrate <= 1) node.review = {winrate, lead: Number.isFinite(lead) ? lead : 0, recorded: true}
    }
    this.show()
  }

  #offerEngines() {
    const choice = byId('review-engine')
    choice.options[0].disabled = !this.server.hasNetwork
    if (!this.server.hasNetwork) choice.value = 'playouts'
  }

  get #lineEnd() {
    return lineThrough(this.game.node).at(-1)
  }

  /** A line of which something was deleted is reviewed no further. */
  #treeChanged() {
    if (this.#run && !this.game.tree.holds(this.#run.line.at(-1))) this.stop()
    this.show()
  }

  async start() {
    const wished = byId('review-engine').value
    const engine = this.server.hasNetwork ? wished : 'playouts'
    const visits = efforts[engine][byId('review-effort').value]
    const line = lineThrough(this.game.node)
    const run = this.#run = {engine, line, done: 0, all: line.length, began: performance.now()}
    this.look.paused = engine
    this.look.choose({engine, overlay: 'search', live: false})
    this.#values = new Map()
    this.show()
    try {
      while (run.done < run.all && await this.#position(visits, run)) {
        run.done++
        this.#judge(line)
        this.onjudged()
        this.show()
      }
      if (run === this.#run && run.done === run.all)
        this.sayLater(run.problem ?? 'The review is finished.', Boolean(run.problem))
    } catch (error) {
      if (run === this.#run) this.say(error.message, true)
    }
    if (run === this.#run) this.stop()
  }

  stop() {
    const run = this.#run
    if (!run) return
    this.#run = null
    this.engines.stop(run.engine, 'review')
    this.look.paused = null
    this.look.choose({})
    this.show()
  }

  /** Searches the next position of the line, unless the game is over there.  False: the review ends. */
  async #position(visits, run) {
    const rest = run.line.slice(run.done)
    const [position, game] = await this.server.insist(() =>
      Promise.all([this.game.position(rest[0]), this.game.query(rest[0])]))
    if (run !== this.#run) return false
    const resumed = rest.some(({move}, i) => i > 0 && move && move.vertex !== 'pass')
    if (position.problem || (position.over && !resumed)) {
      run.all = run.done
      run.problem = position.problem
      return false
    }
    const value = position.over ? null : await this.#search(visits, run, rest, position, game)
    if (value) this.#values.set(rest[0], value)
    return run === this.#run && (position.over || value !== null)
  }

  /** Searches the first position of `rest`, and the one after its best move unless the game has it.  Null:
   * the review has ended.  What is found for the side whose turn it is not is not shown on the board. */
  async #search(visits, {engine}, rest, {toMove}, game) {
    const [node, next] = rest
    const mover = nextMover(rest, toMove)
    const ask = (about, query, more) =>
      this.engines.ask(engine, about, query, {maxVisits: visits, ...more}, 'review')
    const [shown, query] = mover === toMove ? [node, game] : [null, {...game, nextPlayer: mover}]
    const first = await ask(shown, query, {includeOwnership: true, includePolicy: engine === 'network'})
    if (!first) return null
    const {move: best, pv: line} = bestOf(first.moveInfos, next?.move?.vertex)
    const value = {first: first.rootInfo, second: null, best, line}
    if (next?.move?.vertex === best && nextMover(rest.slice(1), opponent(mover)) !== mover) return value
    const second = await ask(null, {...game, moves: [...game.moves, [mover, best]]})
    return second && {...value, second: second.rootInfo}
  }

  /** From the searches to values and losses, along a line. */
  #judge(line) {
    const mean = line.map((node, i) => {
      const value = this.#values.get(node)
      if (!value) return null
      const second = value.second ?? this.#values.get(line[i + 1])?.first ?? value.first
      return {winrate: (value.first.winrate + second.winrate) / 2, lead: (value.first.scoreLead + second.scoreLead) / 2}
    })
    line.forEach((node, i) => {
      if (!mean[i]) return
      const before = mean[i - 1]
      const {move} = node
      node.review = {...mean[i], ...before && move ? this.#loss(before, mean[i], move, this.#values.get(line[i - 1])) : {}}
    })
  }

  #loss(before, after, {vertex, colour}, {best, line}) {
    const isBest = best === vertex
    const lost = isBest ? 0 : Math.max(0, forMover(before.winrate, colour) - forMover(after.winrate, colour))
    const points = isBest ? 0 : Math.max(0, (before.lead - after.lead) * (colour === 'B' ? 1 : -1))
    return {best, line, lost, points, mistake: lost >= 2 * mistakeLoss ? 2 : lost >= mistakeLoss ? 1 : 0}
  }

  show() {
    const run = this.#run
    byId('review-start').textContent = run ? 'Stop' : 'Review this game'
    const progress = byId('review-progress')
    progress.hidden = !run
    if (run) {
      progress.max = run.all
      progress.value = run.done
      const seconds = run.done ? (performance.now() - run.began) / 1000 / run.done * (run.all - run.done) : 0
      byId('review-words').textContent = `${engineNames[run.engine]}: ${run.done} of ${run.all} positions`
        + (run.done > 2 ? `, about ${seconds < 90 ? Math.ceil(seconds) + ' s' : Math.ceil(seconds / 60) + ' min'} left` : '')
    }
    this.#showGraph()
    const line = lineThrough(this.game.node)
    this.#shownEnd = line.at(-1)
    const moves = line.filter(node => node.review?.lost != null)
    if (!run) byId('review-words').textContent = moves.length ? '' : 'Open an SGF file or drop it on this page, or review the game on the board.'
    byId('review-save').disabled = !line.some(node => node.review)
    this.#showSums(moves)
    this.#showMistakes(moves)
  }

  #showGraph() {
    const line = lineThrough(this.game.node)
    let number = 0
    const moves = line.map(({move}) =>
      ({number: number += move ? 1 : 0, colour: move?.colour ?? 'N'}))
    const words = ({review, move}, {number}) => move && review.mistake
      ? `${number}: ${colourName(move.colour)} ${move.vertex} lost ${percent(review.lost)}` : ''
    const values = line.map((node, i) =>
      node.review && {...node.review, words: words(node, moves[i])})
    this.graph.show(values, moves, line.indexOf(this.game.node))
  }

  #showSums(moves) {
    if (!moves.length) return byId('review-sums').replaceChildren()
    const rows = sumsOf(moves).map(side => element('tr', {}, element('th', {scope: 'row'}, colourName(side.colour)),
      [side.moves, side.moves ? percent(side.agreed / side.moves) : '\u2013', side.points.toFixed(1), side.mistakes, side.bad].map(words => element('td', {}, String(words)))))
    byId('review-sums').replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ['', 'Moves', 'Best moves', 'Mean point loss', 'Mistakes', 'Bad mistakes']
      .map(words => words ? element('th', {scope: 'col'}, words) : element('td')))), element('tbody', {}, rows)))
  }

  #showMistakes(moves) {
    const order = this.order ?? 'size'
    const side = this.side ?? 'all'
    const found = moves.filter(({move, review}) => review.mistake && (side === 'all' || move.colour === side))
    if (order === 'size') found.sort((a, b) => b.review.lost - a.review.lost)
    const place = byId('mistakes')
    const key = [...found.map(node => node.id + ':' + node.review.lost),
      order, side, moves.length, !this.#run].join()
    if (key === this.shownMistakes) return
    this.shownMistakes = key
    if (!moves.some(({review}) => review.mistake))
      return place.replaceChildren(...moves.length && !this.#run ? [element('p', {class: 'soft'}, `No mistakes in ${counted(moves.length, 'move')}: none lost 10 % of the win rate or more.`)] : [])
    const select = (label, name, choices) => element('label', {}, label + ' ', element('select', {onchange: event => {
      this[name] = event.target.value
      this.show()
    }}, choices.map(([value, words]) => element('option', {value, selected: value === (name === 'order' ? order : side)}, words))))
    place.replaceChildren(element('div', {class: 'row'}, element('h2', {}, 'Mistakes'),
      select('by', 'side', [['all', 'both sides'], ['B', 'Black'], ['W', 'White']]), select('sorted by', 'order', [['size', 'size'], ['move', 'move']])),
    element('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Mistakes'}, element('table', {},
      element('thead', {}, element('tr', {}, ['Move', 'Win rate lost', 'Points lost', 'Better line'].map(words => element('th', {scope: 'col'}, words)))),
      element('tbody', {}, found.slice(0, listed).map(node => this.#mistakeRow(node))))))
  }

  #mistakeRow(node) {
    const {move, review, parent} = node
    const show = () => this.look.preview(review.line, {node: parent, colour: move.colour})
    const hide = () => this.look.preview(null)
    return element('tr', {onpointerenter: show, onpointerleave: hide, onfocusin: show, onfocusout: hide},
      element('td', {}, element('button', {title: 'Go to the position before this move', onclick: () => {
        this.game.go(parent)
        show()
      }},
        `${moveNumber(node)} `, element('i', {class: 'dot ' + move.colour, role: 'img', 'aria-label': colourName(move.colour)}), ' ' + move.vertex)),
      element('td', {class: 'mistake-tag' + (review.mistake > 1 ? ' bad' : '')}, percent(review.lost)),
      element('td', {}, review.points.toFixed(1)),
      element('td', {class: 'line'}, element('button', {class: 'text', title: 'Add this line to the game', onclick: () => this.#addLine(node)},
        review.line.join(' '))))
  }

  #addLine({move, review, parent}) {
    const first = this.game.tree.addLine(parent, move.colour, review.line)
    this.look.preview(null)
    this.game.changed()
    this.game.go(first)
  }

  save() {
    download(fileName(this.game.tree, ' reviewed'), this.game.tree.toSgf(annotation))
  }
}

/** The best move of a search.  If several symmetric moves are best, the one that was played is. */
export function bestOf(moves, played) {
  const [best] = moves
  const original = ({move, isSymmetryOf}) => isSymmetryOf ?? move
  return moves.find(other => other.move === played && original(other) === original(best)) ?? best
}

/** The moves of each side in numbers. */
export function sumsOf(moves) {
  return ['B', 'W'].map(colour => {
    const own = moves.filter(({move}) => move.colour === colour)
    const count = test => own.filter(test).length
    const total = own.reduce((sum, {review}) => sum + review.points, 0)
    return {colour, moves: own.length, agreed: count(({move, review}) => move.vertex === review.best),
      points: own.length ? total / own.length : 0, mistakes: count(({review}) => review.mistake > 0), bad: count(({review}) => review.mistake > 1)}
  })
}

/** What a review adds to a node of the file (tree.js, toSgf).  A move that it has judged has no mark of
 * an earlier review, of which the rest stays as it is. */
export function annotation(node) {
  const note = {properties: {}, lines: []}
  const {review, move} = node
  if (review && !review.recorded) {
    note.properties.SBKV = (100 * review.winrate).toFixed(1)
    note.properties.V = (Math.round(10 * review.lead) / 10 + 0).toFixed(1) // + 0: no "-0.0"
    if (review.lost != null) note.properties.BM = review.mistake || null
    note.comment = [ownWords(node.comment), move && judgementOf(node)].filter(Boolean).join('\n\n')
  }
  for (const child of node.children)
    if (child.review?.mistake) note.lines.push({colour: child.move.colour, vertices: child.review.line,
      comment: `Better than ${child.move.vertex}, which lost ${percent(child.review.lost)}.`})
  return note
}

function judgementOf({review, move}) {
  const now = `${judgement}${percent(review.winrate)}, ${leadText(review.lead)}.`
  if (review.lost == null) return now
  if (review.best === move.vertex) return now + ' The best move.'
  return `${now} ${move.vertex} lost ${percent(review.lost)} and ${review.points.toFixed(1)} points; best ${review.line.join(' ')}.`
}

/** A name for the file of a game, of letters that every system takes. */
export function fileName(tree, end = '') {
  const players = ['PB', 'PW'].map(name => tree.info(name)).filter(Boolean).join(' - ')
  const clean = (players || 'game').replace(/[^\p{L}\p{N} .,()+-]/gu, '').slice(0, 60).trim()
  return `${clean || 'game'}${end}.sgf`
}
