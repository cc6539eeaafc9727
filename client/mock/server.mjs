/**
 * A stand-in for the Python server while the page is worked on: a made-up world, vehicles on loops, the real wire format.
 *
 *   node mock/server.mjs [--port 8765] [--vehicles 500] [--objects 40000] [--people 6] [--page FOLDER] [--heights FILE --rows N --columns N --spacing S]
 *
 * It also serves the built page, with the policy that the real server sends.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocketServer } from 'ws'
import { MockCombat } from './combat.mjs'
import { faultIn } from './commands.mjs'
import { makeFleets } from './fleets.mjs'
import { packObjects } from './scatter.mjs'
import { MockStanding } from './standing.mjs'
import { Station } from './station.mjs'
import { decodeInput, encodeFrame } from './wire.mjs'
import { MockWorld } from './world.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8765' },
    vehicles: { type: 'string', default: '500' },
    objects: { type: 'string', default: '40000' },
    heights: { type: 'string' },
    rows: { type: 'string', default: '700' },
    columns: { type: 'string', default: '700' },
    spacing: { type: 'string', default: '30' },
    people: { type: 'string', default: '6' },
    page: { type: 'string' },
    hz: { type: 'string', default: '60' },
  },
})

const world = new MockWorld({
  heightsFile: values.heights,
  rows: Number(values.rows),
  columns: Number(values.columns),
  spacing: Number(values.spacing),
  objectCount: Number(values.objects),
  fleets: makeFleets(Number(values.vehicles)),
})
const objects = packObjects(world.objects)
const combat = new MockCombat(world)
const standing = new MockStanding(world)
const station = new Station(world, Number(values.people))
const page = values.page ?? fileURLToPath(new URL('../../src/motorpool/app/viewer/page', import.meta.url))
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.md': 'text/plain',
}
const POLICY = "default-src 'self'; connect-src 'self' ws: wss:"

const SESSION = {
  world: world.description.id,
  state: {
    type: 'session',
    scenario: 'mock',
    building: null,
    seconds: 0,
    is_compiling: false,
    kernels: [0, 0],
  },
  links: [],
  network_command: 'motorpool run --host 0.0.0.0',
}

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname
  const send = (type, body) => {
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY })
    response.end(body)
  }
  if (path === '/session.json') return send('application/json', JSON.stringify(SESSION))
  if (path === '/scenarios.json') return send('application/json', JSON.stringify({ scenarios: [] }))
  if (path === '/world.json') return send('application/json', JSON.stringify(world.description))
  if (path === '/terrain.bin') return send('application/octet-stream', Buffer.from(world.heights.buffer))
  if (path === '/surface.bin')
    return send('application/octet-stream', Buffer.from(world.landCover.classes.buffer))
  if (path === '/roads.bin')
    return send('application/octet-stream', Buffer.from(world.landCover.points.buffer))
  if (path === '/objects.bin') return send('application/octet-stream', objects)
  const file = join(page, normalize(path === '/' ? '/index.html' : path))
  if (file.startsWith(page) && existsSync(file))
    return send(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file))
  response.writeHead(404).end()
})

const clients = new Map()
const sockets = new WebSocketServer({ server, path: '/ws' })
sockets.on('connection', (socket) => {
  const client = { own: -1, input: undefined, sequence: 0, needsFull: true, unacknowledged: 0 }
  client.say = (news) => socket.send(JSON.stringify(news))
  clients.set(socket, client)
  socket.send(
    JSON.stringify({
      type: 'welcome',
      client: Math.random().toString(36).slice(2),
      role: 'instructor',
      person: 0,
      vehicle: -1,
      world: world.description.id,
      only_watched: '',
    }),
  )
  for (const message of [...combat.standing(), standing.message()]) socket.send(JSON.stringify(message))
  station.welcome(client, [...clients.values()])
  socket.on('message', (data, isBinary) =>
    isBinary ? readBinary(client, data) : command(socket, client, String(data)),
  )
  socket.on('close', () => {
    world.release(client.own)
    clients.delete(socket)
    tellDrivers()
  })
})

function readBinary(client, data) {
  const input = decodeInput(data)
  if (!input) {
    client.unacknowledged = Math.max(0, client.unacknowledged - 1)
    return
  }
  client.sequence = input.sequence
  world.drive(client.own, input.controls)
}

function tellDrivers() {
  for (const client of clients.values()) client.say(station.drivers(clients.values()))
}

const COMMANDS = {
  take(client, { vehicle }) {
    if (!world.take(vehicle))
      return client.say({ type: 'refused', reason: 'another person drives this vehicle' })
    world.release(client.own)
    client.own = vehicle
    client.say({ type: 'taken', vehicle })
    tellDrivers()
  },
  release(client) {
    world.release(client.own)
    client.say({ type: 'released', vehicle: client.own, is_parked: false })
    client.own = -1
    tellDrivers()
  },
  pause: () => {
    world.paused = true
  },
  resume: () => {
    world.paused = false
  },
  step: () => world.step(),
  rate: (_, { value }) => {
    world.rate = value
  },
}

/** Carry out a command of the page, as far as the mock can. */
function command(socket, client, text) {
  const message = JSON.parse(text)
  const fault = faultIn(message)
  if (fault) return socket.close(1003, fault)
  if (station.obey(client, message, [...clients.values()])) return
  const carryOut = COMMANDS[message.type]
  if (carryOut) carryOut(client, message)
  else client.say({ type: 'refused', reason: `the mock server does not carry out ${message.type}` })
}

let owed = 0
const hz = Number(values.hz)
setInterval(() => {
  if (!world.paused) owed = Math.min(10, owed + (60 * world.rate) / hz)
  for (; owed >= 1; owed--) world.step()
  world.frame++
  for (const [socket, client] of clients) {
    if (client.unacknowledged > 15) continue
    socket.send(encodeFrame(world, client, { isFull: true, hz: 60 }))
    client.unacknowledged++
  }
}, 1000 / hz)

setInterval(() => {
  if (world.paused) return
  for (const message of [world.trailers(), ...combat.tick()])
    for (const socket of clients.keys()) socket.send(JSON.stringify(message))
}, 100)

setInterval(() => {
  for (const client of clients.values()) station.tell(client)
}, 100)

setInterval(() => {
  for (const client of clients.values()) client.say(standing.message())
}, 1000)

setInterval(() => {
  for (const client of clients.values()) client.say(standing.event())
}, 15_000)

server.listen(Number(values.port), '127.0.0.1', () =>
  console.log(`mock world at http://127.0.0.1:${values.port}/`),
)
