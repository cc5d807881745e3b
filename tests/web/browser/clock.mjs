// clock.mjs -- games with a clock.
import {ok} from './report.mjs'
import {bridge} from './server.mjs'
import {open, comesTo, says, click, newGame, saved} from './page.mjs'

async function lossOnTime() {
  const page = await open()
  await page.evaluate(() => document.querySelector('#new-dialog [name=clock] option:last-child').value = '0+1x1')
  await newGame(page, {size: '9', colour: 'both', clock: '0+1x1'})
  await click(page, 'E5')
  await says(page, /^White ran out of time/)
  await page.click('#undo')
  await says(page, /without a clock/)
  await click(page, 'C3')
  await comesTo(page, '1 of 1')
  ok(await page.textContent('#player-W .clock') === '' && !/RE/.test(await saved(page, '#save-file')),
    'a loss on time can be taken back, and the game goes on without a clock')
  await page.context().close()
}

async function clockOfALostServer() {
  const way = await bridge()
  const page = await open({}, null, way.address)
  await newGame(page, {size: '9', colour: 'both', clock: '1+3x10'})
  await click(page, 'E5')
  await page.waitForSelector('#player-W.turn')
  const time = () => page.textContent('#player-W .clock')
  const times = []
  await way.cut(page, async () => {
    await page.waitForTimeout(500) // for a tick that was under way
    times.push(await time())
    await page.waitForTimeout(2500)
    times.push(await time())
  })
  ok(times[0] === times[1], 'nobody loses time while the server is gone', times)
  await page.waitForFunction(words => document.querySelector('#player-W .clock').textContent !== words, times[1])
  ok(true, 'and the clock runs when it is back')
  await page.context().close()
  way.end()
}

export const tests = [lossOnTime, clockOfALostServer]
