// engines.js -- the two engines that look at positions, "network" and "playouts".  Each analyses one
// position at a time; a new question ends the one before.
//
// Answers are those of katachi analysis, seen by black.  `answers` remembers the last one for each
// node.  Events: "answer" ({engine, node, answer}), "busy" (what runs has changed), "problem".

export const engineNames = {network: 'Network', playouts: 'Playouts'}

export class Engines extends EventTarget {
  #jobs = {network: null, playouts: null}
  #answers = {network: new WeakMap(), playouts: new WeakMap()}
  #tag = 0

  constructor(server) {
    super()
    this.server = server
    server.addEventListener('analysis', ({detail}) => this.#arrived(detail))
    server.addEventListener('problem', ({detail}) => this.#failed(detail))
    server.addEventListener('hello', ({detail}) => detail.fresh && this.#forgotten())
  }

  answer(engine, node) {
    return this.#answers[engine].get(node)
  }

  running(engine) {
    return this.#jobs[engine]
  }

  /** Asks about `game`, the position of `node`.  The promise brings the last answer, or null if the
   * question was ended by another one, by stop() or by a problem. */
  ask(engine, node, game, fields, purpose) {
    return new Promise(resolve => {
      const job = {tag: ++this.#tag, node, purpose, game, fields, resolve}
      this.#end(engine)
      this.#jobs[engine] = job
      this.#tell('busy', {})
      this.#send(engine, job)
    })
  }

  async #send(engine, {tag, game, fields}) {
    try {
      await this.server.askInSession('analyse', {engine, tag, query: {...game, ...fields}})
    } catch (error) {
      if (error.status) this.#failed({engine, tag, text: error.message})
      // without a status the connection is lost: the question is asked again when it is back
    }
  }

  stop(engine) {
    if (!this.#jobs[engine]) return
    this.#end(engine)
    this.#tell('busy', {})
    this.server.askInSession('stop', {engine}).catch(() => {})
  }

  #end(engine) {
    const job = this.#jobs[engine]
    this.#jobs[engine] = null
    job?.resolve(null)
  }

  #arrived({engine, tag, ...answer}) {
    const job = this.#jobs[engine]
    if (!job || job.tag !== tag) return
    if (!answer.noResults && job.node) {
      const before = this.#answers[engine].get(job.node)
      if (!answer.policy && before?.policy) answer.policy = before.policy
      if (!answer.ownership && before?.ownership) answer.ownership = before.ownership
      this.#answers[engine].set(job.node, answer)
    }
    if (!answer.isDuringSearch) {
      this.#jobs[engine] = null
      job.resolve(answer.noResults ? null : answer)
      this.#tell('busy', {})
    }
    if (!answer.noResults) this.#tell('answer', {engine, node: job.node, answer})
  }

  #failed({engine, tag, text}) {
    const job = this.#jobs[engine]
    this.#tell('problem', {engine, text})
    if (!job || (tag != null && tag !== job.tag)) return
    this.#end(engine)
    this.#tell('busy', {})
  }

  /** A new session: what was asked in the old one is asked again. */
  #forgotten() {
    for (const [engine, job] of Object.entries(this.#jobs)) if (job) this.#send(engine, job)
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}))
  }
}
