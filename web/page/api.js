// api.js -- the server: one stream of events, and questions with answers (doc/web.md).
//
// Events of a Server: "hello" (a session began or was found again), "analysis", "problem", "notice",
// and "state" with the words of `state`.
import {takePlace} from './windows.js'
import {asSentence} from './dom.js'

const waits = [300, 700, 1500, 3000, 5000] // milliseconds before the next attempt

const noAnswer = 'Katachi does not answer.'
const untold = {hasNetwork: true, rules: [], komi: {}, folders: [], games: []}

/** What an engine says of itself, without the name that it has in a terminal. */
const plain = text => asSentence(text.replace(/^katachi: /, ''))

const computes = /^The network \S+ is computed by \S+( on the CPU)?(?=\.$|; )/

/** Two parts of a notice, "" where it lacks one: what computes the network, and what everybody should
 * know. */
export function noticeParts(text) {
  const [backend] = computes.exec(text) ?? ['']
  const rest = text.slice(backend.length).replace(/^(; |\.$)/, '')
  return {backend: backend && backend + '.', words: rest && rest !== 'GTP ready.' ? asSentence(rest) : ''}
}

export class ServerError extends Error {
  constructor(message, status, answer = {}) {
    super(message)
    this.status = status
    this.answer = answer
  }
}

/** Does things, a few at a time, and the newest first: over a slow link, what is looked at now need not
 * wait for what was passed on the way. */
class NewestFirst {
  #waiting = []
  #free = 3

  /** What `act` brings. */
  do(act) {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => act().then(resolve, reject))
      this.#next()
    })
  }

  async #next() {
    if (!this.#free || !this.#waiting.length) return
    this.#free--
    await this.#waiting.pop()()
    this.#free++
    this.#next()
  }
}

export class Server extends EventTarget {
  session = null
  hello = untold
  /** "connecting", "full" (too many windows are open), "connected", "lost", "stopped" (it said
   * goodbye), "refused" (a wrong key), "crowded" (it keeps no more pages) */
  state = 'connecting'
  #source = null
  #failures = 0
  #timer = 0
  #boards = new NewestFirst()

  /** Begins as soon as this window is one of those that are served. */
  async connect() {
    await takePlace(navigator.locks, () => this.#become('full'))
    this.#open()
  }

  #open() {
    clearTimeout(this.#timer)
    this.#source?.close()
    const source = new EventSource('/api/events' + (this.session ? '?session=' + encodeURIComponent(this.session) : ''))
    this.#source = source
    const on = (name, act) => source.addEventListener(name, event => act(JSON.parse(event.data || '{}')))
    on('hello', hello => {
      this.#failures = 0
      this.session = hello.session
      this.hello = {...untold, ...hello}
      this.#become('connected')
      this.#tell('hello')
    })
    on('analysis', data => this.#tell('analysis', data))
    for (const name of ['problem', 'notice']) on(name, data => this.#tell(name, {...data, text: plain(data.text)}))
    on('bye', () => this.#become('stopped'))
    source.onerror = () => this.#lost(source)
  }

  #lost(source) {
    if (source !== this.#source) return
    source.close()
    this.#source = null
    if (!['stopped', 'refused', 'crowded'].includes(this.state)) this.#become('lost')
    if (this.#failures > 0) this.#findOut()
    this.#timer = setTimeout(() => this.#open(), waits[Math.min(this.#failures++, waits.length - 1)])
  }

  /** An EventSource does not say why it failed; a refusal is worth other words than silence. */
  async #findOut() {
    let state = 'lost'
    try {
      const {status} = await fetch('/api/stop', request({session: this.session ?? ''}))
      if (status === 401 || status === 403) state = 'refused'
      if (status === 410) state = 'crowded' // it would have begun another session
    } catch { /* nobody there */ }
    if (this.state !== 'connected' && (state !== 'lost' || this.state !== 'stopped')) this.#become(state)
  }

  /** Resolves when the connection is there. */
  connected() {
    if (this.state === 'connected') return Promise.resolve()
    return new Promise(resolve => this.addEventListener('hello', resolve, {once: true}))
  }

  /** The same after a question that had no answer (status 0), whose loss may not be noticed yet. */
  async back() {
    await new Promise(resolve => setTimeout(resolve, 300))
    await this.connected()
  }

  /** What `act` brings; it is done again whenever the connection was lost during it. */
  async insist(act) {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (error.status !== 0) throw error
        await this.back()
      }
    }
  }

  #become(state) {
    if (state === this.state) return // ears need not hear it again
    this.state = state
    this.#tell('state', {state})
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}))
  }

  /** Asks `/api/NAME`; throws a ServerError with a sentence for people. */
  async ask(name, body, signal) {
    return this.#answer(() => fetch('/api/' + name, {...request(body), signal}))
  }

  /** The position of a game. */
  board(game) {
    return this.#boards.do(() => this.ask('board', {game}))
  }

  /** The same as `ask` with the session.  One that has ended unnoticed, as when a phone was away, is a lost
   * connection. */
  async askInSession(name, body) {
    const {session} = this
    try {
      return await this.ask(name, {session, ...body})
    } catch (error) {
      if (error.status !== 410) throw error
      if (session === this.session && this.state === 'connected') this.#lost(this.#source)
      throw new ServerError(noAnswer, 0)
    }
  }

  /** The games in the bytes of a file. */
  readGames(bytes) {
    return this.#answer(() => fetch('/api/sgf', {method: 'POST', body: bytes, headers: {'X-Katachi': '1'}}))
  }

  async #answer(send) {
    let reply
    try {
      reply = await send()
    } catch (error) {
      if (error.name === 'AbortError') throw error
      throw new ServerError(noAnswer, 0)
    }
    const data = await reply.json().catch(() => ({}))
    if (!reply.ok || data.error)
      throw new ServerError(asSentence(data.error || `the server answered with status ${reply.status}`), reply.status, data)
    return data
  }

  get hasNetwork() {
    return this.hello.hasNetwork
  }

  /** That of `katachi web --seed`; 0: each game has its own. */
  get seed() {
    return this.hello.seed ?? 0
  }

  /** The usual komi; a handicap of 1 is only that. */
  komi(rules, handicap) {
    return handicap > 0 ? 0.5 : this.hello.komi[rules] ?? 7.5
  }
}

const request = body => ({
  method: 'POST',
  headers: {'Content-Type': 'application/json', 'X-Katachi': '1'},
  body: JSON.stringify(body),
})
