// The page in a browser, as people use it.  Prints TAP lines; arguments: node_modules, browser, program, a
// folder for files.  Each test has a window of its own.
import {createRequire} from 'node:module'
import {spawn} from 'node:child_process'
import {get} from 'node:http'
import {once} from 'node:events'
import {connect, createServer} from 'node:net'
import {copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync, gunzipSync} from 'node:zlib'

const [modules, executablePath, program, folder] = process.argv.slice(2)
const {chromium} = createRequire(modules + '/')('playwright-core')
const axe = readFileSync(modules + '/axe-core/axe.min.js', 'utf8')

let count = 0
let failed = 0
function ok(is, sentence, more) {
  console.log(`${is ? 'ok' : 'not ok'} ${++count} - page: ${sentence}`)
  if (is) return
  failed++
  if (more != null) console.log('# ' + JSON.stringify(more))
}

// ---- the server and the browser ----

async function serve(port = 0, folders = [], run = program, options = {}) {
  const child = spawn(run, ['web', '--no-browser', '-q', '-j', '1', '--port', String(port), ...folders], options)
  child.stderr.on('data', data => process.env.VERBOSE && process.stderr.write(data))
  const [line] = await once(child.stdout, 'data')
  const address = new URL(String(line).trim())
  return {address: address.href, port: address.port, end: () => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  }}
}

let server = await serve()
const browser = await chromium.launch({executablePath, args: ['--no-sandbox']})
const faults = [] // what pages complain about

/** A way to the server that can be cut. */
async function bridge() {
  const sockets = new Set()
  let up = true
  const here = createServer(near => {
    if (!up) return near.destroy()
    const far = connect(Number(server.port), '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      sockets.delete(near)
    }
    sockets.add(near)
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    // the server knows itself by its own name
    near.on('data', data => far.write(data.toString('latin1').replaceAll(':' + port, ':' + server.port), 'latin1'))
    far.pipe(near)
  })
  await once(here.listen(0, '127.0.0.1'), 'listening')
  here.unref() // a test that fails does not end it
  const {port} = here.address()
  return {address: server.address.replace(server.port, port), end: () => here.close(), async cut(page, meanwhile = () => {}) {
    up = false
    for (const socket of sockets) socket.destroy()
    await page.waitForSelector('#banner:not([hidden])')
    await meanwhile()
    up = true
    await page.waitForSelector('#banner', {state: 'hidden'})
  }}
}

/** A window that has opened the page, in a browser profile of its own. */
async function open(options = {}, context = null, address = server.address) {
  context ??= await browser.newContext({viewport: {width: 1200, height: 800}, acceptDownloads: true, ...options})
  context.setDefaultTimeout(20000)
  const page = await context.newPage()
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !/status of (422|403|410|503)|ERR_|EventSource/.test(message.text())) faults.push(message.text())
  })
  await page.goto(address)
  await page.waitForFunction(() => document.querySelector('#rules-known') || document.querySelector('.wood'))
  return page
}

const status = page => page.textContent('#status')
const moves = page => page.textContent('#move-number')
const visible = page => page.locator('.board:visible')

const comesTo = (page, words) =>
  page.waitForFunction(wanted => document.querySelector('#move-number').textContent === wanted, words)
const says = (page, pattern, options = {}) =>
  page.waitForFunction(source => new RegExp(source).test(document.querySelector('#status').textContent), pattern.source, options)

/** Where a vertex of the n-th board is on the page. */
async function placeOf(page, vertex, n = 0) {
  const board = visible(page).nth(n)
  const [side, lines] = await board.evaluate(svg => [svg.viewBox.baseVal.width, Math.round((svg.viewBox.baseVal.width - 30) / 30)])
  const size = lines > 12 ? Math.round((side - 44) / 30) : lines
  const margin = (side - 30 * size) / 2
  const box = await board.boundingBox()
  const x = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(vertex[0])
  const y = size - Number(vertex.slice(1))
  const at = i => (margin + 30 * (i + 0.5)) / side
  return [box.x + box.width * at(x), box.y + box.height * at(y)]
}

// where Katachi may have moved before, tests play on the first line, which it does not choose
const click = async (page, vertex, n) => page.mouse.click(...await placeOf(page, vertex, n))
const tap = async (page, vertex) => page.touchscreen.tap(...await placeOf(page, vertex))

/** Whether the first board comes to have n stones: it is drawn when the server has told the position. */
async function stonesBecome(page, n) {
  for (let i = 0; i < 400; i++) {
    if (await visible(page).first().locator('.layer-stones > g').count() === n) return true
    await page.waitForTimeout(50)
  }
  return false
}

async function newGame(page, choices) {
  if (!await page.isVisible('#new-dialog')) await page.click('#new-game')
  for (const [name, value] of Object.entries(choices)) {
    const field = page.locator(`#new-dialog [name=${name}]`)
    if (await field.evaluate(e => e.tagName) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
  await page.click('#new-dialog .main')
  await page.waitForSelector('#new-dialog', {state: 'hidden'})
  if (!Number(choices.size)) return
  // keys that are pressed before the game is there are for the old one, clicks before a board of its size is are ignored
  await page.waitForFunction(words => document.querySelector('#opponent').textContent.includes(words), ` ${choices.size}x${choices.size},`)
  await page.waitForFunction(words => document.querySelector('.seat:not([hidden]) .board').getAttribute('aria-label').includes(words),
    `${choices.size} by ${choices.size},`)
}

async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)])
  return readFileSync(await file.path(), 'utf8')
}

async function drop(page, words, name = 'game.sgf') {
  await page.evaluate(([text, file]) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], file))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}))
  }, [words, name])
}

/** Ends the review of a file that was dropped: its last words would come at any time. */
const stopReview = page => page.evaluate(() => {
  const button = document.querySelector('#review-start')
  if (button.textContent === 'Stop') button.click()
})

/** What axe finds that is serious or worse. */
async function obstacles(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => axe.run(document, {resultTypes: ['violations']}))
  return found.violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
    .map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 120))
}

// ---- the tests ----

async function firstPaint() {
  const page = await open()
  const sizes = await page.evaluate(async () => {
    const names = ['/', ...performance.getEntriesByType('resource').map(entry => entry.name).filter(name => /\.(js|css)$/.test(name))]
    const texts = await Promise.all(names.map(name => fetch(name).then(reply => reply.text())))
    return texts.reduce((sum, text) => sum + text.length, 0)
  })
  ok(sizes > 50000 && sizes < 200000, 'all of it is under 200 KB', sizes)
  await page.context().close()
}

async function game() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  await click(page, 'E5')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  ok(await stonesBecome(page, 2) && /^White plays/.test(await status(page)), 'a move is answered', await status(page))
  await click(page, 'E5')
  await page.waitForFunction(() => /occupied/.test(document.querySelector('#status').textContent))
  ok(await moves(page) === '2 of 2', 'an illegal move is explained: ' + await status(page))
  await page.click('#hint')
  await page.waitForFunction(() => /would play/.test(document.querySelector('#status').textContent))
  await visible(page).locator('.label').first().waitFor()
  ok(true, 'a hint shows moves on the board')
  await page.keyboard.press('u')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '0 of 0')
  ok(await stonesBecome(page, 0), 'undo takes both moves back')
  await click(page, 'C3')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  await page.click('#resign')
  ok(/White wins/.test(await status(page)) && /RE\[W\+R\]/.test(await saved(page, '#save-file')), 'resignation is recorded')
  await page.context().close()
}

async function wholeGame() {
  const page = await open()
  await newGame(page, {size: 'other', lines: '7', colour: 'none', engine: 'playouts', seconds: '0.1', komi: '9.5'})
  await page.waitForFunction(() => !document.querySelector('#accept-score').hidden || /resigns/.test(document.querySelector('#status').textContent), null, {timeout: 180000})
  const [, last] = (await moves(page)).split(' of ')
  ok(Number(last) > 6, `Katachi plays a whole game against itself, ${last} moves`)
  await page.context().close()
}

// black has the left side, white the right one, with a black stone in it
const ending = '(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]AB[ba][bb][bc][bd][be][dc]AW[ca][cb][cc][cd][ce]PL[B])'

async function counting() {
  const page = await open()
  await drop(page, ending)
  await page.waitForFunction(() => document.querySelector('.seat:not([hidden]) .layer-stones').children.length === 11)
  await stopReview(page)
  await page.click('#tab-play')
  await page.keyboard.press('p')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '1 of 1')
  await page.keyboard.press('p')
  await page.waitForSelector('#accept-score')
  const dead = page.locator('.seat:visible .stone.dead')
  ok(await dead.count() === 1 && /^W\+5.5/.test(await page.textContent('#score-line')), 'after two passes the dead stone is proposed, and the score: '
    + await page.textContent('#score-line'))
  await says(page, /^W\+5.5: White wins/)
  for (const key of ['p', 'h']) {
    await page.keyboard.press(key)
    await says(page, /being counted/)
    await page.evaluate(() => document.querySelector('#status').textContent = '')
  }
  ok(await moves(page) === '2 of 2', 'nobody passes or asks for a hint while the game is counted')
  await visible(page).first().focus()
  await page.keyboard.press('ArrowRight')
  ok(/^D3, black stone, dead$/.test(await status(page)), 'ears hear the score, and which stones are dead: ' + await status(page))
  await click(page, 'D3')
  await page.waitForFunction(() => !document.querySelector('.stone.dead'))
  const alive = await page.textContent('#score-line')
  await click(page, 'D3')
  await page.waitForFunction(() => document.querySelector('.stone.dead'))
  ok(alive !== await page.textContent('#score-line'), 'a click makes it live and the score follows: ' + alive)
  await page.click('#resume')
  ok(await status(page) === '', 'Play on takes the score back', await status(page))
  let answer
  const asked = new Promise(resolve => answer = resolve)
  await page.route('**/api/gtp', route => asked.then(() => route.continue()))
  await page.click('#count')
  await page.waitForSelector('#resume')
  const early = [await page.textContent('#score-line'), await page.isHidden('#accept-score')]
  answer()
  await page.waitForSelector('#accept-score')
  ok(/^Looking for dead/.test(early[0]) && early[1], 'while dead stones are looked for, the count can only be left', early)
  await page.click('#accept-score')
  ok(/RE\[W\+5\.5\]/.test(await saved(page, '#save-file')), 'the result is in the file')
  await page.context().close()
}

