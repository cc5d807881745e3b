// gtp2ogs.js BUNDLE KATACHI FOLDER -- gtp2ogs (github.com/online-go/gtp2ogs), bundled into one
// file, lets katachi gtp play on a server that stands in for OGS: this one, on the loopback.  The
// opponent, who is also the judge of what is legal, is another katachi.  Prints TAP.
const [bundle, katachi, folder] = process.argv.slice(2)
const fs = require('fs'), http = require('http'), crypto = require('crypto')
const {spawn} = require('child_process')

let count = 0, failed = false
const tap = (good, sentence, why) => {
    failed = failed || !good
    console.log(`${good ? 'ok' : 'not ok'} ${++count} - ${sentence}`)
    if (!good && why !== undefined) console.log(`# ${String(why).slice(-1500).replace(/\n/g, '\n# ')}`)
}

// ---- the opponent ----

const judge = spawn(katachi, ['gtp', '-q', '--size', '9', '--rules', 'chinese-ogs', '--playouts', '60', '--threads', '1'])
let replies = '', waiting = []
judge.stdout.on('data', data => {
    replies += data
    for (let end; (end = replies.indexOf('\n\n')) >= 0; replies = replies.slice(end + 2))
        waiting.shift()(replies.slice(0, end))
})
const gtp = command => new Promise(done => {waiting.push(done); judge.stdin.write(command + '\n')})

// ---- WebSockets: RFC 6455, texts alone ----

const frame = text => {
    const bytes = Buffer.from(text), n = bytes.length
    const head = n < 126 ? Buffer.from([0x81, n]) : Buffer.from([0x81, 126, n >> 8, n & 255])
    return Buffer.concat([head, bytes])
}
const reader = handle => {
    let bytes = Buffer.alloc(0)
    return data => {
        bytes = Buffer.concat([bytes, data])
        for (;;) {
            if (bytes.length < 2) return
            let n = bytes[1] & 127, at = 2
            if (n === 126) {n = bytes.length >= 4 ? bytes.readUInt16BE(2) : Infinity; at = 4}
            if (bytes.length < at + 4 + n) return
            const mask = bytes.subarray(at, at + 4), body = Buffer.from(bytes.subarray(at + 4, at + 4 + n))
            for (let i = 0; i < n; i++) body[i] ^= mask[i & 3]
            const kind = bytes[0] & 15
            bytes = bytes.subarray(at + 4 + n)
            if (kind === 1) handle(JSON.parse(body.toString()))
        }
    }
}

// ---- the game ----

const letters = 'abcdefghijklmnopqrs', columns = 'ABCDEFGHJ'
const vertex = move => move === '..' ? 'pass' : columns[letters.indexOf(move[0])] + (9 - letters.indexOf(move[1]))
const moveOf = v => /pass/i.test(v) ? [-1, -1] : [columns.indexOf(v[0]), 9 - parseInt(v.slice(1))]
const state = {
    game_id: 7, phase: 'play', width: 9, height: 9, komi: 5.5, handicap: 0, free_handicap_placement: false,
    initial_player: 'black', initial_state: {black: '', white: ''}, moves: [], rules: 'chinese', ranked: false,
    players: {black: {id: 1, username: 'katachi'}, white: {id: 2, username: 'opponent'}},
    time_control: {system: 'fischer', speed: 'live', initial_time: 60, time_increment: 2, max_time: 90},
}
const clock = player => ({current_player: player, black_player_id: 1, white_player_id: 2, game_id: 7,
                          last_move: Date.now(), black_time: {thinking_time: 60}, white_time: {thinking_time: 60}})
state.clock = clock(1)
let send, passes = 0, over
const finished = new Promise(done => {over = done})

const played = async (colour, text) => {
    const answer = await gtp(`play ${colour} ${text}`)
    if (answer[0] !== '=') return over({illegal: `${colour} ${text}: ${answer}`})
    passes = /pass/i.test(text) ? passes + 1 : 0
    const move = moveOf(text)
    state.moves.push([...move, 100])
    send(['game/7/clock', clock(colour === 'b' ? 2 : 1)])
    send(['game/7/move', {game_id: 7, move_number: state.moves.length, move: [...move, 100]}])
    return passes >= 2 ? over({passes}) : true
}
const handle = async ([command, data, id]) => {
    if (command === 'net/ping') send(['net/pong', {client: data.client, server: Date.now()}])
    else if (command === 'authenticate' && data.bot_apikey) {
        send([id, {id: 1, username: 'katachi'}])
        send(['active_game', {id: 7, phase: 'play'}])
    } else if (command === 'game/connect') send(['game/7/gamedata', state])
    else if (command === 'game/resign') over({resigned: true})
    else if (command === 'game/move') {
        if (await played('b', vertex(data.move)) !== true) return
        const answer = (await gtp('reg_genmove w')).replace(/^= /, '')
        if (/resign/.test(answer)) return over({won: true})
        played('w', answer)
    }
}
const server = http.createServer((request, response) => response.end('{}'))
server.on('upgrade', (request, socket) => {
    const key = request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
                 `Sec-WebSocket-Accept: ${crypto.createHash('sha1').update(key).digest('base64')}\r\n\r\n`)
    send = message => socket.writable && socket.write(frame(JSON.stringify(message)))
    socket.on('data', reader(handle))
    socket.on('error', () => {})
})

server.listen(0, '127.0.0.1', async () => {
    const config = `${folder}/ogs.json5`, log = `${folder}/gtp.log`
    fs.writeFileSync(config, JSON.stringify({apikey: 'secret', server: `http://127.0.0.1:${server.address().port}`,
        bot: {command: [katachi, 'gtp', '--rules', 'chinese-ogs', '--playouts', '80', '--threads', '1', '--log', log]}}))
    const client = spawn(process.execPath, [bundle, '-c', config])
    let said = ''
    client.stdout.on('data', d => {said += d})
    client.stderr.on('data', d => {said += d})
    setTimeout(() => over({late: true}), 60000)
    const end = await finished
    await gtp('komi 5.5')
    const score = await gtp('final_score')
    client.kill()
    judge.kill()
    const sent = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : ''
    tap(end.passes === 2 || end.resigned || end.won, `a game of ${state.moves.length} moves, ${JSON.stringify(end)} ${score}`,
        said)
    tap(state.moves.length > 20, 'not a short one')
    tap(/> kata-time_settings fischer-capped 60 2 90/.test(sent), 'the clock comes as kata-time_settings',
        sent.split('\n').filter(l => /time/.test(l)).slice(0, 5).join('\n'))
    tap(!/> (kata|kgs)-.*rules/.test(sent), 'rules do not come at all')
    tap(!/^\S+ \S+ < \?/m.test(sent), 'nothing was refused', sent.split('\n').filter(l => / < \?/.test(l)).join('\n'))
    console.log(`1..${count}`)
    process.exit(failed ? 1 : 0)
})
