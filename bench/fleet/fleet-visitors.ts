import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Seat } from '../faults/fault-load.ts'

export interface Visits {
  /** Each request counts once. */
  requests: number
  /** That were sent a second time, after a cut connection, 502, 503 or 504. */
  retried: number
  /** These failed the second time too, or otherwise. */
  readonly failed: string[]
  /** Distinct files of pages that were fetched. */
  readonly files: Set<string>
  readonly missing: string[]
}

export interface Visitors {
  readonly visits: Visits
  stop(): Promise<Visits>
}

interface Answer {
  readonly status: number
  readonly body: string
}

const paths = [
  '/',
  '/search',
  '/how-it-works',
  '/search?restaurantOrCuisine=italian',
  '/api/v2/Merchants/Search?latitude=40.7&longitude=-74',
  '/api/feature-flags',
]

/** People who read pages with all of their files, and members who look at their account, until they are stopped. */
export function startVisitors(
  port: number,
  seats: readonly Seat[],
  { lanes = 6, pauseMs = 20 } = {},
): Visitors {
  const visits: Visits = { requests: 0, retried: 0, failed: [], files: new Set(), missing: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let isRunning = true
  let serial = 0

  async function visit(slug: string, path: string, cookie = ''): Promise<Answer> {
    visits.requests += 1
    const first = await ask(agent, port, slug, path, cookie, serial++)
    if (!isPassing(first.status)) return first
    visits.retried += 1
    await sleep(50)
    const second = await ask(agent, port, slug, path, cookie, serial++)
    if (isPassing(second.status)) visits.failed.push(`${second.status} twice: ${slug} ${path}`)
    return second
  }

  async function read(slug: string, path: string): Promise<void> {
    const { status, body } = await visit(slug, path)
    if (status !== 200 && !isPassing(status)) visits.failed.push(`${status}: ${slug} ${path}`)
    const found = body.match(/\/(?:assets|brand)\/[\w.-]+\.\w+/g) ?? []
    for (const file of new Set(found)) {
      if (visits.files.has(`${slug} ${file}`)) continue
      visits.files.add(`${slug} ${file}`)
      const answer = await visit(slug, file)
      if (answer.status !== 200) visits.missing.push(`${answer.status}: ${slug} ${file}`)
    }
  }

  async function lookAtAccount({ slug, tokens }: Seat, n: number): Promise<void> {
    const token = [...tokens.values()][n % tokens.size]!
    const { status } = await visit(slug, '/api/Member', `dw_session=${token}`)
    if (status !== 200 && !isPassing(status)) visits.failed.push(`${status}: ${slug} /api/Member`)
  }

  const running = Array.from({ length: lanes }, async (_, lane) => {
    for (let n = lane; isRunning; n++) {
      const seat = seats[n % seats.length]!
      if (n % 3 === 0) await lookAtAccount(seat, n)
      else await read(seat.slug, paths[n % paths.length]!)
      await sleep(pauseMs)
    }
  })
  return {
    visits,
    async stop() {
      isRunning = false
      await Promise.all(running)
      agent.destroy()
      return visits
    },
  }
}

/** No answer, or one that says to come again. */
const isPassing = (status: number): boolean => status === 0 || (status >= 502 && status <= 504)

/** Each call comes from another address, below every limit. */
export function ask(
  agent: Agent | undefined,
  port: number,
  slug: string,
  path: string,
  cookie: string,
  n: number,
): Promise<Answer> {
  const headers = {
    host: `${slug}.localhost:${port}`,
    'x-client': `10.${(n >> 14) & 127}.${(n >> 7) & 127}.${n & 127}`,
    ...(cookie ? { cookie } : {}),
  }
  return new Promise(resolve => {
    const failed = () => resolve({ status: 0, body: '' })
    request({ host: '127.0.0.1', port, path, headers, agent, timeout: 60_000 }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      )
      answer.once('error', failed)
    })
      .once('error', failed)
      .once('timeout', failed)
      .end()
  })
}
