import { connect, type Socket } from 'node:net'

export type NextRequest = () => string

export interface Load {
  readonly statuses: ReadonlyMap<number, number>
  readonly seconds: number
  /** They are of responses with status 200, sorted. */
  readonly latenciesMs: readonly number[]
}

const headEnd = Buffer.from('\r\n\r\n')
const lastPiece = Buffer.from('0\r\n\r\n')

/** It is for the last answers; what has none by then is cut off. */
const patienceMs = 10_000

/** Each connection sends its next request after a response. Parses only status and length, to stay cheap. */
export async function load(
  port: number,
  { connections, ms, next }: { connections: number; ms: number; next: NextRequest },
): Promise<Load> {
  const statuses = new Map<number, number>()
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const until = startedAt + ms
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking(port, next, until, (status, latencyMs) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 200) latenciesMs.push(latencyMs)
      }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  return { statuses, seconds, latenciesMs: latenciesMs.sort((a, b) => a - b) }
}

export function perSecond({ statuses, seconds }: Load): number {
  return ((statuses.get(200) ?? 0) + (statuses.get(304) ?? 0)) / seconds
}

function keepAsking(
  port: number,
  next: NextRequest,
  until: number,
  onAnswer: (status: number, latencyMs: number) => void,
): Promise<void> {
  return new Promise(resolve => {
    let askedAt = 0
    let missing = 0
    let status = 0
    let head: Buffer = Buffer.alloc(0)
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, ask)
    const cutOff = setTimeout(() => socket.destroy(), until - performance.now() + patienceMs)
    socket.on('data', onData)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(cutOff)
      resolve()
    })

    function ask(): void {
      askedAt = performance.now()
      if (askedAt >= until) {
        socket.destroy()
        return
      }
      socket.write(next())
    }

    function onData(chunk: Buffer): void {
      if (missing === 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(headEnd)
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        status = Number(text.slice(9, 12))
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        // A chunked answer ends with an empty chunk.
        missing = length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length) - head.length
        head = Buffer.alloc(0)
      } else missing -= chunk.length
      if (missing === Number.POSITIVE_INFINITY && chunk.subarray(-5).equals(lastPiece)) missing = 0
      if (missing > 0) return
      missing = 0
      onAnswer(status, performance.now() - askedAt)
      ask()
    }
  })
}
