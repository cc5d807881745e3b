// board.js -- a Go board in SVG.  It draws what it is told, says where it was touched, and knows no
// rules.
//
//     const board = new Board(place, {onplay(index, how), onhover(index or -1), onsay(words),
//       explains(): does the first click only tell something of a point?,
//       plays(): do clicks play moves, so that a stone may be shown under the pointer?})
//     board.show({size, stones: "..X.O", last: index, toMove: "B", label: "words for ears"})
//     board.overlay({...})            see overlay() for the layers
//
// A cell is 30 units wide. The keyboard has a cursor: arrows move it, Enter or the space bar plays.
import {svg} from './dom.js'
import {column, starPoints, vertexAt} from './points.js'

const cell = 30
const smallCell = 25 // pixels; on smaller ones a finger must confirm

const change = (element, name, value) => element.getAttribute(name) === value || element.setAttribute(name, value)

const empty = group => group?.firstChild && group.replaceChildren()

function say(text, words) {
  if (text.textContent !== words) text.textContent = words
}

function fillLabel(group, {lines: [major, minor = ''], tone = '', strength = 1}) {
  const [circle, first, second] = group.children
  change(group, 'class', 'label ' + tone)
  change(circle, 'opacity', (0.4 + 0.6 * strength).toFixed(1))
  change(first, 'y', String(Number(circle.getAttribute('cy')) + (minor ? -0.75 : 4)))
  say(first, major)
  say(second, minor)
}

export class Board {
  #stones = ''
  #size = 0
  #margin = 22
  #layers = {}
  #cursor = -1
  #armed = -1
  #hovered = -1
  #labels = new Map()
  #last = ''
  #marks = ''
  #dead = null

  constructor(place, {onplay, onhover, onsay, explains, plays}) {
    this.onplay = onplay
    this.onhover = onhover ?? (() => {})
    this.onsay = onsay ?? (() => {})
    this.explains = explains ?? (() => false)
    this.plays = plays ?? (() => true)
    this.root = svg('svg', {class: 'board', tabindex: 0, role: 'application', 'aria-roledescription': 'Go board'})
    place.append(this.root)
    this.#listen()
  }