/** Each request to /api/board takes the next of these milliseconds, at last no time. */
async function slowBoard(page, ...times) {
  await page.route('**/api/board', async route => {
    await new Promise(resolve => setTimeout(resolve, times.shift() ?? 0))
    await route.continue()
  })
}

/** Walking fast through a game over a link that brings one position after another. */
async function walkingSlowly() {
  const page = await open()
  const line = Array.from({length: 40}, (_, i) => `;${'BW'[i % 2]}[${'abcdefghi'[i % 9]}${'acegi'[Math.floor(i / 9)]}]`).join('')
  await drop(page, `(;SZ[9]${line})`)
  await comesTo(page, '0 of 40')
  await stopReview(page)
  let arrive, brought = 0
  let link = new Promise(resolve => arrive = resolve)
  await page.route('**/api/board', route => {
    link = link.then(() => new Promise(resolve => setTimeout(resolve, 200))).then(() => route.continue()).then(() => brought++)
  })
  for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowRight')
  arrive()
  await stonesBecome(page, 40)
  ok(brought < 20, 'the position looked at does not wait for those passed on the way', brought)
  await page.context().close()
}

async function countingSlowly() {
  const page = await open()
  await drop(page, ending)
  await stonesBecome(page, 11)
  await stopReview(page)
  await page.click('#tab-play')
  await page.click('#count')
  await page.waitForSelector('#accept-score')
  const score = () => page.textContent('#score-line')
  await slowBoard(page, 700, 0, 500)
  await click(page, 'D3')
  await click(page, 'D3')
  await page.waitForTimeout(1000)
  ok(/^W\+5.5/.test(await score()), 'two clicks on a group: the second one counts, whatever is answered last', await score())
  await click(page, 'D3')
  await page.click('#accept-score')
  await says(page, /wins by/)
  ok(/Black wins/.test(await status(page)), 'Accept takes the click before it into account: ' + await status(page))
  await page.context().close()
}

/** Whoever resigns instead of accepting the score has lost, and can no longer accept. */
async function resigningInCount() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.1'})
  await page.click('#count')
  await page.waitForSelector('#accept-score')
  await page.click('#engine-move')
  await says(page, /being counted/)
  ok(await moves(page) === '0 of 0', 'Katachi does not move in a count')
  await page.click('#resign')
  await says(page, /Black resigns/)
  ok(await page.isHidden('#scoring') && /RE\[W\+R\]/.test(await saved(page, '#save-file')), 'resigning ends the counting')
  await page.context().close()
}

/** A browser that keeps nothing for pages, or forbids it. */
async function nothingKept() {
  for (const get of [() => null, () => { throw new DOMException('denied', 'SecurityError') }]) {
    const context = await browser.newContext()
    await context.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {get: ${get}})`)
    const page = await open({}, context)
    await page.waitForFunction(() => /Katachi/.test(document.querySelector('#about').textContent))
    await newGame(page, {size: '9', colour: 'both'})
    await click(page, 'E5')
    await comesTo(page, '1 of 1')
    await page.waitForTimeout(500)
    ok(!/too large/.test(await status(page)), 'a browser without storage can play', await status(page))
    await page.context().close()
  }
}

/** What each line and cell of the page needs is there: no text is beside its cell, nothing beside the window. */
async function largeLetters() {
  const profile = join(folder, 'large')
  mkdirSync(join(profile, 'Default'), {recursive: true})
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({webkit: {webprefs: {default_font_size: 24}}}))
  const page = await open({}, await chromium.launchPersistentContext(profile, {executablePath, args: ['--no-sandbox']}))
  await page.click('#tab-review')
  await page.selectOption('#review-engine', 'playouts')
  await page.selectOption('#review-effort', '0')
  await drop(page, legal)
  await says(page, /The review is finished/, {timeout: 60000})
  const outside = () => page.evaluate(() => {
    const found = document.documentElement.scrollWidth > innerWidth ? ['the window'] : []
    for (const cell of document.querySelectorAll('.candidates :is(td, th):not(.line), .tabs button, .segments button, nav button')) {
      const words = document.createRange()
      words.selectNodeContents(cell)
      const [box, room] = [words, cell].map(one => one.getBoundingClientRect())
      if (box.right > room.right + 1 || box.left < room.left - 1) found.push(cell.textContent)
    }
    return found
  })
  const found = []
  for (const tab of ['review', 'look', 'play']) {
    await page.click('#tab-' + tab)
    if (tab === 'look') await page.waitForSelector('.candidates td')
    for (const width of [320, 481, 901, 1280, 1400]) {
      await widthAt(page, width)
      for (const words of await outside()) found.push(`${tab} ${width}: ${words}`)
    }
  }
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  ok(size === '24px' && found.length === 0, 'letters of 24 pixels have their room', [size, found])
  await page.context().close()
}

/** While a game is counted, a point that is touched gets no stone, and no square of an explanation. */
async function countingByHand() {
  const page = await open({viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true})
  await newGame(page, {size: '19', colour: 'both'})
  await tap(page, 'K10')
  await says(page, /Tap K10 again/)
  await page.click('#tab-look')
  await page.click('#overlays [data-value=gammas]')
  await tap(page, 'C3')
  await page.waitForSelector('.seat:visible .mark.select')
  await page.click('#tab-play')
  await page.waitForFunction(() => !document.querySelector('.seat:not([hidden]) .mark.select'))
  ok(true, 'a point that was explained is marked only beside its explanation')
  await page.click('#count')
  await page.waitForSelector('#accept-score')
  await tap(page, 'K10')
  await page.waitForTimeout(300)
  const found = [await page.locator('.layer-ghost .stone').count(), await status(page)]
  ok(found[0] === 0 && !/Tap/.test(found[1]), 'a tap on an empty point does nothing during the count', found)
  await page.context().close()
}

async function dates() {
  const found = []
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) { // 25 hours apart
    const page = await open({timezoneId})
    await newGame(page, {size: '9', colour: 'both'})
    const here = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    found.push((await saved(page, '#save-file')).includes(`DT[${here}]`))
    await page.context().close()
  }
  ok(found.every(Boolean), 'a game has the date of here', found)
}

async function handicap() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.1', handicap: '3'})
  await page.waitForFunction(() => document.querySelectorAll('.layer-stones > g').length === 4 || document.querySelector('.seat:not([hidden]) .layer-stones').children.length === 4)
  const sgf = await saved(page, '#save-file')
  ok(/HA\[3\]/.test(sgf) && /AB(\[\w\w\]){3}/.test(sgf) && /KM\[0\.5\]/.test(sgf), 'handicap: white moves first, komi 0.5', sgf)
  await page.context().close()
}

async function ranks() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', rank: '16'})
  ok(await page.textContent('#rank-words') === '15k' && /at 15k level, using/.test(await page.textContent('#opponent')), 'a partner of 15k is chosen', await page.textContent('#opponent'))
  await click(page, 'E5')
  const sgf = (await stonesBecome(page, 2)) && await saved(page, '#save-file')
  ok(/WR\[15k\]/.test(sgf) && !/BR\[/.test(sgf), 'it answers, and the file tells its rank', sgf)
  const asked = []
  page.on('request', request => request.url().endsWith('/api/gtp') && asked.push(...request.postDataJSON().commands))
  await drop(page, '(;SZ[9]PB[Other];B[ee])')
  await comesTo(page, '0 of 1')
  await stopReview(page)
  await page.click('#tab-play')
  await page.click('#engine-move')
  await page.click('#engine-move')
  await says(page, /^(Black|White) plays/)
  ok(asked.includes('kata-set-param rank full'), 'the next game does not inherit the rank', asked)
  await page.context().close()
}

async function impatience() {
  const page = await open()
  const thinks = '.player.thinking'
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '120'})
  for (const [leave, then] of [['undo', '0 of 0'], ['resign', '1 of 1']]) {
    await click(page, 'E5')
    await page.waitForSelector(thinks)
    await page.click('#' + leave)
    await page.waitForSelector(thinks, {state: 'detached'})
    await page.waitForFunction(words => document.querySelector('#move-number').textContent === words, then)
  }
  await page.waitForTimeout(300)
  ok(await moves(page) === '1 of 1' && /White wins/.test(await status(page)), 'no move follows a resignation', await status(page))
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  await click(page, 'C3')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  ok(await stonesBecome(page, 2), 'nothing waits for thoughts about moves taken back and games given up')
  await page.context().close()
}

async function beginnings() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'both'})
  await click(page, 'E5')
  await page.route('**/api/gtp', route => route.fulfill({json: {replies: [{ok: false, text: 'no room for stones'}]}}), {times: 2})
  await newGame(page, {size: 'other', lines: '3', colour: 'none', engine: 'playouts', handicap: '2'})
  await page.waitForFunction(() => document.querySelector('#status.problem')?.textContent === 'No room for stones.')
  ok(await moves(page) === '1 of 1', 'a game that cannot begin says why, and the one before stays: ' + await status(page))
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('katachi.new-game')))
  ok(kept?.lines === '3' && kept.colour === 'none', 'what was chosen is remembered', kept)
  await newGame(page, {rules: 'japanese', colour: 'both', handicap: '0'})
  await page.reload()
  await page.waitForFunction(() => /japanese/.test(document.querySelector('#opponent').textContent))
  await page.click('#new-game')
  const [rules, komi] = await Promise.all(['rules', 'komi'].map(name => page.inputValue(`#new-dialog [name=${name}]`)))
  ok(rules === 'japanese' && komi === '6.5', 'and the rules, when the page is loaded again', [rules, komi])
  await page.context().close()
}

