// main.js -- puts the page together: tabs, keys, what is kept when the page is loaded again.
import {Server, noticeParts} from './api.js'
import {Game} from './game.js'
import {Engines} from './engines.js'
import {Player} from './player.js'
import {Look} from './look.js'
import {Play} from './play.js'
import {Review} from './review.js'
import {Variations} from './variations.js'
import {Files} from './files.js'
import {NewGame} from './new_game.js'
import {Tree, lineThrough, isInMainLine, moveNumber} from './tree.js'
import {mostWindows} from './windows.js'
import {byId, element, counted, setDisabled, watchDisabled} from './dom.js'
import {vertexAt, colourName} from './points.js'

const server = new Server()
const game = new Game(server)
const engines = new Engines(server)
const player = new Player(server, game)
const matchGames = 'games.sgf.gz' // what katachi match writes
const tabs = ['play', 'look', 'review']
let tab = 'play'

let saidAt = game.node // the node that was shown when the status was said
let fault = null // what was said of a position that cannot be had
function say(words, wrong = false) {
  const status = byId('status')
  saidAt = game.node
  status.textContent = words
  status.classList.toggle('problem', wrong)
}

const trouble = error => say(error.message, true)

/** What comes in the background does not replace the words about what a person has just tried. */
const sayLater = (words, wrong) => byId('status').matches('.problem') || say(words, wrong)

/** Plays at an index of the board, or a list of vertices: one is a move, more are a line. */
async function onplay(what) {
  try {
    if (!Array.isArray(what)) return await play.move(vertexAt(what, game.tree.size))
    if (what.length === 1) return await play.move(what[0])
    let {node} = game
    let first = null
    for (const vertex of what) {
      node = await game.play(vertex, node)
      if (!node) return
      first ??= node
    }
    if (game.node === node) game.go(first)
  } catch (error) {
    trouble(error)
  }
}

const look = new Look({server, game, engines, player, say, onplay})
const play = new Play({server, game, engines, player, look, say})
const review = new Review({server, game, engines, look, say, sayLater, onjudged: () => changed = true})
const variations = new Variations(byId('tree'), game)
const files = new Files({server, game, say, onopen: () => {
  openTab('review')
  if (!lineThrough(game.node).some(node => node.review)) review.start()
}})
const newGame = new NewGame({server, onbegin: choices => {
  openTab('play')
  play.begin(choices).catch(trouble)
}})

function openTab(name, focus = false) {
  tab = name
  for (const other of tabs) {
    const button = byId('tab-' + other)
    button.setAttribute('aria-selected', String(other === name))
    button.tabIndex = other === name ? 0 : -1
    byId('panel-' + other).hidden = other !== name
  }
  if (focus) byId('tab-' + name).focus()
  play.open(name === 'play')
  look.open(name !== 'play')
  keep()
}

for (const name of tabs) {
  byId('tab-' + name).addEventListener('click', () => openTab(name))
  byId('tab-' + name).addEventListener('keydown', event => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key]
    if (!step) return
    openTab(tabs[(tabs.indexOf(name) + step + 3) % 3], true)
    event.stopPropagation()
    event.preventDefault()
  })
}

// ---- walking through the game ----

byId('to-first').addEventListener('click', () => game.step(-1e6))
byId('to-previous').addEventListener('click', () => game.step(-1))
byId('to-next').addEventListener('click', () => game.step(1))
byId('to-last').addEventListener('click', () => game.step(1e6))
byId('promote').addEventListener('click', () => {
  game.tree.promote(game.node)
  game.changed()
})
byId('delete-branch').addEventListener('click', () => {
  const {node} = game
  if (!node.parent) return
  game.tree.remove(node)
  game.changed()
  game.go(node.parent)
})

const commentField = byId('comment')
let commented = game.node // whose comment is in the field

/** While somebody types, the field stays with its node, whatever is shown meanwhile. */
function showComment() {
  const typing = document.activeElement === commentField && game.tree.holds(commented)
  if (!typing) commented = game.node
  commentField.previousSibling.textContent =
    commented === game.node ? 'Comment ' : `Comment on move ${moveNumber(commented)} `
  if (commentField.value !== commented.comment) commentField.value = commented.comment
}

commentField.addEventListener('input', event => {
  const before = commented.comment
  commented.comment = event.target.value
  if (!before !== !event.target.value) game.changed()
  keepChanges()
})
commentField.addEventListener('blur', showComment)
watchDisabled()
// the boards leave the keyboard where it is (board.js)
document.addEventListener('pointerdown', ({target}) => target === commentField || commentField.blur())

