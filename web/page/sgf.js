// sgf.js -- SGF as nodes with properties, read and written (www.red-bean.com/sgf, FF[4]).
//
//     node  {properties: Map(name -> [value, ...]), children: [node, ...]}
//
// Values keep their escapes, so that what this page does not know is written as it was read; text()
// and simpleText() take them off.  Nothing here is recursive: a file may be as deep as it likes.

const isSpace = c => c === ' ' || c === '\n' || c === '\r' || c === '\t' || c === '\v' || c === '\f'
const isUpper = c => c >= 'A' && c <= 'Z'
const isLetter = c => isUpper(c) || (c >= 'a' && c <= 'z')

const property = /\s*(?=[A-Za-z]*[A-Z])[A-Za-z]+\s*\[/y // its beginning, with a capital letter

const beginsProperty = (text, at) => {
  property.lastIndex = at
  return property.test(text)
}

const move = /[a-z]*[BW][a-z]*\s*\[/y // its beginning, with a name that may be long

/** Whether a move comes after moves of both colours in one node.  It gets a node of its own: the node's properties
 * could not tell which of its colour was played when. */
const isMoveTooMany = (text, at, {properties}) => {
  move.lastIndex = at
  return properties.has('B') && properties.has('W') && move.test(text)
}

/** Where the first game begins: at "(;", or, as some files have it, at one of the two without the
 * other; -1 if there is none. */
function firstGame(text) {
  const bare = /^\s*;/.exec(text)
  if (bare && beginsProperty(text, bare[0].length)) return bare[0].length - 1
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1))
    if (text[skipSpace(text, at + 1)] === ';' || beginsProperty(text, at + 1)) return at
  return -1
}

/** The games of a text, each as its first node.  Faults are passed over where the meaning is clear:
 * text around the games, small letters in names (old files), a missing "(" or ";" at the beginning,
 * parentheses that are missing at the end.
 * Throws an Error with a sentence for people if there is no game.  `most`: how many nodes are read whole. */
export function parse(text, most = Infinity) {
  let at = firstGame(text)
  if (at < 0) throw new Error('This is not an SGF file: it has no "(;", with which a game begins.')
  const games = []
  const branches = [] // the nodes at which open variations began; null: outside of any game
  let node = null
  let begun = 0
  const begin = () => {
    begun++
    const child = {properties: new Map(), children: []}
    if (node) node.children.push(child)
    else games.push(child)
    node = child
  }
  if (text[at] === ';') branches.push(null)
  while (at < text.length && begun <= most) {
    const c = text[at]
    if (c === '(') {
      branches.push(node)
      at++
      if (beginsProperty(text, at)) begin()
    } else if (c === ')') {
      if (branches.length) node = branches.pop()
      at++
    } else if (c === ';') {
      if (branches.length) begin()
      at++
    } else if (isLetter(c) && node) {
      if (isMoveTooMany(text, at, node)) begin()
      at = readProperty(text, at, node)
    } else if (c === '[') {
      at = endOfValue(text, at) + 1
    } else at++
  }
  return games
}

function endOfValue(text, at) {
  for (at++; at < text.length && text[at] !== ']'; at++) if (text[at] === '\\') at++
  return Math.min(at, text.length)
}

const skipSpace = (text, at) => {
  while (at < text.length && isSpace(text[at])) at++
  return at
}

function readProperty(text, at, node) {
  let name = ''
  for (; at < text.length && isLetter(text[at]); at++) if (isUpper(text[at])) name += text[at]
  const values = node.properties.get(name) ?? []
  for (let next = skipSpace(text, at); text[next] === '['; next = skipSpace(text, at)) {
    const end = endOfValue(text, next)
    values.push(text.slice(next + 1, end))
    at = end + 1
  }
  if (name && values.length) node.properties.set(name, values)
  return Math.max(at, 1)
}

const lineBreak = /\r\n|\n\r|\r|\n/g

/** What a value of type Text says: escapes and soft line breaks are taken off. */
export function text(value) {
  return value.replace(lineBreak, '\n').replace(/\\([\s\S])/g, (_, c) => c === '\n' ? '' : c)
    .replace(/[\t\v\f]/g, ' ')
}

/** The same for SimpleText, in which line breaks are blanks. */
export const simpleText = value => text(value).replace(/\n/g, ' ').trim()

/** A text as a value. */
export const escape = words => words.replace(lineBreak, '\n').replace(/[\\\]]/g, '\\$&')

/** The games as one text, a line for each node. */
export function write(games) {
  const parts = []
  const work = [...games].reverse().map(game => ({node: game, alone: false}))
  while (work.length) {
    const {node, alone, close} = work.pop()
    if (close) {
      parts.push(')\n')
      continue
    }
    if (!alone) {
      parts.push('(')
      work.push({close: true})
    }
    parts.push(';')
    for (const [name, values] of node.properties)
      parts.push(name + values.map(value => '[' + value + ']').join(''))
    parts.push('\n')
    const single = node.children.length === 1
    for (let i = node.children.length - 1; i >= 0; i--) work.push({node: node.children[i], alone: single})
  }
  return parts.join('')
}