async function newGameDialog() {
  const page = await open()
  const dialog = page.locator('#new-dialog')
  const field = name => dialog.locator(`[name=${name}]`)
  const begun = words => page.waitForFunction(w => document.querySelector('#opponent').textContent.includes(w), words)
  await newGame(page, {size: '13', colour: 'both'})
  await page.click('#new-game')
  await field('komi').fill('4.5')
  await field('komi').press('Enter')
  await begun('13x13, chinese rules, komi 4.5')
  ok(true, 'Enter in a field begins the game')
  await page.click('#new-game')
  await field('komi').fill('5.5')
  await page.click('#new-cancel')
  await dialog.waitFor({state: 'hidden'})
  ok(/komi 4.5/.test(await page.textContent('#opponent')), 'Cancel does not')
  await page.click('#new-game')
  await field('size').selectOption('other')
  await field('lines').fill('30')
  await newGame(page, {size: '9'})
  await begun('9x9')
  await newGame(page, {seconds: '0', colour: 'B', clock: '1+3x10'})
  await page.waitForSelector('.clock:not(:empty)')
  ok(await field('seconds').inputValue() === '2', 'a wrong number that is hidden by now does not hinder a game')
  await page.click('#new-game')
  await field('size').selectOption('other')
  const most = []
  for (const lines of ['3', '4', '5', '7', '11']) {
    await field('lines').fill(lines)
    most.push(await field('handicap').getAttribute('max'))
  }
  ok(most.join() === '2,4,6,9,9', 'small boards have room for less handicap', most)
  await field('handicap').fill('1')
  ok(await field('komi').inputValue() === '0.5', 'a handicap of 1 is a komi of 0.5')
  for (const name of ['lines', 'komi', 'handicap']) {
    const usual = await field(name).inputValue()
    await field(name).fill('')
    await dialog.locator('.main').click()
    ok(await dialog.isVisible() && await field(name).evaluate(e => e.validity.valueMissing && e === document.activeElement), `a game needs ${name}`)
    await field(name).fill(usual)
  }
  await page.context().close()
}

// with this komi the stone in the corner loses enough for a fast review, whatever its playouts are
const record = '(;GM[1]FF[4]SZ[9]KM[2.5]RU[Chinese]PB[Ann]PW[Bea];B[ee];W[dc];B[aa];W[gc];B[ge];W[ge];B[cf])'

const legal = record.replace(';W[ge]', ';W[ef]')

/** What the buttons of the mistakes say to ears: "3 Black A9". */
const mistakesSaid = page => page.locator('#mistakes tbody tr button:not(.text)').evaluateAll(buttons =>
  buttons.map(({childNodes}) => [...childNodes].map(part => part.ariaLabel ?? part.textContent).join('')))

async function review() {
  const page = await open()
  const colourSaid = () => page.evaluate(() => [...document.querySelectorAll('.player .dot')].map(dot => [dot.ariaLabel, dot.ariaHidden].join()).join(' '))
  ok(await colourSaid() === 'Black,true White,true', 'players without names are called by their colours', await colourSaid())
  await page.click('#new-game')
  await drop(page, legal)
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Ann')
  ok(await page.isHidden('#new-dialog'), 'a file that is dropped on a dialog closes it')
  ok(await colourSaid() === 'Black, White,', 'ears hear who of the players is Black', await colourSaid())
  await stopReview(page)
  await page.click('#tab-review')
  await page.selectOption('#review-engine', 'playouts')
  await page.selectOption('#review-effort', '0')
  await drop(page, legal)
  await page.waitForFunction(() => document.querySelectorAll('#mistakes tbody tr').length > 0, null, {timeout: 60000})
  await page.waitForFunction(() => document.querySelector('#review-start').textContent === 'Review this game')
  const rows = await page.locator('#mistakes tbody tr').allTextContents()
  const said = await mistakesSaid(page)
  ok(said.includes('3 Black A9'), 'a review finds the mistake in the corner', said)
  await page.emulateMedia({colorScheme: 'dark'})
  const dots = await page.evaluate(() => ['#mistakes .dot.B', '#player-B .dot'].map(dot => getComputedStyle(document.querySelector(dot)).backgroundColor))
  ok(dots[0] === dots[1], 'a black stone is black in its list also on a dark page', dots)
  const sums = await page.textContent('#review-sums')
  await page.reload()
  await page.waitForFunction(() => document.querySelectorAll('#mistakes tbody tr').length > 0)
  const again = await page.locator('#mistakes tbody tr').allTextContents()
  ok(rows.join() === again.join() && sums === await page.textContent('#review-sums'), 'which is still there when the page is loaded again', again)
  const sgf = await saved(page, '#review-save')
  ok(/SBKV\[\d/.test(sgf) && /Better than A9/.test(sgf) && /BM\[[12]\]/.test(sgf), 'the reviewed file has values, words and lines', sgf)
  await page.hover('#mistakes tbody tr:first-child')
  await page.waitForSelector('.layer-line .stone')
  ok(await page.locator('.seat:visible .layer-line .stone').count() > 0, 'the better line appears under the pointer')
  await page.locator('#mistakes tbody tr:first-child td.line button').click()
  await page.waitForFunction(() => document.querySelectorAll('.tree-node').length > 8)
  ok(true, 'and can be added as a variation')
  const graph = page.locator('.graph')
  const box = await graph.boundingBox()
  await page.mouse.click(box.x + box.width - 8, box.y + 40)
  const last = await moves(page)
  ok(/^(\d+) of \1$/.test(last), 'a click into the graph goes to the move', last)
  await drop(page, sgf)
  await page.waitForFunction(() => /0 of/.test(document.querySelector('#move-number').textContent))
  ok((await page.locator('.graph .lead').getAttribute('d')).length > 20, 'and shows its graph when it is opened again')
  await page.context().close()
}

// black moves twice, two passes are in the middle, and another line follows them
const oddRecord = '(;SZ[5]KM[0.5]PB[Odd];B[cc];B[bb];W[];B[];W[dd](;B[aa];W[cb])(;B[dc]))'

async function oddReview() {
  const page = await open()
  await page.click('#tab-review')
  await page.selectOption('#review-engine', 'playouts')
  await page.selectOption('#review-effort', '1') // 300 playouts do not see the mistake each time
  await drop(page, oddRecord)
  await says(page, /The review is finished/, {timeout: 60000})
  const sums = () => page.locator('#review-sums tbody tr td:nth-of-type(1)').allTextContents()
  const listed = () => mistakesSaid(page)
  const all = await listed()
  ok(all.includes('6 Black A5') && !all.includes('2 Black B4'), 'who moves twice in a row makes no mistake by it', all)
  ok((await sums()).join() === '3,2', 'after two passes in the middle a review goes on', await sums())
  await page.locator('#mistakes tbody tr', {hasText: /^6 /}).hover()
  await page.waitForSelector('.layer-line .stone')
  ok(await page.locator('.seat:visible .layer-line .stone').first().evaluate(stone => stone.classList.contains('B')), 'a better line begins with the side that moved')
  await page.click('#to-last')
  await comesTo(page, '7 of 7')
  await page.click('#to-previous')
  await page.keyboard.press('ArrowDown')
  await comesTo(page, '6 of 6')
  ok((await sums()).join() === '2,1' && !(await listed()).includes('6 Black A5'), 'sums and mistakes are those of the variation shown', await sums())
  await page.keyboard.press('ArrowDown')
  await comesTo(page, '6 of 7')
  await page.selectOption('#review-effort', '2')
  await page.click('#review-start')
  await page.waitForFunction(() => document.querySelector('#review-progress').value > 0)
  await page.click('#delete-branch')
  await comesTo(page, '5 of 6')
  ok(await page.textContent('#review-start') === 'Review this game' && !(await listed()).includes('6 Black A5'),
    'a review ends where its line was deleted, and lists nothing of it', await listed())
  await page.context().close()
}

async function chosenGame() {
  const page = await open()
  const two = '(;SZ[9]PB[Ann];B[ee])(;SZ[9]PB[Bea];B[cc])'
  const dialog = page.locator('#games-dialog')
  await drop(page, two)
  await dialog.locator('#games-list button').nth(1).click()
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Bea')
  await newGame(page, {size: '9', colour: 'both'})
  await drop(page, two)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({state: 'hidden'})
  await page.waitForTimeout(300)
  ok(await page.textContent('#player-B b') === 'You', 'a choice that is left opens no game')
  await drop(page, Array.from({length: 600}, (_, i) => `(;SZ[9]PB[P${i}])`).join('\n'))
  const choice = dialog.locator('#games-list button')
  await choice.nth(599).click()
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'P599')
  ok(true, 'all games of a file can be chosen')
  await drop(page, two)
  await dialog.locator('#games-filter').fill('bea ')
  await choice.nth(0).waitFor({state: 'hidden'})
  await dialog.locator('#games-filter').press('Enter')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Bea')
  ok(true, 'also by a word of their titles')
  await page.context().close()
}

async function brokenFile() {
  const page = await open()
  await page.click('#tab-review')
  await page.selectOption('#review-effort', '2')
  await drop(page, '(;SZ[9]PB[Ann];B[ee];W[cc])(;SZ[9];B[ee]')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Ann')
  await stonesBecome(page, 0)
  await page.waitForTimeout(300)
  ok(/Game 2.*missing/.test(await status(page)), 'what is wrong with another game of a file stays to be read: ' + await status(page))
  await page.context().close()
}

async function folders() {
  const match = join(folder, 'match')
  mkdirSync(match)
  writeFileSync(join(match, 'index.html'), 'a report')
  const other = await serve(0, [match])
  const page = await browser.newPage()
  page.setDefaultTimeout(20000)
  try {
    let asked = 0
    page.on('request', request => asked += request.url().endsWith('games.sgf.gz'))
    await page.addInitScript(() => {
      window.EventSource = class extends EventSource {
        constructor(url) {
          super(url)
          window.lose = () => this.onerror()
        }
      }
    })
    await page.goto(other.address)
    await page.waitForSelector('#folders li', {state: 'attached'})
    await page.evaluate(() => window.lose()) // it is found again soon: who waits for the banner may miss it
    await page.waitForSelector('#banner', {state: 'hidden'})
    await page.click('#work summary')
    await page.waitForTimeout(300)
    ok(await page.isHidden('#folders button'), 'a folder of running work')
    await page.click('#work summary')
    writeFileSync(join(match, 'games.sgf.gz'), gzipSync('(;SZ[9]PB[Ann];B[ee])'))
    await page.click('#work summary')
    await page.click('#folders button')
    await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Ann')
    ok(asked === 3, 'opens its games once there are some; each look asks once, although the server was lost between', asked)
  } finally {
    await page.close()
    await other.end()
  }
}

