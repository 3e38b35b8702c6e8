import { once } from 'node:events'
import { createServer, type ListenOptions, type Socket } from 'node:net'
import { expect } from 'vitest'

/** The text is in parts, so that no scanner takes this file for malware. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join(
  '',
)

interface Clamd {
  readonly port: number
  readonly url: string
  /** Bytes of the files that were sent to their end. */
  readonly scanned: readonly number[]
  stop(): Promise<void>
}

interface ClamdOptions {
  readonly listen?: ListenOptions
  /** It is like `StreamMaxLength` of clamd.conf. */
  readonly maxBytes?: number
  /** It is called instead of scanning, with the first bytes that arrive. */
  readonly behave?: (socket: Socket) => void
}

/** What ClamAV's daemon answers to PING and INSTREAM, over a real connection. */
export async function startClamd({ listen, maxBytes, behave }: ClamdOptions = {}): Promise<Clamd> {
  const scanned: number[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    const chunks: Buffer[] = []
    socket.on('data', chunk => {
      if (behave) return behave(socket)
      chunks.push(chunk)
      // The end of a command or a file is a zero byte.
      if (chunks.length > 1 && chunk.at(-1) !== 0) return
      const answer = answerTo(Buffer.concat(chunks), maxBytes ?? 100_000_000, scanned)
      if (answer !== null) socket.end(`${answer}\0`)
    })
  })
  server.listen(listen ?? { host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    url: `clamd://127.0.0.1:${port}`,
    scanned,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @returns null: more has to come. */
function answerTo(bytes: Buffer, maxBytes: number, scanned: number[]): string | null {
  const end = bytes.indexOf(0)
  if (end < 0) return null
  const command = bytes.toString('latin1', 0, end)
  if (command === 'zPING') return 'PONG'
  expect(command).toBe('zINSTREAM')
  const parts: Buffer[] = []
  for (let at = end + 1; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    at += 4
    if (length === 0) return found(Buffer.concat(parts), scanned)
    if (length > maxBytes) return 'INSTREAM size limit exceeded. ERROR'
    parts.push(bytes.subarray(at, at + length))
    at += length
  }
  return null
}

function found(file: Buffer, scanned: number[]): string {
  scanned.push(file.length)
  return file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
}
