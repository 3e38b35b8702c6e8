import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Cut = 'before' | 'inside' | 'after'

export interface CuttingProxy {
  readonly port: number
  /** It cuts the connection at the next commit, and resolves once it was cut. */
  cutAtCommit(cut: Cut): Promise<void>
  close(): void
}

/** It is `commit` as a simple query. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')

/** Stands between the product and PostgreSQL. */
export async function startCuttingProxy(toPort: number): Promise<CuttingProxy> {
  let planned: { cut: Cut; done: () => void } | null = null
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(toPort, '127.0.0.1')
    let isCommitting = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    const fulfil = () => {
      planned?.done()
      planned = null
      end()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', chunk => {
      const isCommit = planned !== null && chunk.includes(commitMessage)
      if (isCommit && planned?.cut === 'before') return fulfil()
      upstream.write(chunk)
      // The server may have committed, and the client is not told.
      if (isCommit && planned?.cut === 'inside') return upstream.end(fulfil)
      isCommitting ||= isCommit
    })
    upstream.on('data', chunk => {
      if (isCommitting && planned?.cut === 'after') return fulfil()
      client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    cutAtCommit: cut =>
      new Promise(done => {
        planned = { cut, done }
      }),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