/** The menu of reports and games. */
async function menu() {
  const name = join(folder, 'menu.sgf')
  writeFileSync(name, record)
  const other = await serve(0, [name])
  const page = await open({}, null, other.address)
  try {
    const isOpen = () => page.evaluate(() => document.querySelector('#work').open)
    const found = []
    await page.click('#work summary')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    found.push(await isOpen(), await page.evaluate(() => document.activeElement.tagName))
    await page.click('#work summary')
    found.push(await isOpen())
    await page.mouse.click(400, 780)
    found.push(await isOpen())
    ok(found.join() === 'false,SUMMARY,true,false', 'the menu closes with Escape, and when something else is touched', found)
  } finally {
    await page.context().close()
    await other.end()
  }
}

async function gamesOfTheCommandLine() {
  const names = ['first.sgf', 'second.sgf'].map(name => join(folder, name))
  writeFileSync(names[0], '(;SZ[9]PB[Ann];B[ee];W[ec];B[dc])')
  writeFileSync(names[1], '(;SZ[9]PB[Bea];B[cc])')
  const other = await serve(0, names)
  const page = await browser.newPage()
  page.setDefaultTimeout(20000)
  const blackIs = name => page.waitForFunction(name => document.querySelector('#player-B b').textContent === name, name)
  try {
    await page.goto(other.address)
    await blackIs('Ann')
    ok(await page.getAttribute('#tab-review', 'aria-selected') === 'true', 'the first game of the command line is reviewed')
    await page.click('#work summary')
    await page.click('#folders button:text("second.sgf")')
    await blackIs('Bea')
    await page.reload()
    await page.waitForFunction(() => /Katachi/.test(document.querySelector('#about').textContent))
    await page.waitForTimeout(500)
    ok(await page.textContent('#player-B b') === 'Bea', 'the others are in a menu, and reloading the page keeps the game')
    await page.route('**/work/0', async route => {
      await new Promise(resolve => setTimeout(resolve, 800))
      await route.continue()
    })
    await page.click('#work summary')
    await page.click('#folders button:text("first.sgf")')
    await drop(page, '(;SZ[9]PB[Cid];B[cc])')
    await page.waitForTimeout(1500)
    ok(await page.textContent('#player-B b') === 'Cid', 'one that comes late does not replace a file that was opened after it')
  } finally {
    await page.close()
    await other.end()
  }
}

async function reportLinks() {
  const run = join(folder, 'run')
  mkdirSync(run)
  const words = '(;SZ[9];B[ee])'
  writeFileSync(join(run, 'games.sgf.gz'), gzipSync(words))
  writeFileSync(join(run, 'history.tsv'), 'a table')
  writeFileSync(join(run, 'index.html'), `<script>document.title = 'run'</script>
    <a id="game" download="game-1.sgf" href="data:application/x-go-sgf,${encodeURIComponent(words)}">1</a>
    <a id="games" href="games.sgf.gz">all</a> <a id="table" href="history.tsv">numbers</a>`)
  const other = await serve(0, [run])
  const context = await browser.newContext({acceptDownloads: true})
  context.setDefaultTimeout(20000)
  const page = await context.newPage()
  try {
    await page.goto(other.address)
    await page.click('#work summary')
    const [report] = await Promise.all([context.waitForEvent('page'), page.click('#folders a')])
    const [game] = await Promise.all([report.waitForEvent('download'), report.click('#game')])
    ok(game.suggestedFilename() === 'game-1.sgf' && readFileSync(await game.path(), 'utf8') === words, 'a report saves a game that is in its page')
    const [games] = await Promise.all([report.waitForEvent('download'), report.click('#games')])
    ok(gunzipSync(readFileSync(await games.path())).toString() === words, 'and the games beside it')
    await report.click('#table')
    await report.waitForFunction(() => document.body.textContent === 'a table')
    await report.goBack()
    ok(await report.title() !== 'run', 'its tables open, and its scripts stay off')
  } finally {
    await context.close()
    await other.end()
  }
}

async function windows() {
  const first = await open()
  const context = first.context()
  const pages = [first, ...await Promise.all([1, 2, 3].map(() => open({}, context)))]
  const waiting = await open({}, context)
  await waiting.waitForSelector('#banner:not([hidden])')
  ok(/^4 windows .* Close one/.test(await waiting.textContent('#banner')), 'a fifth window says that four are open')
  await pages[1].bringToFront()
  await newGame(pages[1], {size: '9', colour: 'B', engine: 'playouts', seconds: '120'})
  await click(pages[1], 'E5')
  await pages[1].waitForSelector('.player.thinking')
  await first.bringToFront()
  await newGame(first, {size: '9', colour: 'both'})
  await click(first, 'E5')
  ok(await stonesBecome(first, 1), 'while one of the four thinks, another one plays')
  await pages[1].bringToFront()
  await pages[1].click('#undo')
  await pages[1].waitForFunction(() => document.querySelector('#move-number').textContent === '0 of 0')
  await first.reload()
  await first.waitForFunction(() => document.querySelector('#move-number').textContent === '1 of 1')
  await pages[2].close()
  await waiting.bringToFront()
  await waiting.waitForSelector('#banner', {state: 'hidden'})
  await newGame(waiting, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  await click(waiting, 'C3')
  ok(await stonesBecome(waiting, 2), 'when one is closed the fifth takes its place')
  await context.close()
}

/** Reads events as a page does; the request, to be destroyed. */
async function reader(address, cookie) {
  const request = get(new URL('/api/events', address), {headers: {Cookie: cookie}})
  const [answer] = await once(request, 'response')
  await once(answer, 'data')
  request.on('error', () => {})
  return request
}

async function crowd() {
  const other = await serve()
  const context = await browser.newContext()
  try {
    const {headers} = await fetch(other.address, {redirect: 'manual'})
    const [cookie] = headers.get('set-cookie').split(';')
    const readers = []
    for (let i = 0; i < 8; i++) readers.push(await reader(other.address, cookie))
    const page = await open({}, context, other.address)
    await page.waitForFunction(() => /Too many pages are open/.test(document.querySelector('#banner').textContent))
    readers[3].destroy()
    await page.waitForSelector('#banner', {state: 'hidden'})
    ok(true, 'a ninth page says that eight are open, and goes on when one is closed')
    for (const one of readers) one.destroy()
  } finally {
    await context.close()
    await other.end()
  }
}

async function endedSession() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  await page.route('**/api/gtp', route => route.fulfill({status: 410, json: {error: 'this page\'s session has ended'}}), {times: 1})
  await click(page, 'E5')
  await comesTo(page, '2 of 2')
  ok(true, 'a session that has ended unnoticed is begun anew, and Katachi moves')
  await page.context().close()
}

async function hastyClicks() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  let answer
  const both = new Promise(resolve => answer = resolve)
  await page.route('**/api/board', async route => {
    await both
    await route.continue()
  })
  await click(page, 'E5')
  await click(page, 'C3')
  answer()
  await comesTo(page, '2 of 2')
  const sgf = (await saved(page, '#save-file')).replaceAll('\n', '')
  ok(/;B\[ee\];W\[\w\w\]\)$/.test(sgf), 'a second click before the stone lies there plays nothing, and Katachi answers the first', sgf)
  await page.context().close()
}

/** The program is where only gammas lie beside it, as in a source tree. */
async function withoutNetwork() {
  const tree = join(folder, 'tree')
  const run = join(tree, 'build', 'release', 'katachi')
  mkdirSync(join(tree, 'build', 'release'), {recursive: true})
  mkdirSync(join(tree, 'data'))
  copyFileSync(program, run)
  for (const name of readdirSync('data')) if (name.endsWith('.gammas.zst')) copyFileSync(join('data', name), join(tree, 'data', name))
  const other = await serve(0, [], run, {cwd: tree})
  const page = await open({}, null, other.address)
  try {
    await page.waitForFunction(() => document.querySelector('#about').textContent)
    if (!/without/.test(await page.textContent('#about'))) return ok(true, 'an installed network # SKIP')
    await drop(page, '(;SZ[9];B[ee])')
    await comesTo(page, '0 of 1')
    await page.click('#tab-play')
    await page.click('#engine-move')
    await page.click('#engine-move')
    await says(page, /^(Black|White) plays/)
    await page.click('#count')
    await page.waitForSelector('#accept-score')
    ok(true, 'without a network playouts move and count also where no game was begun')
    const choice = await page.locator('#review-engine').evaluate(({value, options}) => [value, options[0].disabled])
    ok(choice.join() === 'playouts,true', 'and a review offers nothing else', choice)
  } finally {
    await page.context().close()
    await other.end()
  }
}

