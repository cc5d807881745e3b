// player.js -- Katachi as a player: one GTP engine of the session, brought to a node of the game by as
// few commands as possible, so that it keeps what it has already thought.
import {asSentence} from './dom.js'

/** Who is to move before the first move of a game object, as the server takes it. */
const firstPlayer = ({initialPlayer, moves}) => initialPlayer ?? moves[0]?.[0] ?? 'B'

const sameStart = game => JSON.stringify([game.boardXSize, game.rules, game.komi, game.initialStones, firstPlayer(game)])

/** How Katachi plays where no game has chosen anything. */
export const usualSettings = {engine: 'network', rank: 'full', seed: 1, seconds: 2, clock: null}

export class Player {
  #last = Promise.resolve()
  #moving = null // the promise of the latest move that is still searched
  #known = null // {session, engine, start, moves, settings}: what the engine was told
  #deserted = false // the connection was lost: the engine may still search for what was asked

  constructor(server, game) {
    this.server = server
    this.game = game
    this.settings = usualSettings
  }

  /** The one that plays: also where no game chose one, and the server has no network. */
  get engine() {
    return this.server.hasNetwork ? this.settings.engine : 'playouts'
  }

  /** The engine's move at `node`: a vertex, "pass" or "resign".  `timeLeft`: a command, or null. */
  move(node, colour, timeLeft = null) {
    const move = this.#inTurn(async () => {
      await this.#bring(node)
      const reply = (await this.#send([...timeLeft ? [timeLeft] : [], 'genmove ' + colour])).at(-1)
      const vertex = reply.toLowerCase() === 'pass' ? 'pass' : reply
      if (vertex.toLowerCase() === 'resign') return 'resign'
      this.#known?.moves.push(colour + ' ' + vertex)
      return vertex
    })
    this.#moving = move
    return move
  }

  /** Ends the search for the moves asked for so far.  Told again and again: they may not have begun. */
  async dismiss() {
    let over = !this.#moving
    const ended = this.#moving?.catch(() => {}).then(() => over = true)
    while (!over) {
      await this.server.askInSession('stop', {move: true}).catch(() => {}) // a server that is lost thinks of nothing
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 200))])
    }
  }

  /** The points of a kind ("dead", "seki") at `node`; null if they are no longer wanted when it is their
   * turn. */
  status(node, kind, wanted = () => true) {
    return this.#inTurn(async () => {
      if (!wanted()) return null
      await this.#bring(node)
      const [reply] = await this.#send(['final_status_list ' + kind])
      return reply.split(/\s+/).filter(Boolean)
    })
  }

  /** Where an engine puts the handicap stones of a new game. */
  handicap(size, count, engine) {
    return this.#inTurn(async () => {
      this.#known = null
      const before = ['boardsize ' + size, 'clear_board']
      const place = name => this.#send([...before, `${name} ${count}`], engine)
      const replies = await place('fixed_handicap').catch(() => place('place_free_handicap'))
      return replies.at(-1).split(/\s+/).filter(Boolean)
    })
  }

  #inTurn(act) {
    const turn = this.#last.then(act)
    this.#last = turn.catch(() => {})
    return turn
  }

  async #send(commands, engine = this.engine) {
    if (!commands.length) return []
    try {
      if (this.#deserted) await this.server.askInSession('stop', {move: true})
      this.#deserted = false
      const {replies} = await this.server.askInSession('gtp', {engine, commands})
      const wrong = replies.find(reply => !reply.ok)
      if (wrong) throw new Error(asSentence(wrong.text))
      return replies.map(reply => reply.text.trim())
    } catch (error) {
      this.#known = null
      this.#deserted ||= error.status === 0
      throw error
    }
  }

  async #bring(node) {
    const game = await this.game.playable(node)
    const moves = game.moves.map(([colour, vertex]) => colour + ' ' + vertex)
    const settings = this.#settingCommands()
    const wanted = {session: this.server.session, engine: this.engine, start: sameStart(game)}
    const known = this.#known
    const same = known && Object.keys(wanted).every(key => known[key] === wanted[key])
    const commands = same ? this.#fromKnown(known.moves, moves) : this.#fromStart(game, moves)
    if (!same || known.settings !== settings.join()) commands.unshift(...settings)
    await this.#send(commands)
    this.#known = {...wanted, moves, settings: settings.join()}
  }

  #settingCommands() {
    const {rank, seed, seconds, clock} = this.settings
    return ['kata-set-param rank ' + rank, 'kata-set-param seed ' + (this.server.seed || seed), 'kata-set-param maxTime ' + (clock ? 0 : seconds),
      'kata-time_settings ' + (clock ? `byoyomi ${clock.main} ${clock.period} ${clock.periods}` : 'none')]
  }

  #fromKnown(known, wanted) {
    let same = 0
    while (same < known.length && same < wanted.length && known[same] === wanted[same]) same++
    return [...Array(known.length - same).fill('undo'), ...wanted.slice(same).map(move => 'play ' + move)]
  }

  /** Stones are set up, not played: as moves they could be a handicap, and be repeated by superko. */
  #fromStart(game, moves) {
    const {boardXSize, rules, komi, initialStones: stones} = game
    return ['boardsize ' + boardXSize, 'kata-set-rules ' + rules, 'komi ' + komi, 'clear_board',
      ...stones.length ? ['set_position ' + stones.flat().join(' ')] : [],
      ...firstPlayer(game) === 'W' ? ['gogui-setup_player W'] : [],
      ...moves.map(move => 'play ' + move)]
  }
}
