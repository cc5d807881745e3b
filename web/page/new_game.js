// new_game.js -- the dialog that begins a game; it remembers what was chosen last.
import {byId, element} from './dom.js'
import {clockSettings} from './clock.js'

/** The ranks in the order of the slider, whose last place is full strength. */
const ranks = [...Array.from({length: 30}, (_, i) => `${30 - i}k`), ...Array.from({length: 9}, (_, i) => `${i + 1}d`), 'full']
const rankAt = place => ranks[place - 1]

export class NewGame {
  constructor({server, onbegin}) {
    this.server = server
    this.onbegin = onbegin
    this.dialog = byId('new-dialog')
    this.form = this.dialog.querySelector('form')
    this.fields = this.form.elements
    byId('new-game').addEventListener('click', () => this.open())
    byId('new-cancel').addEventListener('click', () => this.dialog.close())
    this.form.addEventListener('input', event => this.#changed(event.target.name))
    this.form.addEventListener('submit', () => this.#submit())
    this.#remember()
  }

  #remember() {
    this.chosen = {}
    try {
      this.chosen = JSON.parse(localStorage.getItem('katachi.new-game')) ?? {}
    } catch { /* the defaults do */ }
  }

  /** With what was chosen last: not with what was changed before Cancel. */
  open() {
    const {rules} = this.fields
    rules.replaceChildren(...this.server.hello.rules.map(name => element('option', {}, name)))
    this.form.reset()
    for (const [name, value] of Object.entries({rules: 'chinese', ...this.chosen})) if (this.fields[name]) this.fields[name].value = value
    if (rules.selectedIndex < 0) rules.selectedIndex = 0
    this.#changed('')
    this.dialog.showModal()
  }

  get size() {
    const {size, lines} = this.fields
    return Number(size.value === 'other' ? lines.value : size.value)
  }

  /** Shows a field or hides it.  A wrong value that nobody can see would keep the dialog open. */
  #offer(name, wanted) {
    const field = this.fields[name]
    field.closest('label').hidden = !wanted
    if (!wanted && !field.validity.valid) field.value = field.defaultValue
  }

  #changed(name) {
    const {rules, komi, handicap, size, rank, engine, clock} = this.fields
    this.#offer('seconds', !clock.value)
    this.#offer('lines', size.value === 'other')
    handicap.max = Math.min(9, Math.floor(this.size ** 2 / 4)) // what the engine can place (board/game/handicap.c)
    if (name === 'rules' || name === 'handicap') komi.value = this.server.komi(rules.value, handicap.value)
    const strength = rankAt(rank.value) === 'full' ? 'full strength' : rankAt(rank.value)
    byId('rank-words').textContent = strength
    rank.setAttribute('aria-valuetext', strength)
    const network = this.server.hasNetwork
    engine.options[0].disabled = !network
    if (!network) engine.value = 'playouts'
  }

  #submit() {
    const number = name => Number(this.fields[name].value)
    this.chosen = Object.fromEntries(new FormData(this.form))
    try {
      localStorage.setItem('katachi.new-game', JSON.stringify(this.chosen))
    } catch { /* no room: nothing is remembered */ }
    this.onbegin({size: this.size, rules: this.fields.rules.value || 'chinese', komi: number('komi'), handicap: number('handicap'),
      human: this.fields.colour.value, engine: this.fields.engine.value, seconds: number('seconds'), clock: clockSettings(this.fields.clock.value),
      rank: rankAt(number('rank'))})
  }
}
