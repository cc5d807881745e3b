// count.mjs -- dead stones and the score at the end of a game.
import {ok} from './report.mjs'
import {
  open, status, moves, visible, comesTo, says, click, tap, stonesBecome, newGame, saved, drop, stopReview, thinking,
  slowBoard
} from './page.mjs'

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

export const tests = [
  counting, countingSlowly, resigningInCount, countingByHand, passesAndDeadStones, backAtDeadStones, countingEarly
]
