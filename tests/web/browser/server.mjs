// server.mjs -- the program under test, and ways to it.
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {connect, createServer} from 'node:net'
import {program} from './arguments.mjs'

/** Starts a server, here the given build of the program; `end` ends it. */
export async function serve(port = 0, folders = [], run = program, options = {}) {
  const child = spawn(run, ['web', '--no-browser', '-q', '-j', '1', '--port', String(port), ...folders], options)
  child.stderr.on('data', data => process.env.VERBOSE && process.stderr.write(data))
  const [line] = await once(child.stdout, 'data')
  const address = new URL(String(line).trim())
  return {address: address.href, port: address.port, end: () => {
    child.kill('SIGTERM')
    return once(child, 'exit')
  }}
}

/** The one that most tests share. */
export let server = await serve()

/** Another process takes the place of one that has ended. */
export async function serveAgain(port) {
  server = await serve(port)
}

/** A way to the server that can be cut. */
export async function bridge() {
  const sockets = new Set()
  let up = true
  const here = createServer(near => {
    if (!up) return near.destroy()
    const far = connect(Number(server.port), '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      sockets.delete(near)
    }
    sockets.add(near)
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    // the server knows itself by its own name
    near.on('data', data => far.write(data.toString('latin1').replaceAll(':' + port, ':' + server.port), 'latin1'))
    far.pipe(near)
  })
  await once(here.listen(0, '127.0.0.1'), 'listening')
  here.unref() // a test that fails does not end it
  const {port} = here.address()
  return {address: server.address.replace(server.port, port), end: () => here.close(), async cut(page, meanwhile = () => {}) {
    up = false
    for (const socket of sockets) socket.destroy()
    await page.waitForSelector('#banner:not([hidden])')
    await meanwhile()
    up = true
    await page.waitForSelector('#banner', {state: 'hidden'})
  }}
}
