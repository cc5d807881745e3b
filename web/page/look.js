// look.js -- what is shown on the boards: overlays of what engines think of the node that is shown.
//
// state: overlay (none gammas policy search ownership dead), engine (playouts network both), live
// (whether positions that are shown are searched; `searching` tells whether this one still is).  Other
// parts put things on the boards through `extra` (a function that returns an overlay, or null) and
// `preview` (a line of moves under the pointer).
import {Board} from './board.js'
import {element, byId, chooser, inNextFrame, atMostEvery, leadText, percent, countText, counted} from './dom.js'
import {engineNames} from './engines.js'
import {indexOf, vertexAt, verticesFromSgf, colourName} from './points.js'
import {candidates, searchOverlay, policyOverlay, ownerOverlay, lineOverlay, nodeMarks, answerWords,
  forMover} from './overlays.js'
import {setupStones} from './tree.js'
import {showFeatures} from './features.js'

const patience = 60 // milliseconds between steps: who goes through a game faster has the node analysed where it ends
const liveSearch = {maxVisits: 1000000, reportDuringSearchEvery: 0.1, overrideSettings: {maxTime: 120}}

/** A record whose position the server refuses: at least what it set up is shown. */
const unplayable = {toMove: 'B', over: false, problem: true}

export class Look {
  state = {overlay: 'none', engine: 'playouts', live: false}
  active = false // whether the tabs that show overlays are open
  paused = null // the engine that a review needs
  extra = () => null
  counts = () => false // whether clicks on the board are about dead stones
  #idle = new Set() // the engines whose search of what is shown has ended by itself, or cannot be
  #preview = null
  #gammas = new WeakMap()
  #dead = new WeakMap()
  #seeking = new Set() // the nodes whose dead stones were asked for and are not known
  #deadWords = '' // what was said of dead stones
  #selected = -1
  #painted = 0 // the size of the boards that are shown
  #timer = 0
  #stepped = -Infinity

