// review.mjs -- the review of a game: graph, mistakes, better lines, the saved file.
import {ok} from './report.mjs'
import {open, status, moves, comesTo, says, stonesBecome, newGame, saved, drop, stopReview, slowBoard} from './page.mjs'
import {legal, perfect} from './records.mjs'

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

export const tests = [review, oddReview, reviewedFiles, wordsAndNumbers, illegalMove]
