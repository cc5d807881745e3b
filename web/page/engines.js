// engines.js -- the two engines that look at positions, "network" and "playouts".  Each analyses one
// position at a time.
//
// Questions have a purpose: a hint goes before a review, and a review before a look.  An engine has
// at most one question of each; a new one ends the one before.  What has to wait is asked (again)
// as soon as its turn comes, also after the connection was lost.
//
// Answers are those of katachi analysis, seen by black.  `answer` remembers the last one for each
// node.  Events: "answer" ({engine, node, answer}), "busy" (what is asked has changed), "problem".

export const engineNames = {network: 'Network', playouts: 'Playouts'}

export class Engines extends EventTarget {
  #jobs = {network: {}, playouts: {}} // {hint, review, look} of each engine
  #asked = {network: null, playouts: null} // the job the server works on; undefined: unknown
  #asking = {network: false, playouts: false} // a request is under way
  #held = false
  #answers = {network: new WeakMap(), playouts: new WeakMap()}
  #tag = 0

  constructor(server) {
    super()
    this.server = server
    server.addEventListener('analysis', ({detail}) => this.#arrived(detail))
    server.addEventListener('problem', ({detail}) => this.#failed(detail))
    server.addEventListener('hello', () => this.#askAgain())
  }

  answer(engine, node) {
    return this.#answers[engine].get(node)
  }

  /** The question {node, fields, ...} of a purpose that is not answered yet. */
  job(engine, purpose) {
    return this.#jobs[engine][purpose]
  }

  /** Asks about `game`, the position of `node`.  The promise brings the last answer, or null if the
   * question was ended by another one of its purpose, by stop() or by a problem. */
  ask(engine, node, game, fields, purpose) {
    return new Promise(resolve => {
      this.#jobs[engine][purpose]?.resolve(null)
      this.#jobs[engine][purpose] = {tag: ++this.#tag, node, purpose, game, fields, resolve}
      this.#changed(engine)
    })
  }

  stop(engine, purpose) {
    const job = this.#jobs[engine][purpose]
    if (job) this.#end(engine, job, null)
  }

  /** While `held`, reviews wait: Katachi thinks about its move. */
  hold(held) {
    if (held === this.#held) return
    this.#held = held
    for (const engine in this.#jobs) this.#changed(engine)
  }

  /** The question whose turn it is. */
  #first(engine) {
    const {hint, review, look} = this.#jobs[engine]
    return hint ?? (this.#held ? null : review) ?? look ?? null
  }

  #end(engine, job, answer) {
    delete this.#jobs[engine][job.purpose]
    job.resolve(answer)
    this.#changed(engine)
  }

  #changed(engine) {
    this.#tell('busy', {})
    this.#ask(engine)
  }

  /** Brings the server to the question whose turn it is.  One request after another, since they
   * could overtake each other. */
  async #ask(engine) {
    if (this.#asking[engine]) return
    this.#asking[engine] = true
    for (;;) {
      await this.server.connected()
      const job = this.#first(engine)
      if (job === this.#asked[engine]) break
      this.#asked[engine] = job
      try {
        const query = job && {...job.game, ...job.fields}
        if (job) await this.server.askInSession('analyse', {engine, tag: job.tag, query})
        else await this.server.askInSession('stop', {engine})
      } catch (error) {
        if (!error.status) {
          this.#asked[engine] = undefined
          await this.server.back()
        } else if (job) this.#failed({engine, tag: job.tag, text: error.message})
      }
    }
    this.#asking[engine] = false
  }

  /** The connection is back: the server may have ended what it was asked, or its answer is lost. */
  #askAgain() {
    for (const engine in this.#jobs) {
      if (this.#asked[engine]) this.#asked[engine] = undefined
      this.#ask(engine)
    }
  }

  #jobOf(engine, tag) {
    return Object.values(this.#jobs[engine]).find(job => job.tag === tag)
  }

  #arrived({engine, tag, ...answer}) {
    const job = this.#jobOf(engine, tag)
    if (!job) return
    if (!answer.noResults && job.node) {
      const before = this.#answers[engine].get(job.node)
      if (!answer.policy && before?.policy) answer.policy = before.policy
      if (!answer.ownership && before?.ownership) answer.ownership = before.ownership
      this.#answers[engine].set(job.node, answer)
    }
    if (!answer.isDuringSearch) {
      if (this.#asked[engine] === job) this.#asked[engine] = null
      this.#end(engine, job, answer.noResults ? null : answer)
    }
    if (!answer.noResults) this.#tell('answer', {engine, node: job.node, answer})
  }

  /** A problem that has no tag is one of the question being worked on. */
  #failed({engine, tag, text}) {
    const job = tag == null ? this.#asked[engine] : this.#jobOf(engine, tag)
    this.#tell('problem', {engine, text})
    if (!job) return
    if (this.#asked[engine] === job) this.#asked[engine] = null
    if (this.#jobs[engine][job.purpose] === job) this.#end(engine, job, null)
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}))
  }
}
