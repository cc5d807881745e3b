// play.mjs -- a game against Katachi or between two people: its beginning, moves, takebacks, notes.
import {ok} from './report.mjs'
import {bridge} from './server.mjs'
import {
  open, status, moves, visible, comesTo, says, click, tap, stonesBecome, newGame, saved, drop, stopReview, thinking
} from './page.mjs'
import {legal} from './records.mjs'

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

async function lastUndo() {
  const page = await open()
  await newGame(page, {size: '9', colour: 'both'})
  await page.click('#resign')
  await page.click('#undo')
  ok(!/RE\[/.test(await saved(page, '#save-file')), 'a resignation before the first move can be taken back')
  await click(page, 'E5')
  await comesTo(page, '1 of 1') // until then there is nothing to undo
  await page.locator('#undo').focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('#move-number').textContent === '0 of 0')
  const undo = () => page.evaluate(() => {
    const button = document.querySelector('#undo')
    return [document.activeElement === button, button.disabled, button.getAttribute('aria-disabled')].join()
  })
  ok(await undo() === 'true,false,true', 'a button keeps the keyboard when there is nothing left to do', await undo())
  await page.keyboard.press('Enter')
  ok(!/Error/.test(await status(page)) && await moves(page) === '0 of 0', 'and then does nothing')
  await page.locator('#pass').focus()
  await page.waitForFunction(() => document.querySelector('#undo').disabled)
  ok(await undo() === 'false,true,', 'until the keyboard goes elsewhere')
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
  ok(await field('komi').inputValue() === '4.5', 'and what was changed before it is not there again')
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
  await page.waitForFunction(() => parseInt(document.querySelector('#move-number').textContent) >= 3)
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

export const tests = [
  game, lastUndo, wholeGame, dates, handicap, ranks, impatience, beginnings, newGameDialog, hastyClicks, confirmedTaps,
  keyboard, walkingAway, takingBack, interruptions, commenting
]
