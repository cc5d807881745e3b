// The GTP client of the Sabaki GUI at work with `katachi gtp`, in the way the
// GUI uses it: start-up without waiting, synchronised positions, analysis that
// the next command interrupts.  Prints TAP lines; arguments: node_modules, program.
const [modules, program] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(modules + '/@sabaki/gtp')

let count = 0
let failed = 0
function ok(is, sentence, more) {
  console.log(`${is ? 'ok' : 'not ok'} ${++count} - Sabaki: ${sentence}`)
  if (!is) {
    failed++
    if (more != null) console.log('# ' + JSON.stringify(more))
  }
}

async function startUp(engine) {
  const names = ['name', 'version', 'protocol_version', 'list_commands']
  const replies = await Promise.all(names.map(name => engine.sendCommand({name})))
  ok(replies.every(r => !r.error), 'the first questions, sent at once, are answered', replies)
  ok(replies[0].content === 'Katachi' && replies[2].content === '2', 'each with its own answer')
  const commands = replies[3].content.split('\n')
  ok(commands.includes('lz-analyze') && commands.includes('kata-genmove_analyze'),
    'analysis is offered')
  ok(!commands.includes('analyze'), 'but not under the name of another program')
}

async function history(engine) {
  const reply = await engine.sendCommand({name: 'move_history'})
  return reply.content.split('\n').filter(x => x).reverse().join(' ')
}

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

async function sync(engine, tracker) {
  const moves = [play('B', 'D4'), play('W', 'E5'), play('B', 'C3')]
  await tracker.sync({komi: 5.5, boardsize: [9, 9], history: moves})
  ok(await history(engine) === 'black D4 white E5 black C3', 'a position is set up')
  await tracker.sync({komi: 5.5, boardsize: [9, 9], history: [...moves.slice(0, 2), play('B', 'G7')]})
  ok(await history(engine) === 'black D4 white E5 black G7', 'a variation needs one undo')
  const reply = await engine.sendCommand({name: 'get_komi'})
  ok(reply.content === '5.5', 'komi stays')
  await tracker.sync({komi: 0.5, boardsize: [13, 13],
    history: [{name: 'set_free_handicap', args: ['D4', 'K10']}, play('W', 'G7')]})
  ok(await history(engine) === 'white G7', 'another board with handicap')
}

// A position, not a game: black's stones come as if they were a handicap, white's as moves.
async function setUp(engine, tracker) {
  const wall = column => [...'123456789'].map(row => column + row)
  await engine.sendCommand({name: 'kata-set-rules', args: ['chinese']})
  await tracker.sync({komi: 0, boardsize: [9, 9],
    history: [{name: 'set_free_handicap', args: wall('D')}, ...wall('F').map(point => play('W', point))]})
  const reply = await engine.sendCommand({name: 'final_score'})
  ok(reply.content === '0', 'white gets no points for the stones of a position', reply.content)
}

async function analysis(engine) {
  let lines = []
  let enough
  const three = new Promise(resolve => (enough = resolve))
  const running = engine.sendCommand({name: 'lz-analyze', args: ['B', '5']}, ({line}) => {
    if (line.startsWith('info move')) lines.push(line)
    if (lines.length === 3) enough()
  })
  await three
  const name = await engine.sendCommand({name: 'name'})
  const ended = await running
  ok(name.content === 'Katachi' && !ended.error, 'an analysis ends at the next command')
  ok(lines.every(l => / order 0 pv [A-T]\d+/.test(l)), 'its lines name a best line', lines[0])
}

async function manyAnalyses(engine) {
  const all = []
  for (let i = 0; i < 20; i++)
    all.push(engine.sendCommand({name: 'kata-analyze', args: ['W', '1', 'ownership', 'true']}))
  const last = await engine.sendCommand({name: 'protocol_version'})
  const replies = await Promise.all(all)
  ok(last.content === '2' && replies.every(r => !r.error), 'twenty analyses one after another')
}

async function moves(engine, tracker) {
  await tracker.sync({komi: 7, boardsize: [9, 9], history: [play('B', 'E5')]})
  let played = null
  const reply = await engine.sendCommand({name: 'lz-genmove_analyze', args: ['W', '10']}, ({line}) => {
    const match = line.match(/^play\s+(.*)$/)
    if (match) played = match[1]
  })
  ok(!reply.error && played != null, 'a move with analysis')
  const next = await engine.sendCommand({name: 'genmove', args: ['B']})
  ok(/^([A-HJ]\d|pass|resign)$/.test(next.content), 'and one without', next)
  const history = tracker.state.history.map(x => x.args.join(' ')).join(', ')
  ok(history.includes('W ' + played.toUpperCase()), 'the client knows both', history)
}

async function main() {
  const engine = new Controller(program,
    ['gtp', '--playouts', '100', '--threads', '1', '--memory', '16M'])
  const tracker = new ControllerStateTracker(engine)
  engine.start()
  const spoken = []
  engine.on('stderr', ({content}) => spoken.push(content))
  await startUp(engine)
  await sync(engine, tracker)
  await setUp(engine, tracker)
  await analysis(engine)
  await manyAnalyses(engine)
  await moves(engine, tracker)
  await engine.stop()
  ok(engine.process == null, 'it ends when it is asked to')
  ok(spoken.every(l => !/^([=?]|info|play)/.test(l)), 'its talk is never taken for a reply', spoken)
}

const patience = setTimeout(() => {
  ok(false, 'all of this within two minutes')
  process.exit(1)
}, 120000)
main().catch(err => ok(false, 'no surprise: ' + err)).then(() => {
  clearTimeout(patience)
  process.exit(failed ? 1 : 0)
})
