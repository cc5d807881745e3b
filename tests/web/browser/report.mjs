// report.mjs -- TAP lines.

let count = 0

/** Prints whether a sentence is true, and `more` if it is not, which fails the whole. */
export function ok(is, sentence, more) {
  console.log(`${is ? 'ok' : 'not ok'} ${++count} - page: ${sentence}`)
  if (is) return
  process.exitCode = 1
  if (more != null) console.log('# ' + JSON.stringify(more))
}