async function oddFiles() {
  const page = await open()
  await drop(page, '(;SZ[9]AB[aa][bb][cc];W[dd])')
  await stonesBecome(page, 3)
  await drop(page, '(;CA[UTF-8]SZ[19]KM[650]RU[Japanese Rules]PB[Fox];B[pd];W[dp])')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Fox')
  await page.keyboard.press('End')
  ok(await stonesBecome(page, 2) && /japanese rules, komi 6.5/.test(await page.textContent('#opponent')), 'rules in words, and komi in hundredths, as Fox writes it', await page.textContent('#opponent'))
  await drop(page, '(\r\nTE[Meijin]\r\nPB[Ichiriki]\r\n;B[pd];W[dp];B[cq])')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Ichiriki')
  await page.keyboard.press('End')
  ok(await stonesBecome(page, 3), 'a record without its first semicolon')
  await drop(page, '(;GM[1]SZ[19]PB[Four]HA[4]KM[0.5]RU[Chinese];W[fc];B[dg];W[qf])')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Four')
  ok(await stonesBecome(page, 4) && /HA\[4\]AB\[dp\]\[pd\]\[dd\]\[pp\]/.test(await saved(page, '#save-file')), 'handicap without stones, as Fox writes it')
  await drop(page, '(;SZ[9]PB[Taker];B[ba];W[aa];B[ab]AE[aa];W[cc])')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Taker')
  await page.keyboard.press('End')
  ok(await stonesBecome(page, 3) && /1 capture/.test(await page.textContent('#player-B .captures')), 'prisoners survive AE of captured stones')
  await drop(page, '(;GM[1]SZ[9x9]PB[Zed];B[E5];W[zz];B[gg])')
  await says(page, /The move "zz" is not on a 9x9 board/)
  await page.keyboard.press('End')
  await comesTo(page, '2 of 2')
  ok(await stonesBecome(page, 1) && /"zz"/.test(await status(page)), 'a game opens up to the move that cannot be read, which is told', await status(page))
  await drop(page, '(;SZ[9]PB[Nobody]AW[aa]AB[ab][ba][ca])')
  await page.waitForFunction(() => document.querySelector('#status.problem') && document.querySelector('#player-B b').textContent === 'Nobody')
  ok(await stonesBecome(page, 4) && /^Some of .*\.$/.test(await status(page)), 'of a position that cannot be, its own stones are shown, and a sentence', await status(page))
  await page.context().close()
}

/** The contrast of the words on the strongest square of the first board. */
const contrast = page => page.evaluate(() => {
  const board = document.querySelector('.seat:not([hidden]) .board')
  const colour = (selector, name = 'fill') => getComputedStyle(board.querySelector(selector))[name].match(/[\d.]+/g).map(Number)
  const rects = [...board.querySelectorAll('.layer-heat rect:not(.off)')].map(rect => Number(rect.getAttribute('opacity')))
  const most = Math.max(...rects)
  const [wood, heat] = [colour('.wood'), colour('.layer-heat rect:not(.off)')]
  const light = rgb => rgb.slice(0, 3).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
  const [a, b] = [light(heat.map((c, i) => most * c + (1 - most) * wood[i])), light(colour('.label.bare .major'))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
})

async function gammaWords() {
  const page = await open({viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true})
  await newGame(page, {size: '19', colour: 'both'})
  await page.click('#tab-look')
  await page.click('#overlays [data-value=gammas]')
  await page.waitForSelector('.layer-heat rect:not(.off)')
  await tap(page, 'Q16')
  await page.waitForSelector('#features .feature')
  ok(/^Q16: [\d.]+ %/.test(await status(page)) && await moves(page) === '0 of 0', 'on a phone the first tap lists the features of a point')
  await tap(page, 'Q16')
  ok(await stonesBecome(page, 1), 'and the second one plays there')
  await page.waitForSelector('.layer-heat rect:not(.off)')
  await visible(page).first().focus()
  await page.keyboard.press('ArrowLeft')
  ok(/^J10: [\d.]+ %$/.test(await status(page)), 'ears hear how probable the point of the cursor is: ' + await status(page))
  const found = []
  for (const overlay of ['gammas', 'policy']) {
    await page.click(`#overlays [data-value=${overlay}]`)
    await page.waitForSelector(overlay === 'gammas' ? '.layer-heat:not(.network) rect:not(.off)' : '.layer-heat.network rect:not(.off)')
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme})
      found.push(await contrast(page))
    }
  }
  ok(found.every(ratio => ratio >= 4.5), 'the numbers of the most probable moves can be read, in light and dark', found)
  await page.context().close()
}

async function confirmedTaps() {
  const page = await open({viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true})
  await newGame(page, {size: '19', colour: 'both'})
  await page.click('#tab-look')
  await page.click('#overlays [data-value=search]')
  await page.waitForSelector('.label.best')
  await tap(page, 'C3')
  await says(page, /Tap C3 again/)
  const numbers = await page.textContent('.seat:visible .numbers')
  await page.waitForFunction(words => document.querySelector('.seat:not([hidden]) .numbers').textContent !== words, numbers)
  await tap(page, 'C3')
  ok(await stonesBecome(page, 1), 'a second tap plays also while a search goes on')
  await page.context().close()
}

// the longest words of a record, and a review with all its numbers
const wide = `(;SZ[9]RE[${'B+Resign'.repeat(12)}];B[ee]SBKV[50];W[dc]SBKV[50])`

/** How wide the page is at this width of the window. */
async function widthAt(page, width) {
  await page.setViewportSize({width, height: 640})
  await page.waitForTimeout(200)
  return page.evaluate(() => document.documentElement.scrollWidth)
}

async function wideWordsOnPhone() {
  const names = ['a'.repeat(100) + '.sgf', 'b'.repeat(100)]
  const inputs = names.map(name => join(folder, name))
  writeFileSync(inputs[0], legal)
  mkdirSync(inputs[1])
  writeFileSync(join(inputs[1], 'games.sgf.gz'), gzipSync(legal))
  const other = await serve(0, inputs)
  const page = await open({}, null, other.address)
  try {
    await page.selectOption('#review-effort', '0')
    await page.waitForSelector('#review-sums td')
    const found = []
    for (const width of [360, 320]) found.push(await widthAt(page, width))
    found.push(await page.locator('#review-sums').evaluate(place => place.scrollWidth - place.clientWidth))
    await page.click('#work summary')
    for (const width of [1200, 500, 360, 320]) {
      await widthAt(page, width)
      const {left, right} = await page.locator('#folders').evaluate(list => list.getBoundingClientRect().toJSON())
      if (left < 0 || right > width) found.push([width, left, right])
    }
    await page.click('#work summary')
    await drop(page, wide)
    await comesTo(page, '0 of 2')
    await stopReview(page)
    await page.keyboard.press('End')
    await says(page, /^Result/)
    found.push(await widthAt(page, 360))
    ok(found.join() === '360,320,0,360', 'phones have room for the numbers of a review, the menu, and a long result', found)
  } finally {
    await page.context().close()
    await other.end()
  }
}

async function resizing() {
  const page = await open({viewport: {width: 320, height: 640}})
  await drop(page, `(;SZ[9]${';B[];W[]'.repeat(60)})`)
  await comesTo(page, '0 of 120')
  await stopReview(page)
  await page.setViewportSize({width: 850, height: 640})
  const fits = () => {
    const {clientWidth} = document.querySelector('#tree')
    return clientWidth > 600 && document.querySelector('#tree svg').viewBox.baseVal.width === clientWidth
  }
  ok(await page.waitForFunction(fits).then(() => true, () => false), 'variations are drawn again when the window changes')
  await page.context().close()
}

async function clockOnPhone() {
  const page = await open({viewport: {width: 360, height: 640}})
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', clock: '30+5x60'})
  await page.waitForSelector('.clock:not(:empty)')
  const found = await page.evaluate(() => ['B', 'W'].map(colour => {
    const player = document.getElementById('player-' + colour)
    const [all, name, clock] = [player, player.querySelector('b'), player.querySelector('.clock')].map(e => e.getBoundingClientRect())
    return name.width > 40 && name.right <= clock.left && clock.right <= all.right
  }))
  ok(found.every(fits => fits), 'a phone has room for names and clocks', found)
  await page.context().close()
}

/** Without a clock, too, the name of one player leaves room for that of the other. */
async function namesOnPhone() {
  const page = await open({viewport: {width: 360, height: 640}})
  await newGame(page, {size: '19', colour: 'B'})
  await page.waitForSelector('text=You play Black')
  const cut = await page.locator('#player-B b').evaluate(name => [name.scrollWidth, name.clientWidth])
  ok(cut[0] <= cut[1], 'a phone shows the whole name "You" beside that of Katachi', cut)
  const heights = await page.locator('.seat:visible .grid text').evaluateAll(all => all.map(text => text.getBoundingClientRect().height))
  ok(Math.min(...heights) >= 10, 'the letters beside a board can be read on a phone', Math.min(...heights))
  await page.context().close()
}

async function phoneOnItsSide() {
  const found = []
  for (const [width, height] of [[915, 412], [667, 375]]) {
    const page = await open({viewport: {width, height}, hasTouch: true, isMobile: true})
    const box = await visible(page).first().boundingBox()
    found.push([height, box.width])
    await page.context().close()
  }
  ok(found.every(([height, side]) => side > 340 && side < height), 'on its side a phone shows a whole board, and not a tiny one', found)
}

// a wall of each side, so that everybody knows who has the sides; the middle is open
const walls = `(;GM[1]FF[4]SZ[9]KM[7]AB${[...'abcdefghi'].map(y => `[c${y}]`).join('')}AW${[...'abcdefghi'].map(y => `[g${y}]`).join('')}PL[B])`

async function overlays() {
  const page = await open()
  await drop(page, walls)
  await page.waitForFunction(() => document.querySelector('.seat:not([hidden]) .layer-stones').children.length === 18)
  await stopReview(page)
  await page.click('#tab-play')
  await click(page, 'E5')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '1 of 1')
  await page.keyboard.press('1')
  await page.waitForSelector('.layer-heat rect:not(.off)')
  await click(page, 'E7')
  await page.waitForSelector('#features .feature .sh')
  ok(/Elo/.test(await page.textContent('#features')), 'gammas: a click shows the features of a point')
  await click(page, 'C5')
  await says(page, /C5 cannot be played/)
  ok(await page.textContent('#features') === '', 'and nothing of that point at an occupied one')
  await page.keyboard.press('2')
  await page.waitForSelector('.layer-heat.network rect:not(.off)')
  ok(true, 'policy of the network')
  await page.keyboard.press('3')
  await page.keyboard.press('b')
  await page.waitForFunction(() => [...document.querySelectorAll('.seat')].every(seat => seat.querySelectorAll('.label.best').length === 1))
  const names = await visible(page).evaluateAll(boards => boards.map(board => board.getAttribute('aria-label').split(',')[0]))
  ok(names.join() === 'Board of Playouts,Board of Network', 'playouts and network side by side, live', names)
  const visits = () => page.textContent('.seat .numbers')
  const first = await visits()
  await page.waitForFunction(words => document.querySelector('.seat .numbers').textContent !== words, first)
  await page.keyboard.press('4')
  await page.waitForFunction(() => [...document.querySelectorAll('.seat')].every(seat => seat.querySelector('.layer-owner rect:not(.off)')))
  ok(true, 'who owns what, of both')
  await page.keyboard.press('5')
  await says(page, /looking for dead/)
  await says(page, /^No dead/)
  ok(true, 'dead stones are looked for, which the page says')
  await page.keyboard.press('3')
  const after = await status(page)
  await page.keyboard.press('5')
  ok(after === '' && /^No dead/.test(await status(page)), 'and only while they are shown', [after, await status(page)])
  await page.keyboard.press('3')
  await page.keyboard.press(' ')
  const button = page.locator('#tables tbody tr:visible td.line button').first()
  await button.focus()
  await page.waitForSelector('.layer-line .stone')
  await button.press('Enter')
  await page.waitForFunction(() => Number(document.querySelector('#move-number').textContent.split(' ')[2]) > 2)
  ok(true, 'a line of the search is played by the keyboard')
  await page.context().close()
}

