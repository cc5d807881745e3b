// look.mjs -- what Katachi thinks, drawn on the board: gammas, searches, networks.
import {copyFileSync, mkdirSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {program, folder} from './arguments.mjs'
import {ok} from './report.mjs'
import {serve} from './server.mjs'
import {
  open, status, moves, visible, comesTo, says, click, tap, stonesBecome, newGame, drop, stopReview
} from './page.mjs'
import {perfect} from './records.mjs'

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

export const tests = [walkingSlowly, withoutNetwork, gammaWords, overlays, searchesThatEnd]