async function showNode() {
  const {node, tree} = game
  if (saidAt !== node) say('')
  const line = lineThrough(node)
  const at = line.indexOf(node)
  byId('move-number').textContent = `${moveNumber(node)} of ${moveNumber(line.at(-1))}`
  for (const id of ['to-first', 'to-previous']) setDisabled(id, at === 0)
  for (const id of ['to-next', 'to-last']) setDisabled(id, at === line.length - 1)
  setDisabled('delete-branch', !node.parent)
  setDisabled('promote', isInMainLine(node))
  showComment()
  for (const colour of ['B', 'W']) {
    const player = byId('player-' + colour), name = tree.info('P' + colour)
    const words = player.querySelector('b')
    words.textContent = name || colourName(colour)
    words.title = name // a long one is cut
    player.querySelector('.dot').ariaHidden = name ? null : 'true' // else the name is the colour
  }
  document.title = [tree.info('PB'), tree.info('PW')].filter(Boolean).join(' \u2013 ') || 'Katachi'
  try {
    const position = await game.position(node)
    if (node !== game.node) return
    for (const colour of ['B', 'W']) {
      byId('player-' + colour).classList.toggle('turn', position.toMove === colour && !position.over)
      const prisoners = position.captured[colour === 'B' ? 'W' : 'B']
      byId('player-' + colour).querySelector('.captures').textContent = counted(prisoners, 'capture')
    }
    if (byId('status').textContent === fault) say('')
    fault = position.problem ?? null
    if (fault) say(fault, true)
    const result = tree.info('RE')
    if (!position.problem && node.move?.vertex === 'pass' && !result) say(`${colourName(node.move.colour)} passes.`)
    else if (result && at === line.length - 1 && at > 0 && !byId('status').textContent) say(`Result: ${result}`)
  } catch (error) {
    if (!error.status) return
    fault = error.message
    trouble(error)
  }
}

game.addEventListener('node', showNode)
game.addEventListener('tree', showNode)

// ---- keys ----

// a button that was clicked gives the keyboard back to the game; keys that reached it keep it
let byPointer = false
document.addEventListener('click', event => {
  byPointer = event.detail > 0
  if (byPointer && !event.target.closest('dialog')) event.target.closest('button')?.blur()
})
for (const dialog of document.querySelectorAll('dialog'))
  dialog.addEventListener('close', () => byPointer && document.activeElement?.blur())

const keys = {
  ArrowLeft: event => game.step(event.shiftKey ? -10 : -1),
  ArrowRight: event => game.step(event.shiftKey ? 10 : 1),
  ArrowUp: () => game.turn(-1),
  ArrowDown: () => game.turn(1),
  Home: () => game.step(-1e6),
  End: () => game.step(1e6),
  ' ': () => showLook({live: !look.searching}),
  n: () => showLook({engine: 'network'}),
  r: () => showLook({engine: 'playouts'}),
  b: () => showLook({engine: 'both'}),
  h: () => play.hint().catch(trouble),
  u: () => play.undo().catch(trouble),
  p: () => play.move('pass').catch(trouble),
  '?': showHelp,
}
for (const [i, overlay] of ['none', 'gammas', 'policy', 'search', 'ownership', 'dead'].entries())
  keys[i] = () => showLook({overlay})

function showLook(change) {
  if (tab === 'play') openTab('look')
  look.choose(change)
  keepSoon()
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select, dialog')) return
  if (event.key === ' ' && event.target.closest('button, summary, a')) return
  if (event.target.closest('.side [tabindex="0"]:not(button)') && event.key.startsWith('Arrow') && !event.target.closest('#tree')) return
  const act = keys[event.key]
  if (!act || (event.repeat && !event.key.startsWith('Arrow'))) return
  act(event)
  event.preventDefault()
})
byId('show-help').addEventListener('click', showHelp)

function showHelp() {
  const dialog = byId('help-dialog')
  dialog.showModal()
  dialog.scrollTop = 0 // the button that has the keyboard is at its end
}

// ---- what is kept when the page is loaded again; each window has its own ----

let keeping = 0
function keepSoon() {
  clearTimeout(keeping)
  keeping = setTimeout(keep, 300)
}

let tooLarge = null // the game of which this was said
let changed = true // the game, since it was written
let keptNodes = null // the nodes of the tree that was written; null: it was too large

function keepChanges() {
  changed = true
  keepSoon()
}

/** Writes the game if it has changed, which takes long for a large one, and where people are in it. */
function keep() {
  const {tree} = game
  try {
    if (changed) {
      const {nodes} = tree
      changed = false
      keptNodes = null
      sessionStorage.setItem('katachi', JSON.stringify({sgf: tree.toSgf(), rules: tree.rules,
        nodes: nodes.map(({review, played}) => ({review, played}))}))
      keptNodes = nodes
    }
    if (keptNodes) sessionStorage.setItem('katachi.place', JSON.stringify({node: keptNodes.indexOf(game.node), seen: turnings(keptNodes),
      tab, play: play.state(keptNodes), look: {...look.state, live: false}}))
  } catch (error) {
    keptNodes = null
    forget() // no room: better nothing than the game before
    if (tooLarge !== tree && error.name === 'QuotaExceededError') say('This game is too large to survive reloading the page.')
    tooLarge = tree
  }
}

