// page.mjs -- windows with the page, and what a hand does and an eye sees there.
import {createRequire} from 'node:module'
import {readFileSync} from 'node:fs'
import {executablePath, modules} from './arguments.mjs'
import {server} from './server.mjs'

export const {chromium} = createRequire(modules + '/')('playwright-core')
const axe = readFileSync(modules + '/axe-core/axe.min.js', 'utf8')

export const browser = await chromium.launch({executablePath, args: ['--no-sandbox']})
export const faults = [] // what pages complain about

/** A window that has opened the page, in a browser profile of its own. */
export async function open(options = {}, context = null, address = server.address) {
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

export const status = page => page.textContent('#status')
export const moves = page => page.textContent('#move-number')
export const visible = page => page.locator('.board:visible')
export const comesTo = (page, words) =>
  page.waitForFunction(wanted => document.querySelector('#move-number').textContent === wanted, words)
export const says = (page, pattern, options = {}) =>
  page.waitForFunction(source => new RegExp(source).test(document.querySelector('#status').textContent), pattern.source, options)

/** Where a vertex of the n-th board is on the page. */
export async function placeOf(page, vertex, n = 0) {
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
export const click = async (page, vertex, n) => page.mouse.click(...await placeOf(page, vertex, n))
export const tap = async (page, vertex) => page.touchscreen.tap(...await placeOf(page, vertex))

/** Whether the first board comes to have n stones: it is drawn when the server has told the position. */
export async function stonesBecome(page, n) {
  for (let i = 0; i < 400; i++) {
    if (await visible(page).first().locator('.layer-stones > g').count() === n) return true
    await page.waitForTimeout(50)
  }
  return false
}

export async function newGame(page, choices) {
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

export async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(button)])
  return readFileSync(await file.path(), 'utf8')
}

export async function drop(page, words, name = 'game.sgf') {
  await page.evaluate(([text, file]) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], file))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}))
  }, [words, name])
}

/** Ends the review of a file that was dropped: its last words would come at any time. */
export const stopReview = page => page.evaluate(() => {
  const button = document.querySelector('#review-start')
  if (button.textContent === 'Stop') button.click()
})

/** Where Katachi thinks about its move. */
export const thinking = '.player.thinking'

/** Each request to /api/board takes the next of these milliseconds, at last no time. */
export async function slowBoard(page, ...times) {
  await page.route('**/api/board', async route => {
    await new Promise(resolve => setTimeout(resolve, times.shift() ?? 0))
    await route.continue()
  })
}

/** What axe finds that is serious or worse. */
export async function obstacles(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => axe.run(document, {resultTypes: ['violations']}))
  return found.violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
    .map(({id, nodes}) => id + ': ' + nodes[0].html.slice(0, 120))
}

/** What the open pages say, for a test that failed. */
export async function said() {
  const all = []
  for (const context of browser.contexts())
    for (const page of context.pages())
      all.push(await page.evaluate(() => ['status', 'banner', 'move-number', 'opponent']
        .map(id => document.getElementById(id)?.textContent).join(' | ')).catch(({message}) => message))
  return all
}
