// play.js -- games against Katachi: whose turn it is, the engine's moves, undo, hints, resignation and
// counting at the end.
import {byId, counted, setDisabled} from './dom.js'
import {Tree} from './tree.js'
import {chainAt, indexOf, vertexAt, opponent, colourName} from './points.js'
import {engineNames} from './engines.js'
import {scoreOverlay, hintOverlay} from './overlays.js'
import {Clock} from './clock.js'
import {usualSettings} from './player.js'

const hintSeconds = 1.5

/** The date of here, as SGF has it. */
function today() {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(n => String(n).padStart(2, '0')).join('-')
}

export class Play {
  human = 'both' // the colours that people play: B, W, both or none
  #active = true // whether the tab is open
  #head = null // the node that the game being played has reached; null: none is played
  #placing = null // the node at which a person's move is checked; a second click there is none
  #thinking = null // {node, colour}: where Katachi is asked for a move
  #ended = null // {node, before}: where a result was given, and what the record said until then
  #declined = null // a node after two passes at which people play on
  #hint = null // {node, engine} of the hint that was asked for
  #clock = null
  #ticking = 0
  #scoring = null // {node, dead: Set of indices, score, count: the latest question}; all but node null at first

  constructor({server, game, engines, player, look, say}) {
    Object.assign(this, {server, game, engines, player, look, say})
    const on = (id, act) => byId(id).addEventListener('click', () => act().catch(this.#trouble))
    on('pass', () => this.move('pass'))
    on('undo', () => this.undo())
    on('hint', () => this.hint())
    on('engine-move', () => this.engineMove())
    on('resign', () => this.resign())
    on('count', () => this.count())
    on('accept-score', () => this.#accept())
    on('resume', async () => this.#playOn())
    game.addEventListener('new', () => this.#newGame())
    game.addEventListener('tree', () => this.#treeChanged())
    game.addEventListener('node', () => this.#nodeChanged())
    server.addEventListener('hello', () => this.#goOn())
    server.addEventListener('state', () => server.state !== 'connected' && this.#runClock(null))
    look.extra = () => this.#overlay()
    look.counts = () => this.#counts
    this.#show()
  }

  #trouble = error => {
    this.say(error.message, true)
    if (error.status === 0) this.server.back().then(() => this.#goOn())
  }

  open(active) {
    this.#active = active
    this.#goOn()
  }

  /** A game without an opponent, as of a file. */
  #newGame() {
    this.#dismiss()
    this.#scoring = this.#head = this.#ended = this.#declined = null
    this.human = 'both'
    this.player.settings = usualSettings
    this.#setClock(null)
  }

  async begin({size, rules, komi, handicap, human, ...settings}) {
    this.#dismiss() // the stones of a handicap would have to wait
    try {
      const stones = handicap > 1 ? await this.player.handicap(size, handicap, settings.engine) : []
      const tree = new Tree({size, rules, komi, handicap: stones})
      this.#writeHeader(tree, human, settings)
      this.game.set(tree)
    } catch (error) {
      this.#goOn()
      throw error
    }
    this.human = human
    this.player.settings = {...settings, seed: Math.floor(Math.random() * 2 ** 31)}
    this.#setClock(settings.clock && new Clock(settings.clock))
    this.#show()
    this.#advance(this.game.node)
  }

  #writeHeader(tree, human, {engine, rank, clock}) {
    for (const colour of ['B', 'W']) {
      const own = human === 'both' || human === colour
      tree.setInfo('P' + colour, own ? 'You' : `Katachi (${engineNames[engine].toLowerCase()})`)
      if (!own && rank !== 'full') tree.setInfo(colour + 'R', rank)
    }
    tree.setInfo('DT', today())
    if (clock) tree.setInfo('TM', String(clock.main))
    if (clock?.periods) tree.setInfo('OT', `${clock.periods}x${clock.period} byo-yomi`)
  }

  get #hasResult() {
    return this.game.tree.info('RE') !== ''
  }

  #isKatachi(colour) {
    return this.human !== 'both' && this.human !== colour
  }

  /** A move of a person, at a point or "pass". */
  async move(vertex) {
    const {node: from, tree} = this.game
    if (vertex === 'pass') this.#refuseInCount()
    if (this.#counts) return this.#toggle(indexOf(vertex, tree.size))
    if (this.#thinking?.node === from)
      throw new Error('Katachi is thinking. Undo takes your last move back.')
    if (this.#placing === from) return
    this.#placing = from
    try {
      await this.#place(vertex, from)
    } finally {
      if (this.#placing === from) this.#placing = null
    }
  }

  /** Whether clicks change which stones are dead. */
  get #counts() {
    return this.#active && this.#scoring !== null
  }

  #refuseInCount() {
    if (this.#counts) throw new Error('The game is being counted. Press "Play on" first.')
  }

  async #place(vertex, from) {
    const {toMove} = await this.game.position(from)
    const foreign = this.#isKatachi(toMove) && !this.#hasResult
    if (foreign && this.#active)
      throw new Error('It is Katachi\'s turn. Press "Let Katachi move".')
    const node = await this.game.play(vertex, from)
    if (!node) return
    // in the other tabs people try out moves of both sides at any place; the game does not follow
    if (this.#active || (from === this.#head && !foreign)) this.#advance(node)
  }

  /** The game being played has come to `node`, unless it was over before. */
  #advance(node) {
    if (this.#hasResult) return
    this.#head = node
    if (this.#thinking && this.#thinking.node !== node) this.#dismiss()
    this.#goOn()
  }

  /** Does what the game now waits for: Katachi's move or, after two passes, counting, as soon as
   * somebody is there to see it; and lets the clock run.  Called after whatever could change this. */
  async #goOn() {
    try {
      const head = this.#head
      const {toMove, over} = head ? await this.game.position(head) : {}
      if (head !== this.#head) return // this was called again for the other one
      const waits = head && !this.#hasResult && !this.#scoring
      const ended = over && this.#declined !== head
      const watched = this.#active && this.game.node === head && this.server.state === 'connected'
      if (waits && watched && !this.#thinking) {
        if (ended) this.count().catch(this.#trouble)
        else if (this.#isKatachi(toMove)) this.#think(head, toMove).catch(this.#trouble)
      }
      const runs = waits && !ended && this.server.state === 'connected'
        && (!this.#isKatachi(toMove) || this.#thinking?.node === head)
      this.#runClock(runs ? toMove : null)
    } catch (error) {
      this.#trouble(error)
    }
  }

  /** Katachi moves at the node that is shown, whoever's turn it is; at once if it thinks there. */
  async engineMove() {
    const {node} = this.game
    const {toMove, over} = await this.game.position(node)
    if (node !== this.game.node) return
    if (this.#thinking?.node === node) return this.server.askInSession('stop', {move: true})
    if (over) return this.count()
    this.#refuseInCount()
    const move = this.#think(node, toMove)
    this.#goOn()
    return move
  }

  /** Katachi's move at `node`, which is played there even if another one is shown meanwhile. */
  async #think(node, colour) {
    this.#dismiss()
    this.#endHint()
    const asked = {node, colour}
    this.#setThinking(asked)
    const wanted = () => this.#thinking === asked
    let vertex, next
    try {
      vertex = await this.player.move(node, colour, this.#clock?.gtp(colour))
      if (wanted() && vertex !== 'resign') next = await this.game.play(vertex, node)
    } catch (error) {
      if (!wanted()) return
      this.#setThinking(null)
      if (this.#isKatachi(colour)) this.#runClock(null)
      throw error
    }
    if (!wanted()) return
    this.#setThinking(null)
    if (vertex === 'resign') return this.#lose(colour, '+R', 'resigns', node)
    this.say(`${colourName(colour)} ${vertex === 'pass' ? 'passes' : 'plays ' + vertex}.`)
    this.#advance(next)
  }

  /** While Katachi thinks about its move, reviews wait. */
  #setThinking(asked) {
    this.#thinking = asked
    this.engines.hold(asked !== null)
    this.#show()
  }

  /** Nobody waits for what the engine thinks about: it is to end, so that the next question need not
   * wait for it. */
  #dismiss() {
    if (!this.#thinking) return
    this.#setThinking(null)
    this.player.dismiss()
  }

  /** Whether undo takes a result back. */
  get #reopens() {
    const {node} = this.game
    return this.#ended !== null && (node === this.#ended.node || node === this.#head)
  }

  /** Back to the last turn of a person.  Moves made on this page leave the tree if nothing else
   * follows them, and a result that was given there is taken back; a record that was opened stays. */
  async undo() {
    const {node: from, tree} = this.game
    const reopens = this.#reopens
    if (!from.parent && !reopens) return
    const skips = this.human !== 'none' && (reopens || !this.#hasResult)
    const isPersons = async node => !this.#isKatachi((await this.game.position(node)).toMove)
    let node = from.parent ?? from // a game without moves may have been resigned
    while (node.parent && skips && !await isPersons(node)) node = node.parent
    if (from !== this.game.node) return
    this.#scoring = null
    const timeless = reopens && this.#reopen()
    const ofGame = reopens || from === this.#head
    if (ofGame || this.#thinking?.node === from) this.#dismiss()
    if (ofGame) this.#head = this.human === 'none' ? null : node // alone it would play it again
    let removed = 0
    for (let undone = from; undone !== node; undone = undone.parent) {
      if (!undone.played || undone.children.length) break
      tree.remove(undone)
      removed++
    }
    this.#declined = node
    this.game.changed()
    this.game.go(node)
    if (timeless) this.say('Taken back. The game continues without a clock.')
    else if (removed || reopens) this.say('Taken back.')
  }

  /** Takes back a result that was given on this page.  True: the clock, which had run out, is gone. */
  #reopen() {
    this.game.tree.setInfo('RE', this.#ended.before)
    this.#ended = null
    const timeless = ['B', 'W'].some(colour => this.#clock?.flagged(colour))
    if (timeless) this.#dropClock()
    return timeless
  }

  async hint() {
    this.#refuseInCount()
    const {node} = this.game
    const {engine} = this.player
    this.#hint = {node, engine}
    const query = await this.game.playable(node)
    if (this.#hint?.node !== node) return // nobody waits for it any more
    const answer = await this.engines.ask(engine, node, query,
      {maxVisits: 100000, reportDuringSearchEvery: 0.2, overrideSettings: {maxTime: hintSeconds}}, 'hint')
    const best = answer?.moveInfos[0]
    if (best && this.game.node === node) this.say(`Katachi would ${best.move === 'pass' ? 'pass' : 'play ' + best.move}.`)
    this.look.paintSoon()
  }

  #endHint() {
    if (this.#hint) this.engines.stop(this.#hint.engine, 'hint')
    this.#hint = null
  }

  /** Ends the game being played, which is shown then, or the one that is shown. */
  async resign() {
    const node = this.#head ?? this.game.node
    const {toMove} = await this.game.position(node)
    if (this.#hasResult || !this.game.tree.holds(node)) return
    this.#dismiss()
    this.game.go(node)
    this.#lose(this.human === 'B' || this.human === 'W' ? this.human : toMove, '+R', 'resigns', node)
  }

  #setClock(clock) {
    clearInterval(this.#ticking)
    this.#clock = clock
    for (const colour of ['B', 'W']) byId('player-' + colour).querySelector('.clock').textContent = clock?.words(colour) ?? ''
    if (clock) this.#ticking = setInterval(() => this.#tick(), 250)
  }

  #dropClock() {
    this.player.settings = {...this.player.settings, clock: null}
    this.#setClock(null)
  }

  /** Lets the time of a colour run, or nobody's (null). */
  #runClock(colour) {
    if (!this.#clock || this.#clock.running === colour) return
    if (colour) this.#clock.start(colour)
    else this.#clock.stop()
  }

  #tick() {
    const {running} = this.#clock
    if (!running) return
    byId('player-' + running).querySelector('.clock').textContent = this.#clock.words(running)
    if (!this.#clock.flagged(running)) return
    this.#dismiss()
    this.#lose(running, '+T', 'ran out of time', this.#head)
  }

  #lose(colour, how, words, node) {
    const winner = opponent(colour)
    const sentence = `${colourName(colour)} ${words}. ${colourName(winner)} wins.`
    if (this.#hasResult) this.say(sentence) // somebody tries out another course of the game
    else this.#end(winner + how, sentence, node)
  }

  #end(result, words, node = this.game.node) {
    this.#dismiss()
    this.#runClock(null)
    this.#scoring = null // somebody may resign instead of accepting the score
    this.#ended = {node, before: this.game.tree.info('RE')}
    this.game.tree.setInfo('RE', result)
    this.game.changed()
    this.#show()
    this.say(words)
  }

  /** The end: dead stones as Katachi sees them, to be changed by clicks. */
  async count() {
    const {node, tree} = this.game
    const scoring = this.#scoring = {node, dead: null, score: null, count: null}
    this.#dismiss()
    this.#runClock(null)
    this.#show()
    this.look.paintSoon()
    this.say('Katachi is looking for dead stones\u2026')
    try {
      const found = await this.player.status(node, 'dead')
      if (scoring !== this.#scoring) return
      scoring.dead = new Set(found.map(vertex => indexOf(vertex, tree.size)).filter(i => i >= 0))
      await this.#score()
    } catch (error) {
      if (scoring === this.#scoring && !scoring.score) this.#leaveScoring()
      throw error
    }
  }

  /** Counts with the dead stones of this moment.  False: they have changed meanwhile, and their own
   * count follows, or the counting was left. */
  async #score() {
    const scoring = this.#scoring
    const {size} = this.game.tree
    const dead = [...scoring.dead].map(index => vertexAt(index, size))
    const count = scoring.count = this.game.query(scoring.node).then(game => this.server.ask('board', {game, dead}))
    const {score} = await count
    if (count !== scoring.count || scoring !== this.#scoring) return false
    scoring.score = score
    this.#show()
    this.say(`${byId('score-line').textContent}.`) // for ears, and for phones, whose button is further down
    this.look.paintSoon()
    return true
  }

  async #toggle(index) {
    const scoring = this.#scoring
    const {stones} = await this.game.position(scoring.node)
    const chain = index < 0 ? [] : chainAt(stones, this.game.tree.size, index)
    if (!chain.length || !scoring.dead || scoring !== this.#scoring) return
    const was = scoring.dead.has(index)
    for (const stone of chain) was ? scoring.dead.delete(stone) : scoring.dead.add(stone)
    await this.#score()
  }

  async #accept() {
    const scoring = this.#scoring
    if (!await this.#score()) return // a click may not have been counted yet
    const {text} = scoring.score
    this.#end(text, text === '0' ? 'A draw.'
      : `${colourName(text[0])} wins by ${counted(text.slice(2), 'point')}.`)
  }

  #playOn() {
    this.#declined = this.#scoring?.node ?? null
    this.#leaveScoring()
    this.say('') // no longer the score
    this.#goOn()
  }

  #leaveScoring() {
    this.#scoring = null
    this.#show()
    this.look.paintSoon()
  }

  /** Where the head was deleted the game goes on from what is left before it, without the result. */
  #treeChanged() {
    const {tree} = this.game
    const lost = node => node && !tree.holds(node)
    if (this.#ended && (lost(this.#ended.node) || lost(this.#head))) this.#reopen()
    while (this.#head && !tree.holds(this.#head)) this.#head = this.#head.parent
    if (this.#thinking && !tree.holds(this.#thinking.node)) this.#dismiss()
    this.#show()
    this.#goOn()
  }

  #nodeChanged() {
    const {node} = this.game
    if (this.#scoring?.node !== node) this.#scoring = null
    if (this.#hint?.node !== node) this.#endHint()
    this.#show()
    this.#goOn()
  }

  /** What this part puts on the boards. */
  #overlay() {
    const {node, tree} = this.game
    if (!this.#active) return null
    if (this.#scoring?.node === node && this.#scoring.score)
      return scoreOverlay(this.#scoring.dead, this.#scoring.score.owner)
    return this.#hint?.node === node ? hintOverlay(this.engines.answer(this.#hint.engine, node), tree.size) : null
  }

  /** The game under way, for a page that is loaded again; `nodes`: those of the tree. */
  state(nodes) {
    const clock = this.#clock
    return {human: this.human, settings: this.player.settings,
      left: clock && {B: clock.view('B'), W: clock.view('W')},
      head: nodes.indexOf(this.#head), declined: nodes.indexOf(this.#declined),
      ended: this.#ended && {node: nodes.indexOf(this.#ended.node), before: this.#ended.before}}
  }

  restore({human, settings, left, head, declined, ended}, nodes) {
    this.human = human
    this.player.settings = settings
    this.#head = nodes[head] ?? null
    this.#declined = nodes[declined] ?? null
    this.#ended = ended && {...ended, node: nodes[ended.node]}
    if (left) {
      const clock = new Clock(settings.clock)
      clock.left = left
      this.#setClock(clock)
    }
    this.#show()
  }

  #show() {
    const {tree, node} = this.game
    const score = this.#scoring?.score
    byId('scoring').hidden = !this.#scoring
    byId('score-words').hidden = byId('accept-score').hidden = !score
    if (!score) byId('score-line').textContent = 'Looking for dead stones\u2026'
    else byId('score-line').textContent = score.text === '0' ? 'A draw' : `${score.text}: ${colourName(score.text[0])} wins`
    const who = {B: 'You play Black.', W: 'You play White.', both: 'You play both sides.', none: 'Katachi plays itself.'}[this.human]
    const {engine, rank, seconds, clock} = this.player.settings
    const how = `${rank === 'full' ? 'uses' : `plays at ${rank} level, using`} ${engine === 'network' ? 'its network' : 'playouts'}`
    const time = rank === 'full' && !clock ? `, ${seconds} s per move` : ''
    byId('opponent').textContent = `${who} ${tree.size}x${tree.size}, ${tree.rules} rules, komi ${tree.komi}.`
      + (this.human === 'both' ? '' : ` Katachi ${how}${time}.`)
    byId('engine-move').textContent = this.#thinking?.node === node ? 'Move now' : 'Let Katachi move'
    setDisabled('undo', !node.parent && !this.#reopens)
    setDisabled('resign', this.#hasResult)
    for (const colour of ['B', 'W'])
      byId('player-' + colour).classList.toggle('thinking', this.#thinking?.colour === colour)
  }
}