async function searchesThatEnd() {
  const page = await open()
  await drop(page, perfect)
  await comesTo(page, '0 of 2')
  await stopReview(page)
  await page.click('#tab-look')
  await page.keyboard.press('r')
  await page.keyboard.press('3')
  const button = words => page.waitForFunction(wanted => document.querySelector('#live').textContent === wanted, words)
  await button('Stop search')
  await page.keyboard.press('End')
  await button('Start search')
  ok(/over here/.test(await page.textContent('#look-words')), 'after two passes nothing is searched, which the page says')
  await page.keyboard.press('Home')
  await button('Stop search')
  await page.waitForSelector('.label.best')
  ok(true, 'before them the search goes on')
  await page.route('**/api/analyse', route => {
    const body = route.request().postDataJSON()
    route.continue({postData: JSON.stringify({...body, query: {...body.query, maxVisits: 20}})})
  })
  await page.keyboard.press(' ')
  await button('Start search')
  await page.keyboard.press(' ')
  await button('Start search')
  await Promise.all([page.waitForResponse('**/api/analyse'), page.keyboard.press('ArrowRight')])
  await page.waitForTimeout(300)
  await button('Start search')
  ok(await page.getAttribute('#live', 'aria-pressed') === 'false', 'a search that came to its limit can be started again')
  await page.context().close()
}

// the board is nearly full: a pass is likely
const full = '(;SZ[5]KM[0.5]PB[Full];B[cc];W[cb];B[bb];W[dc];B[dd];W[db];B[bc];W[ba];B[ab];W[ca];B[ec];W[eb];B[ed];W[])'

async function passesAndDeadStones() {
  const page = await open()
  await drop(page, full)
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Full')
  await stopReview(page)
  await page.click('#tab-look')
  await page.keyboard.press('r')
  await page.keyboard.press('End')
  await page.keyboard.press('1')
  await page.waitForFunction(() => /pass \d+ %/.test(document.querySelector('.seat:not([hidden]) .numbers').textContent))
  ok(true, 'gammas tell how likely a pass is: ' + await page.textContent('.seat:not([hidden]) .numbers'))
  let asked = 0
  await page.route('**/api/gtp', async route => {
    asked++
    await new Promise(resolve => setTimeout(resolve, 100))
    await route.continue()
  })
  await page.keyboard.press('5')
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowLeft')
  await says(page, /^(No|\d+) dead/)
  ok(asked <= 8, 'dead stones are looked for only at nodes that are still shown', asked)
  await page.context().close()
}

/** Dead stones of a node that somebody leaves, and comes back to while others are looked for. */
async function backAtDeadStones() {
  const page = await open()
  await drop(page, '(;SZ[5]PB[Back];B[cc];W[bb];B[dd])')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Back') // it is read
  await stopReview(page)
  await page.click('#tab-look')
  await page.keyboard.press('5')
  await says(page, /^No dead/)
  const held = []
  let free = false
  await page.route('**/api/gtp', route => free ? route.continue() : held.push(route))
  const next = async what => {
    for (let i = 0; !held.length; i++) {
      if (i === 1000) throw Error(`no request for ${what}: ` + await status(page))
      await page.waitForTimeout(20)
    }
    return held.shift()
  }
  const step = async (key = 'ArrowRight') => {
    await page.waitForTimeout(100) // whoever steps faster has no dead stones looked for
    await page.keyboard.press(key)
  }
  await step()
  const first = await next('the first move')
  await step()
  await step()
  await comesTo(page, '3 of 3')
  await first.continue() // the position of the first move, then its dead stones; the second move is passed over
  await (await next('its dead stones')).continue()
  const third = await next('the third move')
  await step('ArrowLeft')
  await says(page, /looking for dead/)
  free = true
  await third.continue()
  await says(page, /dead stones?[.,]/)
  ok(await moves(page) === '2 of 3', 'dead stones are told of a position that was left and shown again', await status(page))
  await page.context().close()
}

async function keyboard() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'both'})
  await visible(page).first().focus()
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '1 of 1')
  const sgf = await saved(page, '#save-file')
  ok(/;B\[dc\]/.test(sgf), 'the cursor of the board plays', sgf)
  await page.keyboard.press('Escape')
  await page.evaluate(() => document.activeElement.blur())
  const label = await visible(page).first().getAttribute('aria-label')
  ok(/White to move after D7/.test(label), 'the board tells ears the last move', label)
  await page.keyboard.press('ArrowLeft')
  ok(await moves(page) === '0 of 1', 'arrows walk through the game')
  await page.keyboard.press('ArrowRight')
  for (let i = 0; i < 3; i++) {
    await page.keyboard.down('p')
    await page.waitForTimeout(200)
  }
  await page.keyboard.up('p')
  ok(await moves(page) === '2 of 2', 'a key that is held passes once', await moves(page))
  await page.context().close()
}

async function reloadedPlace() {
  const page = await open()
  const comesBackTo = async words => {
    await page.reload()
    await comesTo(page, words)
  }
  await drop(page, '(;SZ[5]PB[Ann];B[cc](;W[bb])(;W[dd];B[bb];W[];B[]))')
  await comesTo(page, '0 of 2')
  await stopReview(page)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem('katachi.place'))?.node === 3)
  await page.evaluate(() => {
    const {setItem} = Storage.prototype
    window.written = []
    Storage.prototype.setItem = function (name, value) {
      if (this === sessionStorage) window.written.push(name)
      setItem.call(this, name, value)
    }
  })
  await page.keyboard.press('Home')
  await page.waitForFunction(() => window.written.includes('katachi.place'))
  const written = await page.evaluate(() => window.written)
  ok(!written.includes('katachi'), 'a step in a game does not write all of it again', written)
  await comesBackTo('0 of 5')
  ok(true, 'the variation seen last is still that when the page is loaded again')
  await newGame(page, {size: '9', colour: 'both'})
  await page.keyboard.press('p')
  await comesTo(page, '1 of 1')
  await page.keyboard.press('p')
  await page.waitForSelector('#accept-score')
  await page.click('#resume')
  await comesBackTo('2 of 2')
  await page.waitForSelector('#banner', {state: 'hidden'})
  await page.waitForTimeout(500)
  ok(await page.isHidden('#scoring') && !/dead stones/.test(await status(page)), 'nor is a game counted again that goes on', await status(page))
  await page.context().close()
}

async function reload() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  await click(page, 'E5')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  await page.reload()
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  const other = await open({}, page.context())
  ok(await moves(other) === '0 of 0', 'a second window has a game of its own')
  await newGame(other, {size: '13', colour: 'both'})
  await click(other, 'D4')
  await click(page, 'A1')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '4 of 4')
  ok(await stonesBecome(page, 4), 'a game goes on after the page was loaded again')
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '2'})
  await click(page, 'E5')
  await page.waitForSelector('.player.thinking')
  await page.reload()
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  ok(true, 'also where it was Katachi\'s turn')
  await newGame(page, {clock: '5+3x20'})
  await page.waitForFunction(() => /^4:5[0-7]/.test(document.querySelector('#player-B .clock').textContent))
  await page.reload()
  await page.waitForSelector('#player-B .clock:not(:empty)')
  const left = await page.textContent('#player-B .clock')
  ok(/^4:5[0-7]/.test(left), 'the time that a turn has taken is not given back', left)
  await page.context().close()
}

const thinking = '.player.thinking'

async function walkingAway() {
  const way = await bridge()
  const page = await open({}, null, way.address)
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '1'})
  await click(page, 'E5')
  await page.waitForSelector(thinking)
  await page.keyboard.press('ArrowLeft')
  await comesTo(page, '0 of 2')
  ok(true, 'Katachi\'s move is played where it was asked for, whatever is shown then')
  await page.keyboard.press('ArrowRight')
  await click(page, 'A1')
  await says(page, /Katachi's turn/)
  ok(await moves(page) === '1 of 2', 'nobody else moves for it: ' + await status(page))
  await page.keyboard.press('End')
  await page.click('#tab-look')
  await click(page, 'A1')
  await comesTo(page, '3 of 3')
  await page.click('#tab-play')
  await comesTo(page, '4 of 4')
  ok(await stonesBecome(page, 4), 'a move made in Look is answered in Play')
  await click(page, 'J1')
  await page.waitForSelector(thinking)
  await way.cut(page)
  await comesTo(page, '6 of 6')
  ok(true, 'and when the connection is back after it was lost')
  await page.click('#delete-branch')
  await comesTo(page, '6 of 6')
  ok(true, 'Katachi moves again where its move was deleted')
  await newGame(page, {size: '9', colour: 'none', engine: 'playouts', seconds: '0.2'})
  await comesTo(page, '3 of 3')
  await page.click('#tab-look')
  await page.waitForTimeout(600)
  const [now] = (await moves(page)).split(' ')
  await page.waitForTimeout(400)
  const waits = (await moves(page)).startsWith(now)
  await page.click('#tab-play')
  await page.waitForFunction(before => parseInt(document.querySelector('#move-number').textContent) > before + 2, Number(now))
  ok(waits, 'a game of Katachi against itself waits while people look, and goes on then')
  await page.keyboard.press('u')
  await page.waitForSelector(thinking, {state: 'detached'})
  const stopped = await moves(page)
  await page.waitForTimeout(500)
  ok(stopped === await moves(page), 'Undo makes it wait, too')
  await page.context().close()
  way.end()
}