  constructor({server, game, engines, player, say, onplay}) {
    Object.assign(this, {server, game, engines, player, say, onplay})
    this.paintSoon = inNextFrame(() => this.#paint())
    this.#buildSeats()
    this.#setOverlay = chooser([...byId('overlays').children], value => this.choose({overlay: value}))
    this.#setEngine = chooser([...byId('engines').children], value => this.choose({engine: value}))
    byId('live').addEventListener('click', () => this.choose({live: !this.searching}))
    game.addEventListener('node', () => this.#nodeChanged())
    game.addEventListener('new', () => this.choose({}))
    game.addEventListener('tree', this.paintSoon)
    const paintNews = atMostEvery(100, this.paintSoon)
    engines.addEventListener('answer', ({detail}) => detail.node === game.node && paintNews())
    engines.addEventListener('busy', this.paintSoon)
    this.choose({})
    this.#nodeChanged()
  }

  #setOverlay
  #setEngine

  #buildSeats() {
    this.seats = ['playouts', 'network'].map(engine => {
      const name = element('strong')
      const numbers = element('span', {class: 'numbers'})
      const bar = element('i')
      const head = element('header', {}, name, numbers)
      const balance = element('div', {class: 'balance', 'aria-hidden': 'true'}, bar)
      const root = element('div', {class: 'seat'}, head, balance)
      byId('boards').append(root)
      const seat = {engine, root, name, numbers, bar, head, balance, table: new CandidateTable(this, engine)}
      seat.board = new Board(root, {
        onplay: (index, how) => this.#touched(index, how),
        onhover: index => this.#hovered(seat, index),
        onsay: words => this.say(words),
        explains: () => this.#explaining,
        plays: () => !this.counts(),
      })
      return seat
    })
    byId('candidates').append(...this.seats.map(seat => seat.table.root))
  }

  /** The engines whose boards are shown. */
  get shown() {
    const {engine} = this.state
    return engine === 'both' ? ['playouts', 'network'] : [engine]
  }

  /** Whether an engine searches what is shown, or will as soon as it can. */
  get searching() {
    return this.state.live && this.shown.some(engine => !this.#idle.has(engine))
  }

  choose(change) {
    const network = this.server.hasNetwork
    const state = Object.assign(this.state, change)
    if (change.overlay === 'dead' && this.#dead.has(this.game.node)) this.#sayDead(this.#dead.get(this.game.node).words)
    else if (change.overlay && byId('status').textContent === this.#deadWords) this.say('')
    if (change.overlay === 'search' || change.overlay === 'ownership') state.live = change.live ?? true
    if (change.overlay === 'gammas' && state.engine === 'network') state.engine = 'playouts'
    if (change.overlay === 'policy' && state.engine === 'playouts' && network) state.engine = 'network'
    if (change.live && (state.overlay === 'none' || state.overlay === 'dead')) state.overlay = 'search'
    if (!network && state.engine !== 'playouts' && this.server.state === 'connected') {
      state.engine = 'playouts'
      if (change.engine || change.overlay === 'policy') this.say('Katachi was started without a network.')
    }
    for (const button of byId('engines').children) button.disabled = button.dataset.value !== 'playouts' && !network
    this.#setOverlay(state.overlay)
    this.#setEngine(state.engine)
    if (change.overlay || change.engine) this.#selected = -1
    if (change.live || change.overlay || change.engine) this.#idle.clear()
    this.#analyse()
    this.paintSoon()
  }

  open(active) {
    this.active = active
    this.#arrange() // at once: a click that follows must find the boards where they will be
    if (active && this.server.session) this.#askGammas(this.game.node) // reading them takes a moment, once
    this.#analyse()
    this.paintSoon()
  }

  /** Shows a line on the boards, or on one engine's, from `node` or from what is shown, begun by `colour` or
   * the side to move; null: no more. */
  preview(vertices, {engine = null, node = null, colour = null} = {}) {
    this.#preview = vertices ? {vertices, engine, node, colour} : null
    this.paintSoon()
  }

  #nodeChanged() {
    this.#selected = -1
    this.#preview = null
    this.#idle.clear()
    for (const engine of ['playouts', 'network']) this.engines.stop(engine, 'look')
    clearTimeout(this.#timer)
    const quick = performance.now() - this.#stepped < patience
    this.#stepped = performance.now()
    if (quick) this.#timer = setTimeout(() => this.#analyse(), patience)
    else this.#analyse()
    this.paintSoon()
  }

  /** Begins and ends analyses, so that they are those the state asks for. */
  async #analyse() {
    const {node} = this.game
    const {overlay} = this.state
    for (const engine of ['playouts', 'network']) {
      const job = this.engines.job(engine, 'look')
      const wanted = this.#wanted(engine)
      if (!wanted) this.engines.stop(engine, 'look')
      else if (job?.node !== node || JSON.stringify(job.fields) !== JSON.stringify(wanted))
        this.#begin(engine, node)
    }
    if (!this.active) return
    if (overlay === 'gammas' || (overlay === 'policy' && this.shown.includes('playouts'))) this.#askGammas(node)
    if (overlay === 'dead') this.#askDead(node)
  }

  /** What is to be asked of an engine about the node that is shown; null: nothing. */
  #wanted(engine) {
    if (!this.active || this.paused === engine || !this.shown.includes(engine)) return null
    const {overlay, live} = this.state
    const answer = this.engines.answer(engine, this.game.node)
    if (live && !this.#idle.has(engine)) return {...liveSearch, includeOwnership: overlay === 'ownership', includePolicy: overlay === 'policy' && engine === 'network'}
    if (overlay === 'policy' && engine === 'network' && !answer?.policy) return {maxVisits: 1, includePolicy: true}
    return null
  }

  async #begin(engine, node) {
    try {
      const game = await this.game.playable(node)
      const {over} = await this.game.position(node)
      const fields = node === this.game.node && this.#wanted(engine)
      if (fields && !over) await this.engines.ask(engine, node, game, fields, 'look')
      if (fields) this.#ended(engine, node)
    } catch (error) {
      this.#sayAt(node, error)
      if (error.status !== 0) this.#ended(engine, node)
    }
  }

  /** A question has ended: by itself, unless another one has taken its place or nobody wants it any more. */
  #ended(engine, node) {
    if (!this.state.live || node !== this.game.node || this.engines.job(engine, 'look') || !this.#wanted(engine)) return
    this.#idle.add(engine)
    this.paintSoon()
  }

  async #askGammas(node) {
    if (this.#gammas.has(node)) return
    try {
      this.#gammas.set(node, await this.server.ask('look', {game: await this.game.playable(node)}))
      this.paintSoon()
    } catch (error) {
      this.#sayAt(node, error)
    }
  }

  #sayAt(node, error) {
    if (node === this.game.node) this.say(error.message, true)
  }

  async #askDead(node) {
    if (this.#dead.has(node)) return
    this.#sayDead('Katachi is looking for dead stones\u2026')
    if (this.#seeking.has(node)) return
    this.#seeking.add(node)
    try {
      const status = kind => this.player.status(node, kind, () => node === this.game.node)
      let found
      do found = [await status('dead'), await status('seki')]
      while (found.includes(null) && node === this.game.node) // somebody has walked away and come back
      if (found.includes(null)) return
      const [dead, seki] = found.map(vertices => vertices.map(vertex => indexOf(vertex, this.game.tree.size)))
      const words = counted(dead.length || 'No', 'dead stone') + (seki.length ? `, ${seki.length} in seki (marked with squares).` : '.')
      this.#dead.set(node, {dead: new Set(dead), marks: seki.map(index => ({index, kind: 'square'})), words})
      if (node === this.game.node && this.state.overlay === 'dead') this.#sayDead(words)
      this.paintSoon()
    } catch (error) {
      this.#sayAt(node, error)
    } finally {
      this.#seeking.delete(node)
    }
  }

  #sayDead(words) {
    this.#deadWords = words
    this.say(words)
  }

  /** With gammas on the board a click first shows what speaks for a point; a second one plays. */
  get #explaining() {
    return this.active && this.state.overlay === 'gammas'
  }

