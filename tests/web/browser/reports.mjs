// reports.mjs -- the folders and games of the command line.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {gzipSync, gunzipSync} from 'node:zlib'
import {folder} from './arguments.mjs'
import {ok} from './report.mjs'
import {serve} from './server.mjs'
import {browser, open, drop} from './page.mjs'
import {record} from './records.mjs'

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

export const tests = [folders, menu, gamesOfTheCommandLine, reportLinks]
