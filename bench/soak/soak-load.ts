import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Seat } from '../faults/fault-load.ts'
import { reportOf } from '../program.ts'
import { sendTo } from '../workers.ts'

export interface SoakTarget {
  readonly port: number
  readonly seats: readonly Seat[]
  /** It is of a session of the console. */
  readonly consoleToken: string
}

export interface SoakLoad {
  /** Answers by status; 0 is a connection that ended without one. */
  readonly answers: ReadonlyMap<number, number>
  /** What was answered 500, or 502 and above. */
  readonly failures: readonly string[]
  stop(): Promise<void>
}

interface Call {
  readonly method?: string
  readonly host: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly cookies: string
  readonly body: string
}

const word = (): string => randomBytes(6).toString('hex')
/** Each call comes from an address of its own. */
const address = (): string => Array.from({ length: 4 }, () => 1 + randomInt(223)).join('.')

/** Of a list, another one at each turn. */
const inTurn = <T>(all: readonly T[], n: number): T => all[n % all.length]!

/** What people, their networks and strangers send at the same time, a bounded number of each a second. */
export function startSoakLoad(target: SoakTarget): SoakLoad {
  const answers = new Map<number, number>()
  const failures: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  let isRunning = true
  const ask = async (call: Call): Promise<Answered> => {
    const answer = await send(agent, target.port, call)
    const { status } = answer
    answers.set(status, (answers.get(status) ?? 0) + 1)
    // 503 asks to come again, which is how a full process protects itself.
    if (status >= 500 && status !== 503) failures.push(`${status} ${call.method ?? 'GET'} ${call.path}`)
    return answer
  }
  const lanes = Object.values(kinds).map(async ({ everyMs, act }, lane) => {
    // They do not all begin at once.
    await sleep(lane * 37)
    for (let n = 0; isRunning; n++) {
      await act(target, ask, n)
      await sleep(everyMs)
    }
  })
  return {
    answers,
    failures,
    async stop() {
      isRunning = false
      await Promise.all(lanes)
      agent.destroy()
    },
  }
}

interface Kind {
  readonly everyMs: number
  act(target: SoakTarget, ask: (call: Call) => Promise<Answered>, n: number): Promise<unknown>
}

const siteOf = ({ seats, port }: SoakTarget, n: number): string =>
  `${inTurn(seats, n).slug}.localhost:${port}`

const memberOf = ({ seats }: SoakTarget, n: number) => {
  const { slug, program, tokens } = inTurn(seats, n)
  const all = [...tokens.values()]
  const merchant = inTurn(program.merchants, Math.floor(n / seats.length))
  return { slug, merchantId: merchant.id, cookie: `dw_session=${inTurn(all, Math.floor(n / seats.length))}` }
}

/** It asks for the token that a browser sends with what it changes. */
async function change(ask: (call: Call) => Promise<Answered>, call: Call): Promise<Answered> {
  const headers = { ...call.headers }
  const csrf = await ask({ host: call.host, path: '/api/CSRF', headers })
  if (csrf.status !== 200) return csrf
  const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string }
  const cookie = [headers.cookie, csrf.cookies].filter(Boolean).join('; ')
  return ask({
    method: 'POST',
    ...call,
    headers: {
      ...(call.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
      cookie,
      'x-xsrf-token': csrfToken,
    },
  })
}

const kinds: Readonly<Record<string, Kind>> = {
  'strangers read': {
    everyMs: 60,
    act: (target, ask, n) => ask({ ...strangersCall(target, n), headers: strangersHeaders() }),
  },
  'strangers write': {
    everyMs: 400,
    act: (target, ask, n) =>
      change(ask, { host: siteOf(target, n), headers: strangersHeaders(), ...inTurn(strangersWrites, n)() }),
  },
  'members read': {
    everyMs: 80,
    act(target, ask, n) {
      const { slug, cookie } = memberOf(target, n)
      return ask({
        host: `${slug}.localhost:${target.port}`,
        path: inTurn(membersPaths, n),
        headers: { cookie },
      })
    },
  },
  'members write': {
    everyMs: 500,
    act(target, ask, n) {
      const { slug, cookie, merchantId } = memberOf(target, n)
      const method = n % 2 === 0 ? 'PUT' : 'DELETE'
      const host = `${slug}.localhost:${target.port}`
      return change(ask, { method, host, path: `/api/Member/Favorites/${merchantId}`, headers: { cookie } })
    },
  },
  'dropped streams': {
    everyMs: 250,
    act(target, _ask, n) {
      const { slug, cookie } = memberOf(target, n)
      const head = `GET /api/Member/Changes HTTP/1.1\r\nhost: ${slug}.localhost:${target.port}\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`
      // Several are open at a time.
      void drop(target.port, head, randomInt(3_000))
      return Promise.resolve()
    },
  },
  'aborted uploads': {
    everyMs: 700,
    async act(target, ask, n) {
      const { slug, cookie } = memberOf(target, n)
      const host = `${slug}.localhost:${target.port}`
      const csrf = await ask({ host, path: '/api/CSRF', headers: { cookie } })
      if (csrf.status !== 200) return
      const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string }
      const head = [
        'POST /api/Member/Claims HTTP/1.1',
        `host: ${host}`,
        `cookie: ${cookie}; ${csrf.cookies}`,
        `x-xsrf-token: ${csrfToken}`,
        'content-type: multipart/form-data; boundary=soak',
        'content-length: 1000000',
        '\r\n--soak\r\ncontent-disposition: form-data; name="receipt"; filename="receipt.jpg"\r\n\r\n',
      ].join('\r\n')
      await drop(target.port, head + randomBytes(randomInt(200_000)).toString('latin1'), randomInt(300))
    },
  },
  'cut connections': {
    everyMs: 300,
    act: (target, _ask, n) =>
      drop(
        target.port,
        inTurn(['', 'GET / HT', `GET /${word()} HTTP/1.1\r\nhost: x`, '\0\r\n'], n),
        randomInt(200),
      ),
  },
  'card events': { everyMs: 120, act: (target, _ask, n) => report(target, n) },
  console: {
    everyMs: 500,
    act: ({ consoleToken, port }, ask, n) =>
      ask({
        host: `console.localhost:${port}`,
        path: inTurn(consolePaths, n),
        headers: { cookie: `dw_console=${consoleToken}` },
      }),
  },
}