  #touched(index, how) {
    if (this.#painted !== this.game.tree.size) return // a point of the game before
    if (this.#explaining && index !== this.#selected) {
      this.#selected = index
      byId('features').replaceChildren()
      this.#explain(index)
      this.paintSoon()
    } else this.onplay(index, how)
  }

  async #explain(index) {
    const {node, tree} = this.game
    const vertex = vertexAt(index, tree.size)
    try {
      const found = await this.server.ask('look', {game: await this.game.playable(node), at: vertex})
      if (index === this.#selected && node === this.game.node) showFeatures(byId('features'), vertex, found, index)
    } catch (error) {
      this.#sayAt(node, error)
    }
  }

  #hovered(seat, index) {
    if (!this.active) return
    const {overlay} = this.state
    const size = this.game.tree.size
    const vertex = index >= 0 ? vertexAt(index, size) : ''
    const move = overlay === 'search' && candidates(this.engines.answer(seat.engine, this.game.node)).find(m => m.move === vertex)
    if (move || this.#preview?.hovered) {
      this.preview(move ? move.pv : null, {engine: seat.engine})
      if (move) this.#preview.hovered = true
    }
    const chances = this.#probabilities(seat.engine)
    if (index >= 0 && chances?.[index] > 0 && (overlay === 'gammas' || overlay === 'policy'))
      this.say(`${vertex}: ${(100 * chances[index]).toFixed(chances[index] < 0.1 ? 2 : 0)} %`)
  }

  #probabilities(engine) {
    const {overlay} = this.state
    const gammas = overlay === 'gammas' ? this.state.engine !== 'both' || engine === 'playouts' : engine === 'playouts'
    return gammas ? this.#gammas.get(this.game.node)?.probability : this.engines.answer(engine, this.game.node)?.policy
  }

  /** What is shown, or the node of a line under the pointer. */
  get #nodeToPaint() {
    return this.#preview?.node ?? this.game.node
  }

  async #paint() {
    const {tree} = this.game
    const node = this.#nodeToPaint
    let position
    try {
      position = await this.game.position(node)
    } catch (error) {
      if (error.status !== 422) return // the banner says that the server is lost
      position = {...unplayable, stones: setupStones(tree)}
    }
    if (node !== this.#nodeToPaint) return // its position came late: another one is on the boards
    this.#painted = tree.size
    this.#arrange()
    for (const seat of this.seats) {
      if (!seat.root.hidden) this.#paintSeat(seat, position, node, tree)
      seat.table.show(!seat.root.hidden && this.active && this.state.overlay !== 'none' ? this.engines.answer(seat.engine, node) : null)
    }
    const live = byId('live')
    live.setAttribute('aria-pressed', String(this.searching))
    live.textContent = this.searching ? 'Stop search' : 'Start search'
    byId('look-words').textContent = this.paused ? 'The review is using this engine.'
      : this.state.live && position.over ? 'The game is over here.' : ''
    byId('features').hidden = this.state.overlay !== 'gammas' || this.#selected < 0
  }

  /** Which boards are there, and what surrounds them.  Two have their tables below them, one has it
   * at its side. */
  #arrange() {
    const shown = this.active ? this.shown : this.shown.slice(0, 1)
    const two = shown.length === 2
    for (const seat of this.seats) {
      seat.root.hidden = !shown.includes(seat.engine)
      seat.head.hidden = seat.balance.hidden = !this.active
    }
    if (byId('boards').classList.toggle('two', two) === this.two) return
    this.two = two
    byId(two ? 'tables' : 'candidates').append(...this.seats.map(({table}) => table.root))
  }

  #paintSeat(seat, position, node, tree) {
    const {size} = tree
    const last = node.move && !position.problem ? indexOf(node.move.vertex, size) : -1
    seat.board.show({size, stones: position.stones, last, toMove: position.toMove,
      label: `Board${this.two ? ` of ${engineNames[seat.engine]}` : ''}, ${size} by ${size}, ${colourName(position.toMove)} to move${last < 0 ? '' : ' after ' + node.move.vertex}. Arrow keys move the cursor, Enter plays.`})
    const answer = this.active || this.extra() ? this.engines.answer(seat.engine, node) : null
    const {pass, ...overlay} = this.extra() ?? (this.active ? this.#overlayFor(seat.engine, node, answer, size) : {})
    const preview = this.#preview && (!this.#preview.engine || this.#preview.engine === seat.engine) ? this.#preview.vertices : null
    const marks = this.active || position.over ? nodeMarks(node, size, verticesFromSgf) : []
    marks.push(...overlay.marks ?? [])
    if (this.#explaining && this.#selected >= 0) marks.push({index: this.#selected, kind: 'select'})
    if (preview) overlay.line = lineOverlay(preview, this.#preview.colour ?? position.toMove, size)
    seat.board.overlay({...overlay, marks})
    this.#paintHead(seat, answer, pass)
  }

  #overlayFor(engine, node, answer, size) {
    switch (this.state.overlay) {
      case 'gammas':
      case 'policy':
        return policyOverlay(this.#probabilities(engine), size, this.#probabilities(engine) === answer?.policy ? 'network' : '')
      case 'search': return searchOverlay(answer, size)
      case 'ownership': return ownerOverlay(answer?.ownership)
      case 'dead': return this.#dead.get(node) ?? {}
      default: return {}
    }
  }

  #paintHead(seat, answer, pass) {
    seat.name.textContent = engineNames[seat.engine]
    const root = answer?.rootInfo
    const words = [answerWords(answer), pass >= 0.01 ? `pass ${percent(pass)}` : '']
    seat.numbers.textContent = words.filter(Boolean).join(', ') || '\u2013'
    seat.bar.style.transform = `scaleX(${(root?.winrate ?? 0.5).toFixed(3)})`
  }
}

