import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections
  }
}

export interface Connections {
  watch(server: Server): void
  /** Whether the process is stopping: answers end their connections. */
  isClosing(): boolean
  /** Call before `close`, which resets connections without a request. Waits until no client is about to send one. */
  settle(): Promise<void>
}

/** Limits are in milliseconds. Some clients connect early and send nothing for minutes: do not wait for those. */
const limits = { quiet: 250, firstRequest: 2_000, overall: 5_000 }

export function createConnections(): Connections {
  /** These have sent no request so far; the value says when they connected. */
  const fresh = new Map<Socket, number>()
  let lastConnection = Number.NEGATIVE_INFINITY
  let closing = false

  function isSettled(now: number): boolean {
    const isAwaited = [...fresh.values()].some(since => now - since < limits.firstRequest)
    return !isAwaited && now - lastConnection >= limits.quiet
  }

  return {
    watch(server) {
      server.on('connection', (socket: Socket) => {
        lastConnection = performance.now()
        fresh.set(socket, lastConnection)
        socket.once('close', () => fresh.delete(socket))
      })
      server.on('request', ({ socket }) => fresh.delete(socket))
    },
    isClosing: () => closing,
    async settle() {
      closing = true
      const until = performance.now() + limits.overall
      // The first turn accepts what has connected already.
      do await sleep(25)
      while (performance.now() < until && !isSettled(performance.now()))
    },
  }
}

/** Connections that stay open would keep the process alive. */
export function closeConnectionsOnShutdown(app: FastifyInstance, connections: Connections): void {
  app.decorate('connections', connections)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (connections.isClosing()) reply.header('connection', 'close')
    done(null, payload)
  })
}
