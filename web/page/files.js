// files.js -- games from files: chosen, dropped, pasted, or those of running work.
import {byId, element, download, asSentence} from './dom.js'
import {parse, simpleText} from './sgf.js'
import {fileName} from './review.js'

const largest = 8 * 1024 * 1024

/** What the server says is wrong with "the file", or with "the file!game.sgf" of an archive, as a
 * sentence. */
export function sentence(problem) {
  const [, member] = /^the file!(.*)/is.exec(problem) ?? []
  if (member) return member + (/[.!?]$/.test(member) ? '' : '.') // a name keeps its first letter
  return asSentence(problem.replace(/^the file: (byte 0: )?/i, ''))
}

async function bytesAt(path) {
  const unreachable = () => { throw new Error('Katachi does not answer.') }
  const reply = await fetch(path).catch(unreachable)
  if (!reply.ok) throw new Error(`The file ${path} does not exist.`)
  return reply.blob().catch(unreachable)
}

export class Files {
  #turn = 0 // files that have been opened

  constructor({server, game, say, onopen}) {
    Object.assign(this, {server, game, say, onopen})
    const input = byId('file')
    byId('open-file').addEventListener('click', () => input.click())
    byId('save-file').addEventListener('click', () => download(fileName(game.tree), game.tree.toSgf()))
    input.addEventListener('change', () => {
      if (input.files.length) this.open(input.files[0])
      input.value = ''
    })
    this.#listenToDrops()
    document.addEventListener('paste', event => {
      if (event.target.closest('input, textarea, dialog')) return
      const words = event.clipboardData.getData('text')
      if (/\(\s*;/.test(words)) this.open(new Blob([words]))
    })
  }

  #listenToDrops() {
    const body = document.body
    const isWords = ({target, dataTransfer}) => target.closest?.('input, textarea') && !dataTransfer.types.includes('Files')
    document.addEventListener('dragover', event => {
      if (isWords(event)) return
      event.preventDefault()
      body.classList.add('dropping')
    })
    document.addEventListener('dragleave', event => event.relatedTarget || body.classList.remove('dropping'))
    document.addEventListener('drop', event => {
      body.classList.remove('dropping')
      if (isWords(event)) return
      event.preventDefault()
      const {files} = event.dataTransfer
      if (files.length) this.open(files[0], files.length)
    })
  }

  /** A file of running work. */
  async openAddress(path) {
    const turn = ++this.#turn
    try {
      const file = await bytesAt(path)
      if (turn === this.#turn) await this.open(file)
    } catch (error) {
      if (turn === this.#turn) this.say(error.message, true)
    }
  }

  /** Of files that are opened one right after another, the last one counts; of `many` that come together, the
   * first. */
  async open(file, many = 1) {
    const turn = ++this.#turn
    for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close() // it would hide the game
    if (file.size > largest) return this.say('This file is larger than 8 MB.', true)
    try {
      const bytes = await file.arrayBuffer().catch(() => { throw new Error('This file cannot be read.') })
      const {games, komi, rules, handicap, problems: faults = []} = await this.server.readGames(bytes)
      if (turn !== this.#turn) return
      if (!games.length) throw new Error(faults[0] ?? 'There is no game in this file.')
      const chosen = games.length > 1 ? await this.#choose(games) : 0
      if (chosen == null || turn !== this.#turn) return
      this.game.open({words: games[chosen], komi: komi[chosen], rules: rules[chosen], handicap: handicap[chosen]})
      const problems = [...this.game.tree.faults, ...faults.map(sentence)]
      if (many > 1) problems.unshift(`Only the first of ${many} files was opened.`)
      this.say(problems.length ? problems.slice(0, 2).join(' ') : 'The game is loaded.', problems.length > 0)
      this.onopen()
    } catch (error) {
      if (turn === this.#turn) this.say(sentence(error.message), true)
    }
  }

  /** The number of the game that a person chooses; null: none. */
  #choose(games) {
    const dialog = byId('games-dialog')
    const title = words => {
      const {properties} = parse(words, 1)[0] // thousands of games can be long
      const say = name => simpleText(properties.get(name)?.[0] ?? '').slice(0, 60)
      const players = [say('PB') || 'Black', say('PW') || 'White'].join(' \u2013 ')
      return [players, say('GN'), say('DT'), say('RE')].filter(Boolean).join(', ')
    }
    const buttons = games.map((words, i) => element('button', {value: String(i)}, `${i + 1}. ${title(words)}`))
    byId('games-list').replaceChildren(...buttons)
    this.#filter(buttons)
    dialog.returnValue = '' // Escape may leave it as it was
    dialog.showModal()
    return new Promise(resolve => dialog.addEventListener('close', () =>
      resolve(/^\d+$/.test(dialog.returnValue) ? Number(dialog.returnValue) : null), {once: true}))
  }

  /** A field above the games hides those without its words; Enter there takes the first one left. */
  #filter(buttons) {
    const field = byId('games-filter')
    field.value = ''
    field.oninput = () => {
      const wanted = field.value.trim().toLowerCase()
      for (const button of buttons) button.hidden = !button.textContent.toLowerCase().includes(wanted)
    }
    field.onkeydown = event => {
      if (event.key !== 'Enter') return
      event.preventDefault() // it would take the first of all
      buttons.find(button => !button.hidden)?.click()
    }
  }
}