  show({size, stones, last = -1, toMove = 'B', label = '', coordinates = true}) {
    if (size !== this.#size) this.#build(size)
    // drawn again ten times a second while a search runs: the tap that confirms may still come
    if (stones !== this.#stones || toMove !== this.toMove || !this.plays()) this.#armed = -1
    this.toMove = toMove
    change(this.root, 'aria-label', label)
    this.root.classList.toggle('plain', !coordinates)
    this.#showStones(stones)
    this.#showLast(last)
    this.#showGhost(this.#armed >= 0 ? this.#armed : this.#hovered)
  }

  /** What lies on top of the stones; each key replaces its layer, a missing one clears it:
   *   heat    [share 0..1 of each point], `heatKind` a class for its colour
   *   owner   [-1 white .. 1 black] squares of ownership
   *   labels  [{index, lines: [words], tone, strength 0..1}] discs with words
   *   line    [{index, colour, number}] stones of a line that might be played
   *   dead    Set of indices of stones that are drawn as taken off
   *   marks   [{index, kind: "ring" "cross" "square" "triangle" "next" "select", text}] */
  overlay({heat, heatKind = '', owner, labels = [], line = [], dead, marks = []} = {}) {
    this.#squares('heat', heat, share => share > 0.004 ? (0.25 + 0.65 * Math.sqrt(share)).toFixed(2) : null, heatKind)
    this.#squares('owner', owner, v => Math.abs(v) > 0.12 ? (Math.abs(v) * 0.85).toFixed(2) : null)
    this.#showLabels(labels)
    this.#replace('line', line.map(stone => this.#lineStone(stone)))
    const key = JSON.stringify(marks) + this.#stones
    if (key !== this.#marks) this.#replace('marks', marks.map(mark => this.#mark(mark)))
    this.#marks = key
    this.root.classList.toggle('has-line', line.length > 0)
    this.#dead = dead
    for (const [index, stone] of this.stones) stone.classList.toggle('dead', dead?.has(index) ?? false)
  }

  centre(index) {
    return [this.#margin + cell * (index % this.#size + 0.5), this.#margin + cell * (Math.floor(index / this.#size) + 0.5)]
  }

  #build(size) {
    this.#size = size
    this.#margin = size < 13 ? 15 : 22
    this.root.classList.toggle('large', size >= 13) // whose letters are larger where the picture is small
    this.#stones = '.'.repeat(size * size)
    this.stones = new Map()
    this.#cursor = this.#hovered = this.#armed = -1
    this.#labels = new Map()
    this.#last = this.#marks = ''
    const side = cell * size + 2 * this.#margin
    this.root.setAttribute('viewBox', `0 0 ${side} ${side}`)
    this.root.replaceChildren(svg('rect', {class: 'wood', width: side, height: side, rx: 6}), this.#grid(size))
    for (const name of ['heat', 'owner', 'stones', 'last', 'labels', 'line', 'marks', 'ghost'])
      this.root.append(this.#layers[name] = svg('g', {class: 'layer-' + name}))
  }

  #grid(size) {
    const margin = this.#margin
    const letters = {'font-size': margin / 2}
    const first = margin + cell / 2
    const end = first + cell * (size - 1)
    let lines = ''
    for (let i = 0; i < size; i++) lines += `M${first + cell * i} ${first}V${end}M${first} ${first + cell * i}H${end}`
    const group = svg('g', {class: 'grid', 'aria-hidden': 'true'}, svg('path', {d: lines}))
    for (const star of starPoints(size)) {
      const [x, y] = this.centre(star)
      group.append(svg('circle', {cx: x, cy: y, r: 3}))
    }
    const low = margin * 0.48
    const high = margin + cell * size + margin * 0.52
    for (let i = 0; i < size; i++) {
      const at = first + cell * i
      for (const edge of [low, high])
        group.append(svg('text', {x: at, y: edge + margin / 6, ...letters}, column(i)), svg('text', {x: edge, y: at + margin / 6, ...letters}, String(size - i)))
    }
    return group
  }

  #showStones(stones) {
    for (let i = 0; i < stones.length; i++) {
      if (stones[i] === this.#stones[i]) continue
      this.stones.get(i)?.remove()
      this.stones.delete(i)
      if (stones[i] === '.') continue
      const stone = this.#stone(i, stones[i] === 'X' ? 'B' : 'W')
      this.stones.set(i, stone)
      this.#layers.stones.append(stone)
    }
    this.#stones = stones
  }

  #stone(index, colour) {
    const [cx, cy] = this.centre(index)
    return svg('g', {class: 'stone ' + colour}, svg('circle', {class: 'shadow', cx: cx + 0.7, cy: cy + 1.4, r: 14}),
      svg('circle', {class: 'body', cx, cy, r: 14}), svg('circle', {class: 'shine', cx: cx - 4.5, cy: cy - 5, r: 5}))
  }

  #showLast(last) {
    const [cx, cy] = last >= 0 ? this.centre(last) : []
    const key = last + this.#stones[last]
    if (key === this.#last) return
    this.#last = key
    this.#replace('last', last < 0 ? [] : [svg('circle', {class: 'last on-' + this.#stones[last], cx, cy, r: 6})])
  }

  #replace(layer, children) {
    if (children.length) this.#layers[layer].replaceChildren(...children)
    else empty(this.#layers[layer])
  }

  /** A square on each point whose opacity(value) is not null; elements stay from call to call. */
  #squares(layer, values, opacity, kind = '') {
    const group = this.#layers[layer]
    if (!values) return empty(group)
    change(group, 'class', `layer-${layer} ${kind}`)
    if (group.children.length !== values.length) {
      const side = layer === 'heat' ? cell : cell * 0.52
      group.replaceChildren(...values.map((_, i) => {
        const [x, y] = this.centre(i)
        return svg('rect', {x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 3})
      }))
    }
    values.forEach((value, i) => {
      const square = group.children[i]
      const shown = opacity(value)
      change(square, 'class', shown == null ? 'off' : value < 0 ? 'W' : 'B')
      if (shown != null) change(square, 'opacity', shown)
    })
  }

  /** Labels keep their elements where the place stays the same, since numbers change ten times a second. */
  #showLabels(labels) {
    const old = this.#labels
    this.#labels = new Map()
    for (const label of labels) {
      const group = old.get(label.index) ?? this.#label(label.index)
      old.delete(label.index)
      this.#labels.set(label.index, group)
      fillLabel(group, label)
      if (!group.isConnected) this.#layers.labels.append(group)
    }
    for (const group of old.values()) group.remove()
  }

  #label(index) {
    const [cx, cy] = this.centre(index)
    return svg('g', {}, svg('circle', {cx, cy, r: 14.2}), svg('text', {x: cx, class: 'major'}), svg('text', {x: cx, y: cy + 8.75, class: 'minor'}))
  }

