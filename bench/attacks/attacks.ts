import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'
import { fileAttacks } from './attack-files.ts'

const metricsToken = 'metrics-token-of-the-bench'
/** Node's monitor counts its own interval. */
const monitorMs = 10
const attackMs = 10_000

/** It is that of the default partner: not every machine resolves names below `localhost`. */
const addressOf = ({ port }: Product): string => `http://localhost:${port}`

/** P13 for the worst body of every route, files that are sent as receipts, and the memory that pipelining clients cost. */
export async function attackBudgets(): Promise<Figure[]> {
  const product = await startProduct({ METRICS_TOKEN: metricsToken, LOG_LEVEL: 'error' })
  try {
    const files = await fileAttacks({
      address: addressOf(product),
      headers: await memberHeaders(product),
      gapMs: () => eventLoopGap(product),
    })
    return [...files, await worstBody(product), await pipelining(product)]
  } finally {
    await product.stop()
  }
}

async function worstBody(product: Product): Promise<Figure> {
  let worst = { ms: 0, what: '' }
  const headers = await memberHeaders(product)
  const routes = await writesOf(product)
  for (const route of routes) {
    for (const [name, body] of Object.entries(bodies[route.type](route.size))) {
      const gaps: number[] = []
      for (let round = 0; round < 3; round++) {
        await eventLoopGap(product)
        const { method } = route
        const answer = await fetch(addressOf(product) + route.path, {
          method,
          headers: { ...headers, 'content-type': types[route.type] },
          body,
          redirect: 'manual',
        })
        await answer.arrayBuffer()
        await sleep(2 * monitorMs)
        gaps.push(await eventLoopGap(product))
      }
      const ms = Math.min(...gaps)
      if (ms > worst.ms) worst = { ms, what: `${route.method} ${route.path}, ${name}` }
    }
  }
  return {
    budget: 'P13',
    what: `event-loop gap of the worst body of ${routes.length} routes, at most 25 ms (${worst.what})`,
    measured: `${worst.ms.toFixed(0)} ms`,
    isMet: worst.ms <= 25,
  }
}

interface Write {
  readonly method: string
  readonly path: string
  readonly type: 'json' | 'form'
  readonly size: number
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' }
const bodyLimit = 32 * 1_024

async function writesOf(product: Product): Promise<Write[]> {
  const answer = await fetch(`${addressOf(product)}/api/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, object>> }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter(method => method !== 'get')
      .map(method => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, path.startsWith('/hooks/') ? 'transaction.auth' : 'x'),
        type: 'json' as const,
        size: path.startsWith('/hooks/') ? 8 * bodyLimit : bodyLimit,
      })),
  )
  const forms = ['/login', '/join', '/search', '/healthz'].map(path => ({
    method: 'POST',
    path,
    type: 'form' as const,
    size: bodyLimit,
  }))
  return [...calls, ...forms].filter(({ path }) => !path.includes('SignOut'))
}

const filled = (unit: string, size: number, start = '', end = '') =>
  start + unit.repeat(Math.floor((size - start.length - end.length) / unit.length)) + end

const bodies: Record<Write['type'], (size: number) => Record<string, string>> = {
  json: size => ({
    'a list of numbers': filled('1,', size, '[', '1]'),
    'a list of objects': filled('{},', size, '[', '{}]'),
    'digits in a text': filled('1 ', size, '{"userName":"', '"}'),
    'a list of lists': filled('[],', size, '[', '[]]'),
    'many keys': `{${Array.from({ length: 3_000 }, (_, key) => `"${key}":1`).join()}}`,
  }),
  form: size => ({
    'many fields': filled('a=1&', size, '', 'a=1'),
    'a long field': filled('%31+', size, 'userName='),
  }),
}

async function memberHeaders(product: Product): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  const call = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(addressOf(product) + path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return (await answer.json()) as { csrfToken: string }
  }
  const { csrfToken } = await call('/api/CSRF')
  await call('/api/SignIn', {
    method: 'POST',
    headers: { 'content-type': types.json, 'x-xsrf-token': csrfToken },
    body: JSON.stringify({ userName: 'member@skyward.example', password: 'Dinner-For-2!' }),
  })
  const signedIn = await call('/api/CSRF')
  return {
    cookie: [...cookies].map(pair => pair.join('=')).join('; '),
    'x-xsrf-token': signedIn.csrfToken,
  }
}

/** Ten clients send 600 requests in one write, read nothing, and come back when they are disconnected. */
async function pipelining(product: Product): Promise<Figure> {
  const memory = () => metric(product, 'process_resident_memory_bytes')
  const before = await memory()
  const until = performance.now() + attackMs
  const attack = Promise.all(Array.from({ length: 10 }, () => pipeline(product, until)))
  let highest = before
  while (performance.now() < until) {
    highest = Math.max(highest, await memory())
    await sleep(250)
  }
  await attack
  const megabytes = (bytes: number) => Math.round(bytes / 1_024 / 1_024)
  return {
    budget: 'memory',
    what: 'that ten pipelining clients cost in 10 s, at most 200 MB',
    measured: `${megabytes(highest - before)} MB (${megabytes(before)} MB before)`,
    isMet: highest - before <= 200 * 1_024 * 1_024,
  }
}

async function pipeline(product: Product, until: number): Promise<void> {
  const { host } = new URL(addressOf(product))
  const request = `GET /api/openapi.json HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\n\r\n`
  while (performance.now() < until) {
    const socket = connect(product.port, 'localhost')
    socket.on('error', () => {})
    socket.pause()
    socket.write(request.repeat(600))
    await sleep(100)
    socket.destroy()
  }
}

/** The longest one since it was asked for, in milliseconds. */
const eventLoopGap = async (product: Product): Promise<number> =>
  (await metric(product, 'nodejs_eventloop_lag_max_seconds')) * 1_000 - monitorMs

async function metric(product: Product, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${addressOf(product)}/metrics`, { headers })).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
}
