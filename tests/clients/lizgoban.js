// lizgoban.js CHECKOUT KATACHI FOLDER -- the engine part of LizGoban (github.com/kaorahi/lizgoban),
// as it is, drives katachi gtp: start-up and its checks, positions, a region, a move.  Prints TAP.
const [checkout, katachi, folder] = process.argv.slice(2)
const fs = require('fs'), path = require('path'), source = path.join(checkout, 'src')
const {globalize} = require(path.join(source, 'globalize.js'))
globalize(require(path.join(source, 'util.js')), require(path.join(source, 'coord.js')))
require(path.join(source, 'coord.js')).set_board_size(9)
globalize({debug_log: () => {}, humansl_profile_request_callback: () => {}})
const {create_leelaz} = require(path.join(source, 'engine.js'))

let count = 0, failed = false
const tap = (good, sentence, why) => {
    failed = failed || !good
    console.log(`${good ? 'ok' : 'not ok'} ${++count} - ${sentence}`)
    if (!good && why !== undefined) console.log(`# ${JSON.stringify(why).slice(0, 600)}`)
}
const limit = setTimeout(() => {
    tap(false, 'it answers within a minute and a half', waiting)
    process.exit(1)
}, 90000)

let waiting, suggestion, failures = []
const wait = (what, test) => new Promise(done => {
    waiting = what
    const timer = setInterval(() => {
        const found = test()
        if (found) {clearInterval(timer); done(found)}
    }, 20)
})

const run = async pose => {
    let ready = false
    const leelaz = create_leelaz()
    suggestion = null
    leelaz.start({
        leelaz_command: katachi, working_dir: folder, wait_for_startup: true,
        leelaz_args: ['gtp', '--size', '9', '--threads', '1', '--playouts', '300', ...pose],
        analyze_interval_centisec: 10, minimum_suggested_moves: 5, default_board_size: 9,
        ready_handler: () => {ready = true}, suggest_handler: h => {suggestion = h},
        restart_handler: log => failures.push(['restart', log]),
        error_handler: log => failures.push(['error', log]),
        illegal_handler: h => failures.push(['illegal', h]), tuning_handler: () => {},
        command_failure_handler: (...a) => failures.push(a),
    })
    const name = pose[1] || 'itself'
    await wait('the start', () => ready)
    tap(leelaz.is_katago(), `as ${name}: it waits for "GTP ready", starts and finds kata-analyze`)
    const features = ['kata-set-rules', 'set_position', 'minmoves', 'pvVisits',
                      'ownershipStdev', 'movesOwnership', 'rootInfo', 'allow', 'clear_cache',
                      'kata-search_cancellable']
    tap(features.every(leelaz.is_supported), 'and all that it looks for',
        features.filter(f => !leelaz.is_supported(f)))
    tap(pose.length ? leelaz.get_komi() === 7.5 : isNaN(leelaz.get_komi()),
        'it trusts the komi of a program whose name it knows', leelaz.get_komi())
    const move = (move, is_black) => ({move, is_black})
    const aux = {bturn: true, komi: 6.5, gorule: 'japanese', handicaps: 0, init_len: 0, ownership_p: true,
                 humansl_scan_profiles: []}
    leelaz.set_board([move('E5', true), move('C3', false)], aux)
    leelaz.update()
    suggestion = null
    let h = await wait('suggestions', () => suggestion && suggestion.suggest.length > 2 && suggestion)
    tap(h.ownership && h.ownership.length === 81, 'moves, scores and ownership are read',
        Object.keys(h))
    leelaz.update_analysis_region([[0, 2], [6, 8]])
    leelaz.update()
    const inside = m => /^[G-J][789]$/.test(m.move)
    h = await wait('the region', () => suggestion && suggestion.suggest.every(inside) && suggestion)
    tap(h.suggest.length > 0, 'a region of the board: only its points are suggested, for both colours',
        h.suggest.map(m => m.move))
    leelaz.update_analysis_region(null)
    const played = await new Promise(done => leelaz.genmove(1, (ok, move) => done(move)))
    tap(/^[A-HJ][1-9]$|^pass$/.test(played), 'a move is found', played)
    leelaz.kill()
}

const main = async () => {
    await run([])
    await run(['--pose-as', 'katago'])
    tap(failures.length === 0, 'nothing was refused', failures)
    console.log(`1..${count}`)
    clearTimeout(limit)
    process.exit(failed ? 1 : 0)
}
main()
