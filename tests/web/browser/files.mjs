// files.mjs -- files that are dropped: several games, unusual and broken records, hostile ones.
import {ok} from './report.mjs'
import {open, status, comesTo, says, stonesBecome, newGame, saved, drop} from './page.mjs'
import {record} from './records.mjs'

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

export const tests = [chosenGame, brokenFile, oddFiles, twoFiles, filesTogether, lettersOfARecord, hostileFile]
