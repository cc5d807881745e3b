// windows.mjs -- several windows, windows that are loaded again, servers that end.
import {get} from 'node:http'
import {once} from 'node:events'
import {ok} from './report.mjs'
import {serve, serveAgain, server} from './server.mjs'
import {browser, open, status, moves, comesTo, click, stonesBecome, newGame, drop, stopReview} from './page.mjs'

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
  ok(/^4:([0-4]\d|5[0-7])/.test(left), 'the time that a turn has taken is not given back', left)
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
  await serveAgain(port)
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

export const tests = [windows, crowd, endedSession, reload, reloadedPlace, nothingKept, lostServer]
