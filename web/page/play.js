// play.js -- games against Katachi: whose turn it is, the engine's moves, undo, hints, resignation and
// counting at the end.
import {byId} from './dom.js'
import {Tree} from './tree.js'
import {chainAt, indexOf, vertexAt, opponent, colourName} from './points.js'
import {engineNames} from './engines.js'
import {scoreOverlay, searchOverlay} from './overlays.js'
import {Clock} from './clock.js'

const hintSeconds = 1.5

export class Play {
  human = 'both' // the colours that people play: B, W, both or none
  active = true // whether the tab is open
  thinking = null // the node at which the engine thinks
  #hint = null // the node a hint was asked for
  #clock = null
  #ticking = 0
  #scoring = null // {node, dead: Set of indices, score}

  constructor({server, game, engines, player, look, say}) {
    Object.assign(this, {server, game, engines, player, look, say})
    const on = (id, act) => byId(id).addEventListener('click', () => act().catch(error => say(error.message, true)))
    on('pass', () => this.move('pass'))
    on('undo', () => this.undo())
    on('hint', () => this.hint())
    on('engine-move', () => this.thinking === game.node ? server.askInSession('stop', {move: true}) : this.engineMove())
    on('resign', () => this.resign())
    on('count', () => this.count())
    on('accept-score', async () => this.#accept())
    on('resume', async () => this.#leaveScoring())
    game.addEventListener('node', () => this.#nodeChanged())
    game.addEventListener('new', () => {
      this.#dismiss()
      this.#setClock(null)
      this.#leaveScoring()
    })
    look.extra = () => this.#overlay()
    this.#show()
  }

  async begin({size, rules, komi, handicap, human, engine, rank, seconds, clock}) {
    this.#dismiss()
    Object.assign(this.player.settings, {engine, rank, seconds, clock, seed: Math.floor(Math.random() * 2 ** 31)})
    const stones = handicap > 1 ? await this.player.handicap(size, handicap) : []
    const tree = new Tree({size, rules, komi, handicap: stones})
    const names = {B: human === 'B' || human === 'both', W: human === 'W' || human === 'both'}
    for (const colour of ['B', 'W']) {
      tree.setInfo('P' + colour, names[colour] ? 'You' : this.#engineName())
      if (!names[colour] && rank !== 'full') tree.setInfo(colour + 'R', rank)
    }
    tree.setInfo('DT', new Date().toISOString().slice(0, 10))
    if (clock) tree.setInfo('TM', String(clock.main))
    if (clock?.periods) tree.setInfo('OT', `${clock.periods}x${clock.period} byo-yomi`)
    this.human = human
    this.game.set(tree)
    this.#setClock(clock && new Clock(clock))
    this.#show()
    await this.#answer()
  }

  #engineName() {
    return `Katachi (${engineNames[this.player.settings.engine].toLowerCase()})`
  }

  #isHuman(colour) {
    return this.human === 'both' || this.human === colour
  }

  /** A move of a person, at a point or "pass". */
  async move(vertex) {
    if (this.#scoring) return this.#toggle(indexOf(vertex, this.game.tree.size))
    if (this.thinking && this.thinking === this.game.node) throw new Error('Katachi is thinking; Undo takes the move back.')
    const node = await this.game.play(vertex)
    if (!node) return
    this.say('')
    await this.#answer()
  }

  /** Goes on with a game that was under way when the page was loaded again. */
  async resume() {
    if (this.active && this.human !== 'both' && !this.game.tree.info('RE')) await this.#answer()
  }

  /** Lets the engine move where it is its turn. */
  async #answer() {
    const {toMove, over} = await this.game.position(this.game.node)
    if (this.#clock && !over && !this.game.tree.info('RE')) this.#clock.start(toMove)
    if (over) return this.human === 'none' || this.active ? this.count() : null
    if (this.active && !this.#isHuman(toMove) && !this.game.tree.info('RE')) await this.engineMove()
  }

  async engineMove() {
    const {node, tree} = this.game
    const {toMove, over} = await this.game.position(node)
    if (over) return this.count()
    if (this.thinking === node) return
    this.engines.stop('network')
    this.engines.stop('playouts')
    this.thinking = node
    this.#show()
    let vertex, wanted
    try {
      vertex = await this.player.move(node, toMove, this.#clock?.gtp(toMove))
    } finally {
      wanted = this.thinking === node
      if (wanted) this.thinking = null
      this.#show()
    }
    if (!wanted || this.game.node !== node || this.game.tree !== tree) return
    if (vertex === 'resign') return this.#end(opponent(toMove) + '+R', `${colourName(toMove)} resigns. ${colourName(opponent(toMove))} wins.`)
    await this.game.play(vertex, node)
    this.say(vertex === 'pass' ? `${colourName(toMove)} passes.` : `${colourName(toMove)} plays ${vertex}.`)
    await this.#answer()
  }

  /** Nobody waits for what the engine thinks about: it is to end, so that the next question need not
   * wait for it. */
  #dismiss() {
    if (!this.thinking) return
    this.thinking = null
    this.player.dismiss()
  }

  /** Back to the last turn of a person; what is undone leaves the tree if nothing else follows it. */
  async undo() {
    this.#leaveScoring()
    this.#dismiss()
    let {node} = this.game
    if (!node.parent) return
    do {
      const undone = node
      node = node.parent
      if (!undone.children.length) this.game.tree.remove(undone)
    } while (node.parent && this.human !== 'none' && !this.#isHuman((await this.game.position(node)).toMove))
    this.game.tree.setInfo('RE', '')
    this.game.changed()
    this.game.go(node)
    if (this.#clock) this.#clock.start((await this.game.position(node)).toMove)
    this.#show()
    this.say('Taken back.')
  }

  async hint() {
    const {node} = this.game
    const engine = this.player.settings.engine === 'network' && this.server.hasNetwork ? 'network' : 'playouts'
    this.#hint = {node, engine}
    const query = await this.game.query(node)
    const answer = await this.engines.ask(engine, node, query,
      {maxVisits: 100000, reportDuringSearchEvery: 0.2, overrideSettings: {maxTime: hintSeconds}}, 'hint')
    const best = answer?.moveInfos[0]
    if (best && this.game.node === node) this.say(`Katachi would play ${best.move}.`)
    this.look.paintSoon()
  }

  async resign() {
    const {toMove, over} = await this.game.position(this.game.node)
    const loser = this.human === 'B' || this.human === 'W' ? this.human : toMove
    if (over && this.game.tree.info('RE')) return
    this.#dismiss()
    this.#end(opponent(loser) + '+R', `${colourName(loser)} resigns. ${colourName(opponent(loser))} wins.`)
  }

  #setClock(clock) {
    clearInterval(this.#ticking)
    this.#clock = clock
    for (const colour of ['B', 'W']) byId('player-' + colour).querySelector('.clock').textContent = clock?.words(colour) ?? ''
    if (clock) this.#ticking = setInterval(() => this.#tick(), 250)
  }

  #tick() {
    const {running} = this.#clock
    if (!running) return
    byId('player-' + running).querySelector('.clock').textContent = this.#clock.words(running)
    if (!this.#clock.flagged(running)) return
    this.#dismiss()
    this.#end(opponent(running) + '+T', `${colourName(running)} has no time left. ${colourName(opponent(running))} wins.`)
  }

  #end(result, words) {
    this.#clock?.stop()
    this.game.tree.setInfo('RE', result)
    this.game.changed()
    this.#show()
    this.say(words)
  }

  /** The end: dead stones as Katachi sees them, to be changed by clicks. */
  async count() {
    const {node, tree} = this.game
    this.#clock?.stop()
    this.say('Katachi looks for dead stones.')
    const found = await this.player.status(node, 'dead')
    if (node !== this.game.node) return
    this.#scoring = {node, dead: new Set(found.map(vertex => indexOf(vertex, tree.size)).filter(i => i >= 0)), score: null}
    this.say('')
    await this.#score()
  }

  async #score() {
    const scoring = this.#scoring
    const {size} = this.game.tree
    const dead = [...scoring.dead].map(index => vertexAt(index, size))
    const {score} = await this.server.ask('board', {game: await this.game.query(scoring.node), dead})
    scoring.score = score
    this.#show()
    this.look.paintSoon()
  }

  async #toggle(index) {
    const {stones} = await this.game.position(this.#scoring.node)
    const chain = index < 0 ? [] : chainAt(stones, this.game.tree.size, index)
    if (!chain.length) return
    const {dead} = this.#scoring
    const was = dead.has(index)
    for (const stone of chain) was ? dead.delete(stone) : dead.add(stone)
    await this.#score()
  }

  #accept() {
    const {text} = this.#scoring.score
    const result = text === '0' ? 'Draw' : text
    this.#end(text, result === 'Draw' ? 'A draw.' : `${colourName(text[0])} wins by ${text.slice(2)} points.`)
    this.#leaveScoring()
  }

  #leaveScoring() {
    this.#scoring = null
    this.#show()
    this.look.paintSoon()
  }

  #nodeChanged() {
    if (this.#scoring && this.#scoring.node !== this.game.node) this.#scoring = null
    if (this.#hint && this.#hint.node !== this.game.node) {
      if (this.engines.running(this.#hint.engine)?.purpose === 'hint') this.engines.stop(this.#hint.engine)
      this.#hint = null
    }
    this.#show()
  }

  /** What this part puts on the boards. */
  #overlay() {
    if (this.#scoring?.node === this.game.node && this.#scoring.score)
      return scoreOverlay(this.#scoring.dead, this.#scoring.score.owner)
    if (this.#hint?.node === this.game.node && this.active) {
      const overlay = searchOverlay(this.engines.answer(this.#hint.engine, this.game.node), this.game.tree.size)
      return {...overlay, labels: overlay.labels?.slice(0, 3)}
    }
    return null
  }

  /** Settings of the game under way, for a page that is loaded again. */
  get state() {
    return {human: this.human, settings: this.player.settings, left: this.#clock?.left, running: this.#clock?.running}
  }

  restore({human, settings, left, running}) {
    this.human = human
    Object.assign(this.player.settings, settings)
    if (left) {
      const clock = new Clock(settings.clock)
      clock.left = left
      if (running) clock.start(running)
      this.#setClock(clock)
    }
    this.#show()
  }

  async #show() {
    const {tree, node} = this.game
    const score = this.#scoring?.score
    byId('scoring').hidden = !score
    if (score) byId('score-line').textContent = score.text === '0' ? 'A draw' : `${score.text}: ${colourName(score.text[0])} wins`
    const who = {B: 'You play Black.', W: 'You play White.', both: 'You play both sides.', none: 'Katachi plays itself.'}[this.human]
    const {engine, rank, seconds, clock} = this.player.settings
    byId('opponent').textContent = `${who} ${tree.size}x${tree.size}, ${tree.rules}, komi ${tree.komi}. `
      + (this.human === 'both' ? '' : `Katachi ${rank === 'full' ? `thinks ${clock ? '' : seconds + ' s a move '}` : `plays like a ${rank} `}with ${engine === 'network' ? 'its network' : 'playouts'}.`)
    byId('engine-move').textContent = this.thinking === node ? 'Move now' : 'Katachi moves'
    byId('undo').disabled = !node.parent
    byId('resign').disabled = Boolean(tree.info('RE'))
    for (const colour of ['B', 'W'])
      byId('player-' + colour).classList.toggle('thinking', this.thinking === node && (await this.game.position(node)).toMove === colour)
  }
}
