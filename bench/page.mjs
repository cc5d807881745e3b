// Measures the page of katachi web, for bench/page.  Arguments: node_modules, browser, program.
import {createRequire} from 'node:module'
import {spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {once} from 'node:events'

const [modules, executablePath, program] = process.argv.slice(2)
const {chromium} = createRequire(modules + '/')('playwright-core')
const median = list => {
  const rising = [...list].sort((a, b) => a - b), half = list.length / 2
  return (rising[Math.ceil(half) - 1] + rising[Math.floor(half)]) / 2
}
const say = (what, list, unit = 'ms') =>
  console.log(`${what}: median ${median(list).toFixed(1)}, most ${Math.max(...list).toFixed(1)} ${unit} of ${list.length}`)

const child = spawn(program, ['web', '--no-browser', '-q', '-j', '1', '--port', '0'])
const address = String((await once(child.stdout, 'data'))[0]).trim()
const browser = await chromium.launch({executablePath, args: ['--no-sandbox']})

async function firstPaints() {
  const first = []
  for (let i = 0; i < 11; i++) {
    const context = await browser.newContext({viewport: {width: 1200, height: 800}})
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForSelector('.wood')
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
    first.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime -
      performance.getEntriesByType('navigation')[0].responseEnd))
    await context.close()
  }
  say('first paint after the answer, a new browser profile each', first)
}

const letters = 'abcdefghijklmnopqrs'
const walk = Array.from({length: 60}, (_, i) => `;${'BW'[i % 2]}[${letters[(i * 7) % 19]}${letters[(i * 5 + (i / 19 | 0)) % 19]}]`)

async function open() {
  const page = await browser.newPage({viewport: {width: 1200, height: 800}})
  await page.goto(address)
  await page.waitForSelector('.wood')
  await page.evaluate(text => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'game.sgf'))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}))
  }, `(;GM[1]SZ[19]${walk.join('')})`)
  await page.waitForFunction(() => /of 60/.test(document.querySelector('#move-number').textContent))
  await page.click('#review-start') // which ends the review that a file begins with
  await page.click('#tab-play')
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.querySelector('.seat:not([hidden]) .layer-stones').children.length > 40)
  return page
}

/** Goes back through the game with the gammas shown: from the key to the frame that has them. */
async function overlays() {
  const page = await open()
  await page.keyboard.press('1')
  await page.waitForSelector('.layer-heat rect:not(.off)')
  const {whole, asked} = await page.evaluate(async () => {
    const whole = [], asked = []
    const heat = document.querySelector('.seat:not([hidden]) .layer-heat')
    const seen = () => [...heat.children].map(rect => rect.getAttribute('class') + rect.getAttribute('opacity')).join()
    const frame = () => new Promise(requestAnimationFrame)
    for (let i = 0; i < 40; i++) {
      const before = seen()
      performance.clearResourceTimings()
      const began = performance.now()
      document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true, cancelable: true}))
      while (performance.now() - began < 3000 && (!heat.querySelector('rect:not(.off)') || seen() === before)) await frame()
      whole.push(performance.now() - began)
      const requests = performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/api/look'))
      asked.push(requests.reduce((sum, {duration}) => sum + duration, 0))
      await new Promise(resolve => setTimeout(resolve, 150))
    }
    return {whole, asked}
  })
  say('a step to the frame with its gammas', whole)
  say('the same without waiting for the server', whole.map((time, i) => time - asked[i]))
  await page.close()
}

/** Ten updates a second of a search at the last move: what they cost beside the search itself. */
async function updates() {
  const page = await open()
  await page.keyboard.press('3')
  await page.waitForSelector('.label.best')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busy = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({name}) => name === 'TaskDuration').value
  const seconds = 6
  const began = await busy()
  const count = await page.evaluate(time => new Promise(resolve => {
    let drawn = 0
    new MutationObserver(() => drawn++).observe(document.querySelector('.seat:not([hidden]) .numbers'),
      {childList: true, characterData: true, subtree: true})
    setTimeout(() => resolve(drawn), time)
  }), 1000 * seconds)
  const share = (await busy() - began) / seconds
  console.log(`live analysis: ${(count / seconds).toFixed(1)} updates a second, ${(100 * share).toFixed(1)} % of a core in the page`)
  await page.close()
}

await firstPaints()
await overlays()
await updates()
await browser.close()
child.kill('SIGTERM')