function forget() {
  try {
    for (const name of ['katachi', 'katachi.place']) sessionStorage.removeItem(name)
  } catch { /* a browser that keeps nothing has nothing to forget */ }
}

/** Where the variation seen last is not the first one, as [index of the node, which child]. */
const turnings = nodes => nodes.flatMap((node, i) => {
  const child = node.children.indexOf(node.seen)
  return child > 0 ? [[i, child]] : []
})

let restored = false // the game of before a reload; it stays

function restore() {
  const [kept, place] = ['katachi', 'katachi.place'].map(name => JSON.parse(sessionStorage.getItem(name) ?? 'null'))
  if (!kept || !place) return
  const tree = Tree.fromText(kept.sgf)
  tree.rules = kept.rules
  const {nodes} = tree
  for (const [i, child] of place.seen) nodes[i].seen = nodes[i].children[child]
  game.set(tree, nodes[place.node])
  nodes.forEach((node, i) => Object.assign(node, kept.nodes[i]))
  review.show()
  play.restore(place.play, nodes)
  look.choose(place.look)
  openTab(place.tab)
  restored = true
}

game.addEventListener('node', keepSoon)
for (const name of ['tree', 'new']) game.addEventListener(name, keepChanges)
addEventListener('pagehide', keep)

// ---- the server ----

const banners = {
  full: `${mostWindows} windows of this browser already show Katachi, which is the limit. Close one of them to continue here.`,
  lost: 'The connection to Katachi is lost. Reconnecting\u2026',
  stopped: 'Katachi has stopped. Start "katachi web" again to continue; your game is kept while this page stays open.',
  crowded: 'Too many pages are open, perhaps in other browsers. Close one of them to continue here.',
  refused: 'This page is not allowed to use Katachi. Open the address that "katachi web" printed when it started.',
}

server.addEventListener('state', () => {
  const banner = byId('banner')
  banner.hidden = !(server.state in banners)
  banner.textContent = banners[server.state] ?? ''
})
server.addEventListener('problem', ({detail}) => say(detail.text, true))
server.addEventListener('notice', ({detail}) => {
  const {backend, words} = noticeParts(detail.text)
  if (backend) byId('about-network').textContent = backend
  if (words && !byId('status').textContent) say(words)
})

/** Opens a file that the server offers. */
function openOffered(url) {
  closeMenu()
  files.openAddress(url)
}

/** A file of the command line. */
const gameItem = ({name, url}) => element('li', {}, element('button', {onclick: () => openOffered(url)}, name))

/** A folder of running work: its report, and the games of a match. */
function folderItem({name, url}) {
  return element('li', {}, element('a', {href: url, target: '_blank', rel: 'noopener'}, name),
    element('button', {hidden: true, 'data-games': url + matchGames, onclick: () => openOffered(url + matchGames)}, 'Games'))
}

// which folders have games by now
byId('work').addEventListener('toggle', () => {
  if (!byId('work').open) return
  for (const button of byId('folders').querySelectorAll('[data-games]'))
    fetch(button.dataset.games).then(reply => {
      button.hidden = !reply.ok
      reply.body?.cancel()
    }, () => button.hidden = true)
})

function closeMenu() {
  byId('work').open = false
}

document.addEventListener('pointerdown', ({target}) => target.closest?.('#work') || closeMenu())
document.addEventListener('keydown', ({key, target}) => {
  if (key !== 'Escape' || !byId('work').open) return
  closeMenu()
  if (target.closest?.('#work')) byId('work').querySelector('summary').focus()
})

let begun = false
server.addEventListener('hello', () => {
  const {folders, games, version, hasNetwork} = server.hello
  byId('work').hidden = !folders.length && !games.length
  byId('work').querySelector('summary').textContent = folders.length ? 'Reports' : 'Games'
  byId('folders').replaceChildren(...games.map(gameItem), ...folders.map(folderItem))
  byId('about').textContent = `Katachi ${version}${hasNetwork ? '' : ', without a network'}.`
  if (begun) {
    game.changed()
    look.choose({})
    return
  }
  begun = true
  showNode()
  look.choose({})
  if (games.length && !restored) openOffered(games[0].url)
})

try {
  restore()
} catch {
  forget() // what was kept cannot be read: begin anew
}
server.connect()
export {variations, newGame}