function strangersCall(target: SoakTarget, n: number): Pick<Call, 'host' | 'path'> {
  // Every tenth visitor knows no program.
  const host =
    n % 10 === 9 ? `${word()}.${inTurn(['localhost', 'example'], n)}:${target.port}` : siteOf(target, n)
  const place = `latitude=${randomInt(89)}.${randomInt(9_999)}&longitude=-${randomInt(179)}.${randomInt(9_999)}`
  const paths = [
    '/',
    `/search?restaurantOrCuisine=${word()}`,
    `/${word()}/${word()}`,
    `/merchants/${word()}`,
    `/api/v2/Merchants/Search?${place}&restaurantOrCuisine=${word()}`,
    `/api/Suggestions?query=${word()}`,
    `/search?${place}&${word()}=${word()}`,
    `/assets/${word()}.js`,
    `/api/Locations?query=${word()}`,
    `/api/${word()}`,
    `/api/Lists/${randomUUID()}`,
  ]
  return { host, path: inTurn(paths, n) }
}

function strangersHeaders(): Record<string, string> {
  return {
    'x-forwarded-for': address(),
    'user-agent': `Mozilla/5.0 ${word()}`,
    'accept-language': `${word().slice(0, 2)}-${word().slice(0, 2)};q=0.${randomInt(9)}`,
    'accept-encoding': `br;q=0.${randomInt(999)}, ${word()}`,
    referer: `https://${word()}.example/${word()}`,
    cookie: `${word()}=${word()}; dw_device=${randomUUID()}${randomInt(3) === 0 ? `; dw_session=${word()}` : ''}`,
  }
}

const strangersWrites: readonly (() => Pick<Call, 'path' | 'body'>)[] = [
  () => ({
    path: '/api/Impressions',
    body: JSON.stringify(
      Array.from({ length: 5 }, (_, position) => ({
        channel: 'web',
        dateTime: new Date().toISOString(),
        userAgent: word(),
        event: 'merchant_card_impression',
        merchantId: word(),
        list: word(),
        path: `/${word()}`,
        position,
      })),
    ),
  }),
  () => ({
    path: '/api/SignIn',
    body: JSON.stringify({ userName: `${word()}@${word()}.example`, password: word() }),
  }),
  () => ({
    path: '/api/Members/Recovery',
    body: JSON.stringify({ userName: `${word()}@${word()}.example` }),
  }),
  () => ({
    path: '/api/Members/Prospects/Email',
    body: JSON.stringify({ email: `${word()}@${word()}.example` }),
  }),
  () => ({ path: '/api/SignIn/Passkey/Options', body: '{}' }),
]

const membersPaths = [
  '/api/Member',
  '/account/overview',
  '/api/Member/Transactions',
  '/account/recent_activity',
  '/api/Member/Changes',
  '/search',
]

const consolePaths = ['/api/Console/Overview', '/api/Console/Claims?state=open', '/api/Console/Audit', '/']

/** An authorization, and then its clearing. */
async function report(target: SoakTarget, n: number): Promise<void> {
  const { program } = inTurn(target.seats, n)
  const turn = Math.floor(n / target.seats.length)
  const dine = {
    transactionId: randomUUID(),
    cents: 2_000 + randomInt(6_000),
    at: `${new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 10)}T12:${String(n % 60).padStart(2, '0')}:00`,
    member: inTurn(program.members, turn),
    merchant: inTurn(program.merchants, turn),
  }
  await sendTo(target, reportOf(dine, 'auth', dine.cents))
  await sendTo(target, reportOf(dine, 'clearing', dine.cents))
}

/** It sends the beginning of a request and leaves. */
function drop(port: number, text: string, afterMs: number): Promise<void> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {}).on('close', () => resolve())
    socket.resume()
    socket.write(text, 'latin1')
    setTimeout(() => socket.destroy(), afterMs)
  })
}

function send(
  agent: Agent,
  port: number,
  { method = 'GET', host, path, headers, body }: Call,
): Promise<Answered> {
  return new Promise(resolve => {
    const failed = () => resolve({ status: 0, cookies: '', body: '' })
    request(
      { host: '127.0.0.1', port, path, method, agent, timeout: 30_000, headers: { host, ...headers } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            cookies: (answer.headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; '),
            body: Buffer.concat(chunks).toString(),
          }),
        )
        answer.once('error', failed)
      },
    )
      .once('error', failed)
      .once('timeout', function (this: { destroy(): void }) {
        this.destroy()
      })
      .end(body)
  })
}
