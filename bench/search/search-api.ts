import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import type { Figure } from '../figure.ts'
import { load, perSecond } from '../load.ts'
import { median } from '../start.ts'

const rounds = 9
const roundMs = 700
const connections = 16

/**
 * P4 measures a search answer with total, facets, response schema and all headers against a bare Fastify hello, in
 * turns.
 */
export async function searchApiBudgets(): Promise<Figure[]> {
  const product = await startProduct({ TRUST_PROXY: '1', LOG_LEVEL: 'warn' })
  const hello = fork(fileURLToPath(new URL('hello-server.ts', import.meta.url)))
  try {
    const helloPort = await new Promise<number>(resolve =>
      hello.once('message', port => resolve(Number(port))),
    )
    const bare = () => `GET / HTTP/1.1\r\nhost: localhost\r\n\r\n`
    const search = searchRequests(product)
    const measure = (port: number, next: () => string) => load(port, { connections, ms: roundMs, next })
    for (let round = 0; round < 3; round++) {
      await measure(product.port, search)
      await measure(helloPort, bare)
    }
    const ratios: number[] = []
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) {
      const greeting = perSecond(await measure(helloPort, bare))
      const ours = perSecond(await measure(product.port, search))
      rates.push(ours)
      ratios.push(ours / greeting)
    }
    const ratio = median(ratios)
    return [
      {
        budget: 'P4',
        what: 'search API answer with 20 rows, at least 0.1x a bare Fastify hello',
        measured: `${ratio.toFixed(2)}x (${Math.round(median(rates))}/s)`,
        isMet: ratio >= 0.1,
      },
    ]
  } finally {
    hello.kill()
    await product.stop()
  }
}

/** Requests come from many addresses, below every rate limit, around thousands of places in Manhattan. */
function searchRequests(product: Product): () => string {
  const { host } = new URL(product.address('skyward'))
  let serial = 0
  return () => {
    serial += 1
    const from = `10.${(serial >> 14) & 127}.${(serial >> 7) & 127}.${serial & 127}`
    const place = `latitude=${(40.7 + (serial % 89) / 1_000).toFixed(3)}&longitude=${(-74.02 + (serial % 61) / 1_000).toFixed(3)}`
    return `GET /api/v2/Merchants/Search?${place}&pageSize=20 HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${from}\r\n\r\n`
  }
}
