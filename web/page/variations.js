// variations.js -- the tree of variations as a drawing; only what can be seen is drawn, so that large
// files stay quick.
import {svg, element, inNextFrame} from './dom.js'
import {layout} from './tree.js'

const step = 26
const radius = 9

export class Variations {
  #places = new Map()
  #rows = [] // rows[row]: the nodes in it, in the order of their columns

  constructor(place, game) {
    this.place = place
    this.game = game
    this.picture = svg('svg', {'aria-hidden': 'true'})
    this.ground = element('div')
    place.append(this.picture, this.ground)
    this.drawSoon = inNextFrame(() => this.#draw())
    place.addEventListener('scroll', this.drawSoon)
    new ResizeObserver(this.drawSoon).observe(place)
    game.addEventListener('tree', () => this.#lay())
    game.addEventListener('node', () => this.#follow())
    this.#lay()
  }

  #lay() {
    this.#places = layout(this.game.tree.root)
    this.#rows = []
    for (const [node, {column, row}] of this.#places) (this.#rows[row] ??= []).push({node, column})
    for (const row of this.#rows) row.sort((a, b) => a.column - b.column)
    let columns = 0
    for (const {column} of this.#places.values()) columns = Math.max(columns, column)
    this.ground.style.width = (columns + 2) * step + 'px'
    this.ground.style.height = (this.#rows.length + 1) * step + 'px'
    this.#follow()
  }

  /** Keeps the node that is shown in sight. */
  #follow() {
    const at = this.#places.get(this.game.node)
    if (!at) return
    const {place} = this
    const x = (at.column + 1) * step
    const y = (at.row + 1) * step
    if (x < place.scrollLeft + 2 * step || x > place.scrollLeft + place.clientWidth - 2 * step)
      place.scrollLeft = x - place.clientWidth / 2
    if (y < place.scrollTop + step || y > place.scrollTop + place.clientHeight - step)
      place.scrollTop = y - place.clientHeight / 2
    this.drawSoon()
  }

  #draw() {
    const {scrollLeft, scrollTop, clientWidth, clientHeight} = this.place
    const left = scrollLeft / step - 2
    const right = (scrollLeft + clientWidth) / step + 1
    const bottom = (scrollTop + clientHeight) / step + 1
    const lines = []
    const nodes = []
    for (let row = Math.max(0, Math.floor(scrollTop / step) - 2); row < Math.min(this.#rows.length, bottom); row++)
      for (const {node, column} of this.#rows[row]) {
        if (column > right + 1) break
        if (node.parent) this.#line(node, column, row, left, lines)
        if (column >= left && column <= right) nodes.push(this.#dot(node, column, row))
      }
    this.picture.setAttribute('viewBox', `${scrollLeft} ${scrollTop} ${clientWidth} ${clientHeight}`)
    this.picture.replaceChildren(svg('path', {class: 'tree-line', d: lines.join('')}), ...nodes)
  }

  #line(node, column, row, left, lines) {
    const from = this.#places.get(node.parent)
    if (column < left) return
    const x = (column + 1) * step
    const y = (row + 1) * step
    if (from.row === row) lines.push(`M${x - step} ${y}H${x}`)
    else lines.push(`M${x - step} ${(from.row + 1) * step}V${y - step * 0.5}L${x - step * 0.5} ${y}H${x}`)
  }

  #dot(node, column, row) {
    const cx = (column + 1) * step
    const cy = (row + 1) * step
    const colour = node.move?.colour ?? 'N'
    const words = node.move ? String(this.#places.get(node).number) : ''
    return svg('g', {class: 'tree-node' + (node === this.game.node ? ' current' : ''), onclick: () => this.game.go(node)},
      svg('circle', {class: colour, cx, cy, r: radius}), svg('text', {x: cx, y: cy + 3}, words),
      node.comment ? svg('circle', {class: 'note', cx: cx + 7, cy: cy - 7, r: 3}) : null)
  }
}
