// windows.js -- how many windows of a browser are served at once.
//
// Each window keeps a connection for its events, and a browser opens six to a server (HTTP/1.1): six
// windows would leave none for a question, and all of them would wait for ever.  Four leave one for a
// move that is thought about for long, and one for everything else, such as ending that thought.

export const mostWindows = 4

const patience = 500 // milliseconds between attempts

/** Takes a lock that the browser holds until this window is closed; false: another one has it.  A
 * browser that refuses to count is no reason to wait. */
function take(locks, name) {
  return new Promise(resolve => {
    locks.request(name, {ifAvailable: true}, lock => {
      resolve(Boolean(lock))
      return lock && new Promise(() => {})
    }).catch(() => resolve(true))
  })
}

/** Waits until this window is one of the first `mostWindows`; `onfull` is called if it has to wait.
 * `locks`: navigator.locks (Web Locks API), which pages from another machine lack without https: they
 * are not counted. */
export async function takePlace(locks, onfull) {
  for (let attempt = 0; locks; attempt++) {
    for (let i = 1; i <= mostWindows; i++) if (await take(locks, 'katachi-window-' + i)) return
    if (attempt === 1) onfull() // not at once: a page that is loaded again still had its own
    await new Promise(resolve => setTimeout(resolve, patience))
  }
}
