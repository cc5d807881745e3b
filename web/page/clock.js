// clock.js -- the time of both players: main time first, then periods of byo-yomi, of which one is lost
// whenever it runs out.  Seconds.

export class Clock {
  #since = 0

  /** `settings` {main, period, periods}; `now` gives seconds. */
  constructor(settings, now = () => performance.now() / 1000) {
    this.settings = settings
    this.now = now
    this.running = null
    const full = () => ({main: settings.main, periods: settings.periods, period: settings.period})
    this.left = {B: full(), W: full()}
  }

  start(colour) {
    this.stop()
    this.running = colour
    this.#since = this.now()
  }

  /** A move was made: a period that was begun is whole again. */
  stop() {
    if (!this.running) return
    const {main, periods} = this.view(this.running)
    this.left[this.running] = {main, periods, period: this.settings.period}
    this.running = null
  }

  /** What a colour has left at this moment. */
  view(colour) {
    const {main, periods, period} = this.left[colour]
    const used = this.running === colour ? this.now() - this.#since : 0
    if (used < main) return {main: main - used, periods, period}
    const whole = this.settings.period
    if (!whole) return {main: 0, periods, period: 0}
    const over = used - main + whole - period // since the running period began
    return {main: 0, periods: Math.max(0, periods - Math.floor(over / whole)), period: whole - over % whole}
  }

  flagged(colour) {
    const {main, periods} = this.view(colour)
    return main <= 0 && periods <= 0
  }

  words(colour) {
    const {main, periods, period} = this.view(colour)
    const seconds = Math.ceil(main > 0 ? main : periods > 0 ? period : 0)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return main > 0 || !periods ? time : `${time} (${periods})`
  }

  /** The same for the engine. */
  gtp(colour) {
    const {main, periods, period} = this.view(colour)
    return `time_left ${colour} ${(main > 0 ? main : period).toFixed(2)} ${main > 0 ? 0 : periods}`
  }
}

/** "5+3x20": minutes of main time and periods of seconds; null for "".  Periods without any time
 * are none: they would never end. */
export function clockSettings(words) {
  const match = /^(\d+)\+(\d+)x(\d+)$/.exec(words)
  if (!match) return null
  const period = Number(match[3])
  return {main: 60 * match[1], periods: period > 0 ? Number(match[2]) : 0, period}
}
