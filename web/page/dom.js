// dom.js -- small helpers for elements.  Text from files and engines becomes text nodes only.

const svgSpace = 'http://www.w3.org/2000/svg'

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value != null) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter(child => child != null && child !== false))
  return element
}

/** element('button', {class: 'x', onclick: f}, 'words', other) */
export const element = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children)

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(svgSpace, name), attributes, children)

export const byId = id => document.getElementById(id)

/**
 * A button that is disabled would lose the keyboard, and who listens to the page their place in it: one that has it
 * only looks and is announced as disabled until the keyboard goes elsewhere.
 */
export function setDisabled(id, disabled) {
  const button = byId(id)
  const keeps = disabled && button === document.activeElement
  button.disabled = disabled && !keeps
  if (keeps) button.setAttribute('aria-disabled', 'true')
  else button.removeAttribute('aria-disabled')
}

/** To be called once: such buttons do nothing, and are disabled in earnest when the keyboard goes elsewhere. */
export function watchDisabled() {
  const isKept = button => button.getAttribute?.('aria-disabled') === 'true'
  document.addEventListener('focusout', ({target}) => isKept(target) && setTimeout(() => isKept(target) && setDisabled(target.id, true)))
  document.addEventListener('click', event => {
    if (event.target.closest('button[aria-disabled="true"]')) event.stopImmediatePropagation()
  }, true)
}

/** Calls `draw` once in the next frame, however often it is asked to. */
export function inNextFrame(draw) {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    const run = () => {
      if (!waiting) return
      waiting = false
      draw()
    }
    if (document.hidden) setTimeout(run, 100)
    else requestAnimationFrame(run)
  }
}

/** Calls `act` at once, or `wait` milliseconds after the last time. */
export function atMostEvery(wait, act) {
  let last = 0
  let timer = 0
  return () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = 0
      last = performance.now()
      act()
    }, Math.max(0, last + wait - performance.now()))
  }
}

/** One of several buttons is pressed: `buttons` have data-value; returns set(value). */
export function chooser(buttons, onchoose) {
  const set = value => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.value === value))
  }
  for (const button of buttons) button.addEventListener('click', () => onchoose(button.dataset.value))
  return set
}

export function download(name, words) {
  const url = URL.createObjectURL(new Blob([words], {type: 'application/x-go-sgf'}))
  const link = element('a', {href: url, download: name})
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10000)
}

/** What the server or an engine says, as a sentence. */
export const asSentence = words => words.slice(0, 1).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.')

/** "1 stone", "2 stones", "0.5 points" */
export const counted = (n, noun) => `${n} ${noun}${Number(n) === 1 ? '' : 's'}`

export const percent = share => `${Math.round(share * 100)} %`

/** A lead of black as people write it: B+3.5. */
export const leadText = lead =>
  Math.abs(lead) < 0.05 ? 'even' : (lead > 0 ? 'B+' : 'W+') + Math.abs(lead).toFixed(1)

export const countText = n =>
  n < 1000 ? String(n) : n < 10000 ? (n / 1000).toFixed(1) + 'k' : n < 1e6 ? Math.round(n / 1000) + 'k' : (n / 1e6).toFixed(1) + 'M'
