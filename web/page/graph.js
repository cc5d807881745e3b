// graph.js -- the course of a game: black's win rate above, black's lead below, over the moves.  A
// slider for keys and ears; a click or a drag goes to a position.
import {svg, percent, leadText} from './dom.js'

const width = 380
const left = 38 // room for "W+150"
const right = width - 6 // a mistake at the last move has its whole ring
const top = 20 // a title above each panel
const high = 96 // height of the win rates
const second = top + high + 24
const low = 62 // height of the leads
const height = second + low + 4

export class Graph {
  constructor(place, ongo) {
    this.ongo = ongo
    this.moves = 1
    this.root = svg('svg', {class: 'graph', viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: 'slider',
      'aria-label': 'Win rate and score lead by move', 'aria-valuemin': 0})
    place.append(this.root)
    this.root.addEventListener('pointerdown', event => {
      this.root.setPointerCapture(event.pointerId)
      this.#point(event)
    })
    this.root.addEventListener('pointermove', event => event.buttons && this.#point(event))
    this.root.addEventListener('keydown', event => this.#key(event))
  }

  /** `values`: for each position of the line null or {winrate, lead, mistake 0..2, words}; `moves`:
   * {number, colour} of the move that led there; `now`: which one is shown. */
  show(values, moves, now) {
    this.values = values
    this.now = now
    this.moves = Math.max(1, values.length - 1)
    const known = values.map((value, i) => ({...value, i, known: value != null})).filter(value => value.known)
    const most = Math.max(5, ...known.map(({lead}) => Math.abs(lead)))
    const rate = winrate => top + high * (1 - winrate)
    const point = lead => second + low / 2 * (1 - lead / most)
    this.root.replaceChildren(
      this.#title(top, "Black's win rate, %"), this.#title(second, 'Score lead, points'),
      svg('rect', {class: 'panel', x: left, y: top, width: right - left, height: high}),
      svg('path', {class: 'black', d: this.#area(known, rate)}),
      this.#rule('half', rate(0.5)), this.#words(top + 8, '100'), this.#words(rate(0.5) + 3, '50'), this.#words(top + high, '0'),
      svg('rect', {class: 'ground', x: left, y: second, width: right - left, height: low}),
      this.#rule('zero', point(0)), this.#words(second + 8, 'B+' + Math.round(most)), this.#words(second + low, 'W+' + Math.round(most)),
      svg('path', {class: 'lead', d: this.#path(known, ({lead}) => point(lead))}),
      svg('path', {class: 'now', d: `M${this.#x(now)} ${top}V${second + low}`}),
      ...known.filter(({mistake}) => mistake)
        .map(value => this.#mistake(value, rate(value.winrate), moves[value.i].colour)))
    this.#describe(values[now], moves[now].number)
  }

  #x(i) {
    return (left + (right - left) * i / this.moves).toFixed(1)
  }

  /** Black's part: below the curve, with a gap wherever nothing is known. */
  #area(known, y) {
    let path = ''
    for (const run of runs(known))
      path += `M${this.#x(run[0].i)} ${top + high}` + run.map(value => `L${this.#x(value.i)} ${y(value.winrate).toFixed(1)}`).join('')
        + `L${this.#x(run.at(-1).i)} ${top + high}z`
    return path
  }

  #path(known, y) {
    return runs(known).map(run => 'M' + run.map(value => `${this.#x(value.i)} ${y(value).toFixed(1)}`).join('L')).join('')
  }

  #rule(kind, y) {
    return svg('path', {class: kind, d: `M${left} ${y}H${right}`})
  }

  #title(y, words) {
    return svg('text', {x: left, y: y - 5, class: 'title'}, words)
  }

  #words(y, words) {
    return svg('text', {x: 0, y}, words)
  }

  #mistake({i, mistake, words}, y, player) {
    return svg('circle', {class: `${player} mistake${mistake > 1 ? ' bad' : ''}`, cx: this.#x(i), cy: y, r: 4}, svg('title', {}, words ?? ''))
  }

  #describe(value, number) {
    this.root.setAttribute('aria-valuemax', this.moves)
    this.root.setAttribute('aria-valuenow', this.now)
    this.root.setAttribute('aria-valuetext', `Move ${number}`
      + (value ? `: black wins ${percent(value.winrate)}, ${leadText(value.lead)}` : ', not reviewed'))
  }

  #point(event) {
    const box = this.root.getBoundingClientRect()
    const x = (event.clientX - box.left) * width / box.width
    this.#to(Math.round((x - left) / (right - left) * this.moves))
  }

  #to(move) {
    const end = (this.values?.length ?? 1) - 1
    this.ongo(Math.max(0, Math.min(end, move)))
  }

  #key(event) {
    const steps = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -1e6, End: 1e6}
    if (!(event.key in steps)) return
    this.#to(this.now + steps[event.key])
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Neighbouring values in groups. */
function runs(known) {
  const found = []
  for (const value of known)
    if (found.length && found.at(-1).at(-1).i === value.i - 1) found.at(-1).push(value)
    else found.push([value])
  return found
}