async function takingBack() {
  const page = await open()
  const file = '(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese]RE[B+R];B[ee];W[dc];B[gc];W[cg])'
  await drop(page, file)
  await page.click('#tab-play')
  await page.keyboard.press('ArrowRight')
  await click(page, 'G3')
  await comesTo(page, '2 of 2')
  await page.keyboard.press('u')
  await comesTo(page, '1 of 4')
  await page.keyboard.press('End')
  await page.keyboard.press('u')
  await comesTo(page, '3 of 4')
  const kept = (await saved(page, '#save-file')).replaceAll('\n', '')
  ok(/RE\[B\+R\]/.test(kept) && kept.endsWith(';B[ee];W[dc];B[gc];W[cg])'), 'Undo leaves moves and result of a file alone', kept)
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '0.2'})
  await click(page, 'E5')
  await comesTo(page, '2 of 2')
  await page.keyboard.press('ArrowLeft')
  await comesTo(page, '1 of 2')
  await page.click('#resign')
  await comesTo(page, '2 of 2')
  ok(/White wins/.test(await status(page)) && await page.isDisabled('#resign'), 'a game is given up at its end, whatever is shown', await status(page))
  await page.click('#delete-branch')
  await comesTo(page, '2 of 2')
  ok(!/RE\[/.test(await saved(page, '#save-file')), 'the result goes with the move at which it was given, and Katachi moves again')
  await page.click('#resign')
  await page.reload()
  await comesTo(page, '2 of 2')
  await page.keyboard.press('u')
  await comesTo(page, '0 of 0')
  ok(!/RE\[/.test(await saved(page, '#save-file')), 'those of the game being played are taken back, also when the page was loaded again')
  await page.context().close()
}

async function interruptions() {
  const way = await bridge()
  const page = await open({}, null, way.address)
  await page.click('#tab-review')
  await page.selectOption('#review-engine', 'playouts')
  await page.selectOption('#review-effort', '2') // it must take longer than the hint
  await drop(page, legal)
  await page.waitForFunction(() => document.querySelector('#review-progress').value > 0)
  await page.click('#tab-play')
  await page.click('#hint')
  await says(page, /would play/)
  ok(await page.textContent('#review-start') === 'Stop', 'a hint during a review: ' + await status(page))
  await page.keyboard.press('End')
  await page.click('#engine-move')
  await comesTo(page, '8 of 8')
  await way.cut(page)
  await says(page, /The review is finished/, {timeout: 180000})
  const graph = await page.locator('.graph .lead').getAttribute('d')
  ok(graph.split('M').length === 2, 'the review goes on after it, after a move of Katachi\'s and after a lost connection', graph)
  await page.context().close()
  way.end()
}

async function commenting() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', seconds: '1'})
  await click(page, 'E5')
  await page.waitForSelector(thinking)
  await page.click('#comment')
  await page.keyboard.type('My first ')
  await comesTo(page, '2 of 2')
  await page.keyboard.type('move')
  ok(/Comment on move 1/.test(await page.textContent('.comment')), 'a field with a comment says whose it is')
  await click(page, 'A1')
  await comesTo(page, '4 of 4')
  const sgf = await saved(page, '#save-file')
  ok(/;B\[ee\]C\[My first move\]\n;W\[\w\w\]\n/.test(sgf) && await page.inputValue('#comment') === '', 'a comment stays whole while Katachi moves', sgf)
  await page.context().close()
}

async function lossOnTime() {
  const page = await open()
  await page.evaluate(() => document.querySelector('#new-dialog [name=clock] option:last-child').value = '0+1x1')
  await newGame(page, {size: '9', colour: 'both', clock: '0+1x1'})
  await click(page, 'E5')
  await says(page, /^White ran out of time/)
  await page.click('#undo')
  await says(page, /without a clock/)
  await click(page, 'C3')
  await comesTo(page, '1 of 1')
  ok(await page.textContent('#player-W .clock') === '' && !/RE/.test(await saved(page, '#save-file')),
    'a loss on time can be taken back, and the game goes on without a clock')
  await page.context().close()
}

async function clockOfALostServer() {
  const way = await bridge()
  const page = await open({}, null, way.address)
  await newGame(page, {size: '9', colour: 'both', clock: '1+3x10'})
  await click(page, 'E5')
  await page.waitForSelector('#player-W.turn')
  const time = () => page.textContent('#player-W .clock')
  const times = []
  await way.cut(page, async () => {
    await page.waitForTimeout(500) // for a tick that was under way
    times.push(await time())
    await page.waitForTimeout(2500)
    times.push(await time())
  })
  ok(times[0] === times[1], 'nobody loses time while the server is gone', times)
  await page.waitForFunction(words => document.querySelector('#player-W .clock').textContent !== words, times[1])
  ok(true, 'and the clock runs when it is back')
  await page.context().close()
  way.end()
}

async function countingEarly() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'B', engine: 'playouts', clock: '5+3x20'})
  await click(page, 'E5')
  await page.waitForSelector(thinking)
  await page.click('#count')
  await page.waitForSelector('#accept-score')
  ok(await moves(page) === '1 of 1', 'Count while Katachi thinks ends its thoughts: ' + await page.textContent('#score-line'))
  await page.click('#resume')
  await page.waitForSelector(thinking)
  await page.click('#engine-move')
  await comesTo(page, '2 of 2')
  await page.click('#count')
  await page.waitForSelector('#accept-score')
  await page.keyboard.press('1')
  await page.waitForSelector('.layer-heat rect:not(.off)')
  await click(page, 'A1')
  await page.waitForSelector('#features .feature')
  ok(await page.locator('.layer-owner rect:not(.off)').count() === 0, 'Look shows and explains gammas during the count')
  await page.click('#tab-play')
  const time = () => page.textContent('#player-B .clock')
  const before = await time()
  await page.click('#resume')
  await page.waitForFunction(words => document.querySelector('#player-B .clock').textContent !== words, before)
  ok(true, 'Play on lets the clock run')
  await page.context().close()
}

const perfect = '(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]AB[bb][bc][bd][cb][cd][db][dc][dd]PL[B];B[];W[])'
const large = '(;SZ[9]PB[Large];B[ee]C[' + 'words '.repeat(1e6) + '])'

async function reviewedFiles() {
  const page = await open()
  const reviewed = () => says(page, /The review is finished/, {timeout: 60000})
  await page.click('#tab-review')
  await page.selectOption('#review-engine', 'playouts')
  await page.selectOption('#review-effort', '0')
  await drop(page, perfect)
  await reviewed()
  ok(/No mistakes/.test(await page.textContent('#mistakes')), 'a game that ends with two passes is reviewed, and without mistakes')
  await drop(page, legal)
  await page.waitForSelector('#mistakes tbody tr')
  await reviewed()
  await page.reload()
  await page.waitForSelector('#mistakes tbody tr')
  const plain = await saved(page, '#save-file')
  ok(!/SBKV|BM\[/.test(plain), 'what is saved without the review has nothing of it when the page was loaded again, either', plain)
  const once = await saved(page, '#review-save')
  await drop(page, once)
  await says(page, /is loaded/)
  await page.click('#review-start')
  await reviewed()
  const twice = await saved(page, '#review-save')
  const sentences = sgf => sgf.match(/Katachi: black wins/g).length
  ok(sentences(once) === sentences(twice), 'a second review replaces the words of the first', [sentences(once), sentences(twice)])
  await page.context().close()
}

async function wordsAndNumbers() {
  const page = await open()
  await page.click('#tab-review')
  await page.selectOption('#review-engine', 'playouts')
  await page.selectOption('#review-effort', '0')
  await drop(page, legal.replace(';W[dc]', ';W[dc];C[only words]'))
  await says(page, /The review is finished/, {timeout: 60000})
  const row = await page.textContent('#mistakes tbody tr button')
  const titles = await page.locator('.graph title').allTextContents()
  const dots = await page.locator('.tree-node').evaluateAll(nodes => nodes.map(node => node.textContent))
  ok(/^3 /.test(row) && titles.some(title => /^3: Black A9/.test(title)) && dots.slice(0, 5).join() === ',1,2,,3',
    'a node without a move has no number, in no place', [row, titles, dots])
  await page.reload()
  await page.waitForSelector('#mistakes tbody tr')
  await stonesBecome(page, 0)
  await slowBoard(page, 600)
  await page.hover('#mistakes tbody tr')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1200)
  ok(await stonesBecome(page, 0), 'a position that comes when its line is no longer pointed at is not drawn')
  await page.unroute('**/api/board')
  await newGame(page, {size: '9', colour: 'both'})
  const fresh = await status(page)
  await page.keyboard.press('p')
  await says(page, /Black passes/)
  await page.keyboard.press('ArrowLeft')
  await comesTo(page, '0 of 1')
  ok(fresh === '' && await status(page) === '', 'what is said goes with the position it was said at', fresh)
  await drop(page, '(;SZ[9];B[ee];W[dd];B[ee];W[cc])')
  await page.keyboard.press('End')
  await says(page, /Illegal move 3: E5/)
  ok(true, 'an illegal move has the number that people count: ' + await status(page))
  await drop(page, large)
  await says(page, /too large/)
  await page.reload()
  await page.waitForSelector('.wood')
  ok(await moves(page) === '0 of 0', 'a game too large to be kept leaves no earlier one in its place', await moves(page))
  await page.context().close()
}

const illegal = '(;SZ[9];B[ee];W[dd];B[gg];AB[aa]PL[W];W[cc];B[ee];W[ff])' // the server counts from AB on

async function illegalMove() {
  const page = await open()
  await drop(page, illegal)
  await says(page, /Illegal move 5|is loaded|is finished/)
  await page.click('#tab-look')
  await page.keyboard.press('r')
  await page.keyboard.press('3')
  await page.keyboard.press('End')
  for (const act of [() => page.keyboard.press('1'), () => page.keyboard.press('5'), () => page.keyboard.press('h'), () => page.keyboard.press('3')]) {
    await act()
    await page.waitForTimeout(300)
    ok(/^Illegal move 5: E5/.test(await status(page)), 'an illegal move has its number whoever is asked', await status(page))
  }
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.waitForSelector('.seat:not([hidden]) .label.best')
  ok(true, 'and the search goes on before it')
  await page.context().close()
}

