// layout.mjs -- how the page looks: on wide and narrow windows, with large letters, to screen readers.
import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync} from 'node:zlib'
import {executablePath, folder} from './arguments.mjs'
import {ok} from './report.mjs'
import {serve} from './server.mjs'
import {chromium, open, visible, comesTo, says, newGame, drop, stopReview, obstacles} from './page.mjs'
import {legal} from './records.mjs'

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
    for (const width of [320, 360]) found.push(await widthAt(page, width))
    const bar = await page.locator('nav').evaluate(nav => nav.getBoundingClientRect().height)
    ok(bar < 50, 'all buttons of the top are in one line on a phone', bar)
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
    ok(found.join() === '320,360,0,360', 'phones have room for the numbers of a review, the menu, and a long result', found)
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
  const cut = []
  for (const width of [901, 915, 1024, 1280]) {
    await widthAt(page, width)
    cut.push(...await page.locator('#player-B b').evaluateAll(([name], at) => name.scrollWidth > name.clientWidth ? [at] : [], width))
  }
  ok(cut.length === 0, 'and so has a small laptop, or a phone on its side', cut)
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

/** The words of a closed choice are cut where its arrow begins. */
async function newGameOnPhone() {
  const page = await open({viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true})
  await page.click('#new-game')
  const found = []
  for (const width of [360, 320]) {
    await widthAt(page, width)
    found.push(...await page.locator('#new-dialog select').evaluateAll(all => {
      const pen = document.createElement('canvas').getContext('2d')
      return all.flatMap(select => {
        const {font, paddingLeft} = getComputedStyle(select)
        pen.font = font
        const room = select.clientWidth - 2 * parseFloat(paddingLeft) - 18
        return [...select.options].map(option => option.text).filter(words => pen.measureText(words).width > room)
      })
    }))
  }
  ok(found.length === 0, 'a phone has room for each choice of a new game', found)
  await page.context().close()
}

async function tablesSideBySide() {
  const page = await open()
  await page.keyboard.press('b')
  await page.keyboard.press('3')
  await page.waitForFunction(() => document.querySelectorAll('#tables .candidates:not([hidden]) tbody').length === 2)
  await page.keyboard.press(' ')
  const found = []
  for (const width of [910, 1024, 1160, 1440]) {
    await widthAt(page, width)
    found.push(...await page.locator('#tables td:not(.line)').evaluateAll((all, at) => all.filter(cell => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      return cell.textContent && !cell.querySelector('button') && words.getClientRects().length > 1
    }).map(cell => `${at}: ${cell.textContent}`), width))
  }
  ok(found.length === 0, 'each number of two tables has one line', found)
  await page.context().close()
}

/** Browsers print no backgrounds unless they are told to: both dots would be white. */
async function printed() {
  const page = await open()
  await page.emulateMedia({media: 'print', colorScheme: 'dark'})
  const ink = await page.evaluate(() => getComputedStyle(document.body).color)
  ok(ink === 'rgb(36, 34, 31)', 'on paper words are dark, also if the screen is', ink)
  const found = await page.locator('.dot').evaluateAll(all => all.map(dot => getComputedStyle(dot).printColorAdjust))
  ok(found.length === 2 && found.every(adjust => adjust === 'exact'), 'printed dots have their colours', found)
  const buttons = await page.locator('button:visible').count()
  ok(buttons === 0 && await page.isVisible('.board'), 'the board is printed, buttons are not', buttons)
  await page.context().close()
}

async function commentDot() {
  const page = await open()
  await page.fill('#comment', 'a word')
  await page.waitForSelector('.tree-node.current .note')
  const stroke = await page.locator('.tree-node.current .note').evaluate(dot => getComputedStyle(dot).stroke)
  ok(stroke === 'none', 'the dot of a comment has its own colour also at the move that is shown', stroke)
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

export const tests = [
  firstPaint, wideWordsOnPhone, resizing, clockOnPhone, namesOnPhone, phoneOnItsSide, newGameOnPhone, tablesSideBySide,
  printed, commentDot, largeLetters, accessible
]
