// features.js -- what speaks for a point: the features of the gammas with their strengths.
import {element, percent} from './dom.js'

const sign = elo => (elo > 0 ? '+' : '\u2212') + Math.abs(Math.round(elo))

function picture(svg) {
  if (!svg) return null
  const url = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg)
  return element('img', {src: url, alt: 'the shape'})
}

/** Fills `place` with the answer of /api/look for `vertex`. */
export function showFeatures(place, vertex, {probability, features}, index) {
  if (!features) return place.replaceChildren(element('p', {class: 'soft'}, `${vertex} is no legal move.`))
  const rows = [...features].sort((a, b) => Math.abs(b.elo) - Math.abs(a.elo)).map(({group, words, elo, svg}) =>
    element('div', {class: 'feature'}, picture(svg), element('div', {}, element('b', {}, group), element('div', {class: 'soft'}, words)),
      element('span', {class: 'elo ' + (elo > 0 ? 'plus' : 'minus')}, sign(elo) + ' Elo')))
  const sum = features.reduce((total, {elo}) => total + elo, 0)
  place.replaceChildren(element('h3', {}, `${vertex}: ${percent(probability[index])}, ${sign(sum)} Elo`), ...rows,
    element('p', {class: 'soft'}, 'Click the point again to play there.'))
}
