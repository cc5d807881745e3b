// features.js -- what speaks for a point: the features of the gammas with their strengths.
import {element} from './dom.js'

/** Elo in whole numbers, and whether it speaks for a move or against it. */
export function eloText(elo) {
  const whole = Math.round(elo)
  const words = (whole > 0 ? '+' : whole < 0 ? '\u2212' : '') + Math.abs(whole) + ' Elo'
  return {words, kind: whole > 0 ? 'plus' : whole < 0 ? 'minus' : ''}
}

/** The server's drawing of a shape, coloured by style.css as by svg_shape_style. */
function picture(words) {
  if (!words) return null
  const named = words.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  const svg = document.importNode(new DOMParser().parseFromString(named, 'image/svg+xml').documentElement, true)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', 'Shape')
  return svg
}

const chance = share => (100 * share).toFixed(share < 0.1 ? 2 : 0) + ' %'

/** Fills `place` with the answer of /api/look for `vertex`. */
export function showFeatures(place, vertex, {probability, features}, index) {
  const rows = [...features].sort((a, b) => Math.abs(b.elo) - Math.abs(a.elo)).map(({group, words, elo, svg}) => {
    const shown = eloText(elo)
    return element('div', {class: 'feature'}, picture(svg), element('div', {}, element('b', {}, group), element('div', {class: 'soft'}, words)),
      element('span', {class: 'elo ' + shown.kind}, shown.words))
  })
  const sum = features.reduce((total, {elo}) => total + elo, 0)
  place.replaceChildren(element('h2', {}, `${vertex}: ${chance(probability[index])}, ${eloText(sum).words}`), ...rows,
    element('p', {class: 'soft'}, 'Click the point again to play there.'))
}