const put = (cell, words) => cell.textContent === words || (cell.textContent = words)

/** The moves of a search as a table; rows stay while numbers change, so that they can be pointed at. */
class CandidateTable {
  #rows = []

  constructor(look, engine) {
    this.look = look
    this.engine = engine
    this.body = element('tbody')
    this.root = element('table', {class: 'candidates', hidden: true},
      element('caption', {class: 'soft'}, engineNames[engine]),
      element('thead', {}, element('tr', {}, ['Move', 'Win rate', 'Lead', 'Visits', 'Line'].map(name => element('th', {scope: 'col'}, name)))), this.body)
  }

  #row(i) {
    const cells = {}
    const play = element('button', {onclick: () => this.look.onplay(this.#rows[i].pv.slice(0, 1))})
    const line = element('button', {class: 'text', title: 'Add this line to the game', onclick: () => this.look.onplay(this.#rows[i].pv)})
    const show = () => this.look.preview(this.#rows[i].pv, {engine: this.engine})
    const hide = () => this.look.preview(null)
    const row = element('tr', {onpointerenter: show, onpointerleave: hide, onfocusin: show, onfocusout: hide},
      element('td', {}, play), ...['wins', 'lead', 'visits'].map(name => cells[name] = element('td')), element('td', {class: 'line'}, line))
    this.body.append(row)
    return {row, play, line, cells, pv: []}
  }

  show(answer) {
    const moves = candidates(answer, this.look.two ? 5 : 8)
    this.root.hidden = !moves.length
    moves.forEach((move, i) => {
      const row = this.#rows[i] ??= this.#row(i)
      row.pv = move.pv
      row.row.hidden = false
      put(row.play, move.move)
      put(row.cells.wins, percent(forMover(move.winrate, answer.rootInfo.currentPlayer)))
      put(row.cells.lead, leadText(move.scoreLead))
      put(row.cells.visits, countText(move.visits))
      put(row.line, move.pv.slice(1).join(' ') || '\u2013')
    })
    for (const row of this.#rows.slice(moves.length)) row.row.hidden = true
  }
}