  #lineStone({index, colour, number}) {
    const stone = this.#stone(index, colour)
    const [x, y] = this.centre(index)
    stone.append(svg('text', {x, y: y + 4.5}, String(number)))
    return stone
  }

  #mark({index, kind, text}) {
    const [x, y] = this.centre(index)
    const shapes = {
      ring: `M${x - 8} ${y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0`,
      next: `M${x - 15} ${y}a15 15 0 1 0 30 0a15 15 0 1 0 -30 0`,
      cross: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14`,
      square: `M${x - 7} ${y - 7}h14v14h-14z`,
      triangle: `M${x} ${y - 9}l8 14h-16z`,
      select: `M${x - 14} ${y - 14}h28v28h-28z`,
    }
    if (kind === 'text') return svg('text', {x, y: y + 5, class: 'mark on-' + this.#stones[index]}, text)
    return svg('path', {d: shapes[kind], class: `mark ${kind} on-${this.#stones[index]}`})
  }

  #showGhost(index) {
    const shown = []
    if (index >= 0 && this.#stones[index] === '.' && this.plays()) {
      const ghost = this.#stone(index, this.toMove)
      ghost.classList.add(this.#armed === index ? 'armed' : 'ghost')
      shown.push(ghost)
    }
    if (this.#cursor >= 0) {
      const [x, y] = this.centre(this.#cursor)
      shown.push(svg('rect', {class: 'cursor', x: x - 15, y: y - 15, width: 30, height: 30, rx: 4}))
    }
    this.#replace('ghost', shown)
  }

  #indexAt(event) {
    const box = this.root.getBoundingClientRect()
    const margin = this.#margin
    const scale = (cell * this.#size + 2 * margin) / box.width
    const x = Math.floor(((event.clientX - box.left) * scale - margin) / cell)
    const y = Math.floor(((event.clientY - box.top) * scale - margin) / cell)
    return x >= 0 && y >= 0 && x < this.#size && y < this.#size ? y * this.#size + x : -1
  }

  #listen() {
    const root = this.root
    root.addEventListener('pointermove', event => event.pointerType !== 'touch' && this.#hover(this.#indexAt(event)))
    root.addEventListener('pointerleave', () => this.#hover(-1))
    // the pointer must not give the board the keyboard: arrows would no longer walk through the game
    root.addEventListener('mousedown', event => event.preventDefault())
    root.addEventListener('click', event => this.#click(event))
    root.addEventListener('keydown', event => this.#key(event))
    root.addEventListener('focus', () => this.#moveCursor(this.#cursor >= 0 ? this.#cursor : (this.#size * this.#size) >> 1))
    root.addEventListener('blur', () => this.#moveCursor(-1))
  }

  #hover(index) {
    if (index === this.#hovered) return
    this.#hovered = index
    this.#showGhost(index)
    this.onhover(index)
  }

  #click(event) {
    const index = this.#indexAt(event)
    if (index < 0) return
    const touch = event.pointerType === 'touch'
    const small = this.root.getBoundingClientRect().width / (this.#size + 2 * this.#margin / cell) < smallCell
    if (touch && this.explains()) this.onhover(index)
    else if (touch && small && this.plays() && this.#stones[index] === '.' && this.#armed !== index) {
      this.#arm(index)
      this.onhover(index)
      this.onsay(`Tap ${vertexAt(index, this.#size)} again to play there.`)
      return
    }
    this.#armed = -1
    this.onplay(index, touch ? 'touch' : 'mouse')
  }

  #arm(index) {
    this.#armed = index
    this.#showGhost(index)
  }

  #moveCursor(index) {
    this.#cursor = index
    this.#showGhost(index)
    this.onhover(index)
  }

  #key(event) {
    const n = this.#size
    const at = this.#cursor
    const steps = {ArrowLeft: at % n > 0 ? -1 : 0, ArrowRight: at % n < n - 1 ? 1 : 0, ArrowUp: at >= n ? -n : 0,
      ArrowDown: at < n * (n - 1) ? n : 0}
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key in steps) {
      this.onsay(this.#words(at + steps[event.key]))
      this.#moveCursor(at + steps[event.key]) // may have more to say
    } else if (event.key === 'Enter' || event.key === ' ') this.onplay(at, 'keyboard')
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #words(index) {
    const stone = {X: ', black stone', O: ', white stone', '.': ''}[this.#stones[index]]
    return vertexAt(index, this.#size) + stone + (this.#dead?.has(index) ? ', dead' : '')
  }
}
