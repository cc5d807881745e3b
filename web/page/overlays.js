// overlays.js -- from what engines say to what a board draws on top of its stones (board.js).
import {percent, leadText, countText} from './dom.js'
import {indexOf, opponent} from './points.js'
import {simpleText} from './sgf.js'

/** What a move is worth to the side to move: win rates are black's. */
export const forMover = (winrate, mover) => mover === 'B' ? winrate : 1 - winrate

/** The moves of a search worth showing, the best first. */
export function candidates(answer, most = 12) {
  const moves = answer?.moveInfos ?? []
  const top = Math.max(1, ...moves.map(move => move.visits))
  return moves.filter(move => move.order === 0 || move.visits * 200 >= top).slice(0, most)
}

function tone(move, best, mover) {
  if (move.order === 0) return 'best'
  const loss = forMover(best.winrate, mover) - forMover(move.winrate, mover)
  return loss < 0.02 ? 'good' : loss < 0.06 ? 'fair' : 'poor'
}

export function searchOverlay(answer, size) {
  if (!answer) return {}
  const mover = answer.rootInfo.currentPlayer
  const moves = candidates(answer)
  const top = Math.max(1, ...moves.map(move => move.visits))
  return {labels: moves.filter(({move}) => move !== 'pass').map(move => ({
    index: indexOf(move.move, size),
    lines: [String(Math.round(100 * forMover(move.winrate, mover))), countText(move.visits)],
    tone: tone(move, moves[0], mover),
    strength: Math.sqrt(move.visits / top),
  })).filter(({index}) => index >= 0)}
}

/** The three best moves, of symmetric ones only that which was searched. */
export function hintOverlay(answer, size) {
  if (!answer) return {}
  const moveInfos = answer.moveInfos.filter(({isSymmetryOf}) => !isSymmetryOf)
  return {labels: searchOverlay({...answer, moveInfos}, size).labels.slice(0, 3)}
}

/** Probabilities of the points, as squares and percentages, and `pass`, that of the pass.  The squares
 * are as strong as a point is beside the likeliest move, be it the pass. */
export function policyOverlay(probabilities, size, kind = '') {
  if (!probabilities) return {}
  const points = probabilities.slice(0, size * size).map(p => Math.max(0, p))
  const pass = probabilities[size * size] ?? 0
  const top = Math.max(1e-9, pass, ...points)
  const labels = points.map((p, index) => ({index, p})).filter(({p}) => p >= 0.01).sort((a, b) => b.p - a.p).slice(0, 20)
  return {pass, heat: points.map(p => p / top), heatKind: kind,
    labels: labels.map(({index, p}) => ({index, lines: [String(Math.round(100 * p))], tone: 'bare'}))}
}

export const ownerOverlay = ownership => ownership ? {owner: ownership} : {}

/** Dead stones and, where it is known, whose each point is ("XXO."). */
export const scoreOverlay = (dead, owner) => ({
  dead,
  owner: owner && [...owner].map(c => c === 'X' ? 1 : c === 'O' ? -1 : 0),
})

/** The stones of a line: numbers say the order; where two fall on one point, the first is shown. */
export function lineOverlay(vertices, colour, size) {
  const line = []
  const used = new Set()
  vertices.forEach((vertex, i) => {
    const index = indexOf(vertex, size)
    if (index >= 0 && !used.has(index)) line.push({index, colour: i % 2 ? opponent(colour) : colour, number: i + 1})
    used.add(index)
  })
  return line
}

const markKinds = {CR: 'ring', MA: 'cross', SQ: 'square', TR: 'triangle'}

/** The marks and letters of an SGF node, and small circles where the record goes on; one of a kind at
 * each point, however many a file has. */
export function nodeMarks(node, size, vertices) {
  const marks = []
  for (const [name, kind] of Object.entries(markKinds))
    for (const vertex of vertices(node.properties.get(name) ?? [], size)) marks.push({index: indexOf(vertex, size), kind})
  for (const value of node.properties.get('LB') ?? []) {
    const [point, ...words] = value.split(':')
    const [vertex] = vertices([point], size)
    if (vertex) marks.push({index: indexOf(vertex, size), kind: 'text', text: simpleText(words.join(':')).slice(0, 3)})
  }
  for (const {move} of node.children)
    if (move && move.vertex !== 'pass') marks.push({index: indexOf(move.vertex, size), kind: 'next'})
  const first = new Map()
  for (const mark of marks) {
    const key = mark.kind + mark.index
    if (mark.index >= 0 && !first.has(key)) first.set(key, mark)
  }
  return [...first.values()]
}

/** "White 54 %, W+2.1, 1.2k visits" */
export function answerWords(answer) {
  if (!answer?.rootInfo) return ''
  const {winrate, scoreLead, visits} = answer.rootInfo
  const black = winrate >= 0.5
  return `${black ? 'Black' : 'White'} ${percent(black ? winrate : 1 - winrate)}, ${leadText(scoreLead)}`
    + (visits > 1 ? `, ${countText(visits)} visits` : '')
}
