// run.mjs -- the page in a browser, as people use it.  Prints TAP lines; arguments: node_modules, browser,
// program, a folder for files.  Each test has a window of its own; ONLY=name,name chooses some.
import {ok} from './report.mjs'
import {server} from './server.mjs'
import {browser, faults, said} from './page.mjs'

const only = process.env.ONLY?.split(',')
for (const file of ['layout', 'play', 'count', 'clock', 'look', 'review', 'files', 'reports', 'windows']) {
  const {tests} = await import(`./${file}.mjs`)
  for (const test of tests) {
    if (only && !only.includes(test.name)) continue
    const began = Date.now()
    try {
      await test()
    } catch (error) {
      ok(false, test.name, [...error.stack.split('\n').filter((line, i) => i === 0 || line.includes('tests/web')), ...await said()])
    }
    if (process.env.VERBOSE) console.log(`# ${test.name}: ${Date.now() - began} ms`)
  }
}
ok(faults.length === 0, 'no complaints in the console', faults)
await browser.close()
await server.end()