const hostile = `(;SZ[9]PB[<img src=x onerror="window.hacked=1">]PW["><script>window.hacked=1</script>]GN[</title><svg onload=window.hacked=1>]
C[</textarea><script>window.hacked=1</script>]LB[aa:<b>][bb:\${1}];B[ee]C[javascript:window.hacked=1];W[zz];B[ee])`

/** The first of two files is read last. */
async function twoFiles() {
  const page = await open()
  let answered
  const late = new Promise(resolve => answered = resolve)
  await page.route('**/api/sgf', async route => {
    const reply = await route.fetch()
    await page.waitForFunction(() => /no game|SGF/i.test(document.querySelector('#status').textContent))
    await route.fulfill({response: reply})
    answered()
  }, {times: 1})
  await drop(page, record)
  await drop(page, 'no game')
  await late
  await page.waitForTimeout(300)
  const [words, player] = [await status(page), await page.textContent('#player-B b')]
  ok(/no game|SGF/i.test(words) && player !== 'Ann', 'of two files the one that was opened last counts', [words, player])
  await drop(page, '(;SZ[9]PB[One])(;SZ[9]PB[Two])')
  await page.waitForSelector('#games-dialog[open]')
  await drop(page, '(;SZ[9]PB[Three])')
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Three')
  ok(!await page.isVisible('#games-dialog'), 'the games of a file are not offered when another one is opened')
  await page.context().close()
}

async function filesTogether() {
  const page = await open()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    for (const name of ['Ann', 'Bea', 'Cleo']) dataTransfer.items.add(new File([`(;SZ[9]PB[${name}])`], name + '.sgf'))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}))
  })
  await says(page, /^Only the first of 3 files was opened\.$/)
  ok(await page.textContent('#player-B b') === 'Ann', 'of files that are dropped together the first is opened, which is told')
  const pasted = () => page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '(;SZ[9]PB[Pia];B[ee])')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}))
  })
  await page.click('#new-game')
  await pasted()
  await page.waitForTimeout(300)
  ok(await page.textContent('#player-B b') === 'Ann', 'what is pasted into a dialog opens no game behind it')
  await page.keyboard.press('Escape')
  await pasted()
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent === 'Pia')
  const taken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text', 'words')
    const event = new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true})
    document.querySelector('#comment').dispatchEvent(event)
    return event.defaultPrevented
  })
  ok(!taken, 'words can be dropped into the comment')
  await page.context().close()
}

/** Letters of a record, and a comment from right to left. */
async function lettersOfARecord() {
  const page = await open()
  await drop(page, '(;SZ[9]AB[cc]AW[dd]LB[cc:A][dd:B][ee:C]C[\u05e9\u05dc\u05d5\u05dd 9x9])')
  await page.locator('.seat:visible text.mark').nth(2).waitFor()
  const lines = await page.locator('.seat:visible text.mark').evaluateAll(letters => letters.map(letter => getComputedStyle(letter).stroke))
  ok(lines[0] === 'none' && lines[1] === 'none', 'a letter on a stone has no outline that fills it', lines)
  const direction = await page.evaluate(() => getComputedStyle(document.querySelector('#comment')).direction)
  ok(direction === 'rtl', 'a comment in Hebrew begins at the right', direction)
  await page.setViewportSize({width: 850, height: 390})
  const wide = await page.locator('.graph').evaluate(graph => graph.getBoundingClientRect().width)
  ok(wide <= 520, 'the graph leaves room on a phone that lies on its side', wide)
  await page.context().close()
}

async function hostileFile() {
  const page = await open()
  await drop(page, hostile)
  await page.waitForFunction(() => document.querySelector('#player-B b').textContent.includes('<img'))
  await page.keyboard.press('End')
  await page.waitForFunction(() => /"zz" is not on a 9x9 board/.test(document.querySelector('#status').textContent))
  await page.keyboard.press('Home')
  const found = await page.evaluate(() => [window.hacked, document.querySelectorAll('main img, main script').length, document.querySelector('#comment').value])
  ok(found[0] === undefined && found[1] === 0 && found[2].startsWith('</textarea>'), 'a hostile file stays text; its move outside the board is told', found)
  for (const [words, answer] of [['no game', /^No game found.*\.$/], ['(;SZ[99];B[aa])', /2 to 25|size/i], ['(;GM[3];B[aa])', /another game|Go/]]) {
    await drop(page, words)
    await page.waitForFunction(([source, flags]) => new RegExp(source, flags).test(document.querySelector('#status.problem')?.textContent ?? ''), [answer.source, answer.flags])
  }
  ok(true, 'files that are no games are refused with a sentence')
  await drop(page, hostile)
  await page.waitForFunction(() => document.querySelector('#review-start').textContent === 'Stop')
  await drop(page, 'no game')
  await says(page, /no game|SGF/i)
  await page.waitForFunction(() => document.querySelector('#review-start').textContent !== 'Stop')
  ok(/no game|SGF/i.test(await status(page)), 'which a review that ends in the background leaves there', await status(page))
  await page.evaluate(() => Blob.prototype.arrayBuffer = () => Promise.reject(new Error('gone')))
  await drop(page, record)
  await says(page, /^This file cannot be read/)
  ok(true, 'and so is one that has been deleted meanwhile')
  await page.context().close()
}

async function accessible() {
  const page = await open()
  const found = await obstacles(page)
  await page.click('#new-game')
  found.push(...await obstacles(page))
  await page.keyboard.press('Escape')
  await page.emulateMedia({colorScheme: 'dark'})
  for (const tab of ['look', 'review']) {
    await page.click('#tab-' + tab)
    found.push(...await obstacles(page))
  }
  await page.setViewportSize({width: 360, height: 700})
  await page.click('#tab-look')
  await page.keyboard.press('b')
  await page.waitForTimeout(300)
  found.push(...await obstacles(page))
  ok(found.length === 0, 'axe finds nothing serious, in light and dark, wide and narrow', found)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  ok(width <= 360, 'a phone of 360 pixels shows all of the width', width)
  await page.setViewportSize({width: 320, height: 400})
  const narrow = await page.evaluate(() => document.documentElement.scrollWidth)
  ok(narrow <= 320, 'and so does one of 320', narrow)
  await page.emulateMedia({forcedColors: 'active'})
  const alike = await page.evaluate(() => [['#engines [aria-pressed=true]', '#engines [aria-pressed=false]'],
    ['.tabs [aria-selected=true]', '.tabs [aria-selected=false]'], ['.dot.B', '.dot.W']].filter(pair => {
    const [a, b] = pair.map(selector => getComputedStyle(document.querySelector(selector)).backgroundColor)
    return a === b
  }))
  ok(alike.length === 0, 'forced colours leave dots and pressed buttons apart', alike)
  await page.keyboard.press('?')
  const top = await page.locator('#help-dialog').evaluate(dialog => dialog.scrollHeight > dialog.clientHeight ? dialog.scrollTop : 'it fits')
  ok(top === 0, 'help that is longer than a phone begins at its top', top)
  await page.context().close()
}

async function lostServer() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'both'})
  await click(page, 'E5')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '1 of 1')
  const {port} = server
  await server.end()
  await page.waitForSelector('#banner:not([hidden])')
  ok(/stopped|lost/.test(await page.textContent('#banner')) && await stonesBecome(page, 1), 'a page without its server says so and keeps the game')
  server = await serve(port)
  await page.waitForFunction(() => /not allowed to use Katachi/.test(document.querySelector('#banner').textContent))
  ok(true, 'an old key is refused by a new server')
  await page.goto(server.address)
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '1 of 1')
  await page.waitForSelector('#banner', {state: 'hidden'})
  await click(page, 'C3')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '2 of 2')
  ok(true, 'with the new address the game goes on')
  const wrong = await browser.newContext().then(context => context.request.get(`http://127.0.0.1:${port}/?token=0`))
  ok(wrong.status() === 403 || wrong.status() === 401, 'a wrong token is refused', wrong.status())
  await page.context().close()
}

/** What the open pages say, for a test that failed. */
async function said() {
  const all = []
  for (const context of browser.contexts())
    for (const page of context.pages())
      all.push(await page.evaluate(() => ['status', 'banner', 'move-number', 'opponent']
        .map(id => document.getElementById(id)?.textContent).join(' | ')).catch(({message}) => message))
  return all
}

const only = process.env.ONLY?.split(',')
for (const test of [firstPaint, game, wholeGame, counting, walkingSlowly, countingSlowly, resigningInCount, countingByHand, dates, handicap, ranks, impatience, beginnings, newGameDialog, review, oddReview, chosenGame, brokenFile, folders, menu, gamesOfTheCommandLine,
  reportLinks, windows, crowd, endedSession, hastyClicks, withoutNetwork, oddFiles, gammaWords, confirmedTaps, wideWordsOnPhone, resizing, clockOnPhone, namesOnPhone, phoneOnItsSide, overlays, searchesThatEnd, passesAndDeadStones, backAtDeadStones, keyboard, reload, reloadedPlace, walkingAway, takingBack,
  interruptions, commenting, lossOnTime, clockOfALostServer, countingEarly, reviewedFiles, wordsAndNumbers, illegalMove, twoFiles, filesTogether, lettersOfARecord, hostileFile, nothingKept, largeLetters, accessible, lostServer]) {
  if (only && !only.includes(test.name)) continue
  const began = Date.now()
  try {
    await test()
  } catch (error) {
    ok(false, test.name, [...error.stack.split('\n').filter((line, i) => i === 0 || line.includes('browser.mjs')), ...await said()])
  }
  if (process.env.VERBOSE) console.log(`# ${test.name}: ${Date.now() - began} ms`)
}
ok(faults.length === 0, 'no complaints in the console', faults)
await browser.close()
await server.end()
process.exitCode = failed ? 1 : 0
