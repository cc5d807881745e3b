// points.js -- names of points.  A vertex is "D4" or "pass" as in GTP (no column I, row 1 at the
// bottom); an index counts the points of a board row by row from the top left, as the server does.

const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

export const column = x => letters[x]

export const vertexAt = (index, size) => letters[index % size] + (size - Math.floor(index / size))

/** The index of a vertex; -1 for a pass and for what is not on the board. */
export function indexOf(vertex, size) {
  const match = /^([A-HJ-Z])([1-9]\d?)$/i.exec(vertex)
  if (!match) return -1
  const x = letters.indexOf(match[1].toUpperCase())
  const y = size - Number(match[2])
  return x < size && y >= 0 ? y * size + x : -1
}

const sgfDigit = c => c >= 'a' && c <= 'z' ? c.charCodeAt(0) - 97 : Infinity

/** A move of an SGF file as a vertex; null if it is none of this board.  Taken as by every command
 * (sgf_corpus/sgf/sgf_read.h): "" passes, and so does "tt" on boards up to 19x19; "E5" and "pass" are
 * taken, too; blanks and escapes are passed over. */
export function vertexFromSgf(value, size) {
  const text = value.replace(/[\s\\]/g, '')
  if (text === '' || (text === 'tt' && size <= 19) || text.toLowerCase() === 'pass') return 'pass'
  const [x, y] = [...text].map(sgfDigit)
  if (text.length === 2 && x < size && y < size) return vertexAt(y * size + x, size)
  const index = indexOf(text, size)
  return index < 0 ? null : vertexAt(index, size)
}

export function vertexToSgf(vertex, size) {
  const index = indexOf(vertex, size)
  if (index < 0) return ''
  return String.fromCharCode(97 + index % size, 97 + Math.floor(index / size))
}

/** The vertices of one value of a list of points: "aa" is one, "aa:cc" a rectangle, "" none; null if it
 * is not on this board. */
export function pointsFromSgf(value, size) {
  if (!value.trim()) return []
  const [from, to = from] = value.split(':')
  const corners = [from, to].map(corner => indexOf(vertexFromSgf(corner, size) ?? '', size))
  if (corners.some(index => index < 0)) return null
  const xs = corners.map(index => index % size)
  const ys = corners.map(index => Math.floor(index / size))
  const found = []
  for (let y = Math.min(...ys); y <= Math.max(...ys); y++)
    for (let x = Math.min(...xs); x <= Math.max(...xs); x++) found.push(vertexAt(y * size + x, size))
  return found
}

/** The vertices of a list of points, each once; what is no point is left out. */
export function verticesFromSgf(values, size) {
  const found = new Set()
  for (const value of new Set(values)) for (const vertex of pointsFromSgf(value, size) ?? []) found.add(vertex)
  return [...found]
}

/** The star points of a board, as indices. */
export function starPoints(size) {
  if (size < 7) return size % 2 && size > 4 ? [(size * size - 1) / 2] : []
  const edge = size < 13 ? 2 : 3
  const places = [edge, size - 1 - edge]
  const stars = []
  for (const y of places) for (const x of places) stars.push(y * size + x)
  if (size % 2) {
    const middle = (size - 1) / 2
    stars.push(middle * size + middle)
    if (size >= 13)
      for (const p of places) stars.push(p * size + middle, middle * size + p)
  }
  return stars
}

export const neighbours = (index, size) => {
  const x = index % size
  return [x > 0 ? index - 1 : -1, x < size - 1 ? index + 1 : -1, index - size,
    index + size < size * size ? index + size : -1].filter(i => i >= 0)
}

/** The indices of the stones that are connected with the stone at `index`; empty without one. */
export function chainAt(stones, size, index) {
  const colour = stones[index]
  if (colour === '.') return []
  const chain = [index]
  const seen = new Set(chain)
  for (let i = 0; i < chain.length; i++)
    for (const next of neighbours(chain[i], size))
      if (stones[next] === colour && !seen.has(next)) {
        seen.add(next)
        chain.push(next)
      }
  return chain
}

export const opponent = colour => colour === 'B' ? 'W' : 'B'
export const colourName = colour => colour === 'B' ? 'Black' : 'White'
