import { type ChildProcess, fork } from 'node:child_process'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'
import { load, perSecond } from '../load.ts'
import { median } from '../start.ts'

const rounds = 7
const roundMs = 700
const busy = 16
const overloaded = 50 * busy

/** P5 measures a cached anonymous page against raw `node:http` and against rendering it, in turns. P15 is overload. */
export async function servingBudgets(): Promise<Figure[]> {
  // Requests come from many addresses, below every rate limit.
  const product = await startProduct({ TRUST_PROXY: '1', LOG_LEVEL: 'warn' })
  const raw = await startRaw(await answerOf(product))
  try {
    return [...(await fromCache(product, raw.port)), ...(await overload(product))]
  } finally {
    raw.process.kill()
    await product.stop()
  }
}

/** What is measured: an address of its own for each request. */
export type Served = Pick<Product, 'port' | 'address'>

export async function fromCache(product: Served, rawPort: number): Promise<Figure[]> {
  const measure = (port: number, next: () => string) => load(port, { connections: busy, ms: roundMs, next })
  const [cached, uncached, bare] = [asking(product, '/'), asking(product, '/', true), asking(product, '/')]
  for (let round = 0; round < 3; round++) {
    await measure(product.port, uncached)
    await measure(product.port, cached)
    await measure(rawPort, bare)
  }
  const [againstRaw, againstRendering]: [number[], number[]] = [[], []]
  const seen: number[] = []
  for (let round = 0; round < rounds; round++) {
    const rendered = perSecond(await measure(product.port, uncached))
    const fromRaw = perSecond(await measure(rawPort, bare))
    const ours = perSecond(await measure(product.port, cached))
    seen.push(ours)
    againstRaw.push(ours / fromRaw)
    againstRendering.push(ours / rendered)
  }
  const [raw, rendering] = [median(againstRaw), median(againstRendering)]
  const rate = `${Math.round(median(seen))}/s`
  return [
    {
      budget: 'P5',
      what: 'anonymous page from the cache, at least 0.6x raw node:http with the same bytes',
      measured: `${raw.toFixed(2)}x (${rate})`,
      isMet: raw >= 0.6,
    },
    {
      budget: 'P5',
      what: 'anonymous page from the cache, at least 12x rendering it',
      measured: `${rendering.toFixed(0)}x`,
      isMet: rendering >= 12,
    },
  ]
}

/** Uncached pages, requested by 50 times as many clients as can be served. */
export async function overload(product: Served, healthPort = product.port): Promise<Figure[]> {
  const next = asking(product, '/how-it-works', true)
  const ratios: number[] = []
  const health: number[] = []
  for (let round = 0; round < 3; round++) {
    const peak = perSecond(await load(product.port, { connections: busy, ms: 2_000, next }))
    let isOver = false
    const watch = watchHealth({ ...product, port: healthPort }, () => isOver)
    const crowd = await load(product.port, { connections: overloaded, ms: 4_000, next })
    isOver = true
    ratios.push(perSecond(crowd) / peak)
    health.push(...(await watch))
  }
  health.sort((a, b) => a - b)
  const worst = health[Math.ceil(health.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
  const ratio = median(ratios)
  return [
    {
      budget: 'P15',
      what: 'pages drawn under 50x overload, at least 0.65x of the peak',
      measured: `${ratio.toFixed(2)}x`,
      isMet: ratio >= 0.65,
    },
    {
      budget: 'P15',
      what: '/healthz under 50x overload, at most 100 ms (99 of 100)',
      measured: `${worst.toFixed(0)} ms`,
      isMet: worst <= 100,
    },
  ]
}

async function watchHealth(product: Served, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    await get(product, '/healthz')
    times.push(performance.now() - startedAt)
    await sleep(20)
  }
  return times
}

let serial = 0

/** Each request comes from another address; `isUncached` requests a page of its own. */
function asking(product: Served, path: string, isUncached = false): () => string {
  const host = new URL(product.address('skyward')).host
  return () => {
    serial += 1
    const from = `10.${(serial >> 14) & 127}.${(serial >> 7) & 127}.${serial & 127}`
    const query = isUncached ? `?slot=${serial}` : ''
    return `GET ${path}${query} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\nx-forwarded-for: ${from}\r\nx-client: ${from}\r\n\r\n`
  }
}

export async function answerOf(product: Served): Promise<{ headers: string[]; body: string }> {
  await get(product, '/')
  const { headers, body } = await get(product, '/')
  const added = ['date', 'connection', 'keep-alive']
  return {
    headers: Object.entries(headers)
      .filter(([name]) => !added.includes(name))
      .flatMap(([name, value]) => [name, String(value)]),
    body: body.toString('base64'),
  }
}

function get(product: Served, path: string) {
  const { host } = new URL(product.address('skyward'))
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const headers = { host, 'accept-encoding': 'br' }
    request({ host: '127.0.0.1', port: product.port, path, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

export async function startRaw(answer: object): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('raw-server.ts', import.meta.url)))
  const port = await new Promise<number>(resolve => {
    child.once('message', message => resolve(Number(message)))
    child.send(answer)
  })
  return { process: child, port }
}
