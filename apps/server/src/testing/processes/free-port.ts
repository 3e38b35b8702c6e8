import { createServer, type Server } from 'node:net'

/** They lie below the ports that systems give to outgoing connections. */
const [firstPort, endPort] = [10_100, 15_000]

const blockSize = 50

let block: Promise<number> | undefined
let handedOut = 0

/**
 * A process keeps the first port of a block while it lives and hands out the others in turn: no other process of ours
 * can take one before the program that it is for listens.
 */
export async function freePort(): Promise<number> {
  block ??= takeBlock()
  const first = await block
  for (let left = blockSize; left > 0; left--) {
    const port = first + 1 + (handedOut++ % (blockSize - 1))
    const probe = await listenOn(port)
    if (!probe) continue
    await new Promise(resolve => probe.close(resolve))
    return port
  }
  throw new Error(`All ports from ${first} to ${first + blockSize} are taken.`)
}

async function takeBlock(): Promise<number> {
  for (let first = firstPort; first < endPort; first += blockSize) {
    const guard = await listenOn(first)
    guard?.unref()
    if (guard) return first
  }
  throw new Error(`All blocks of ports from ${firstPort} to ${endPort} are taken.`)
}

/** @returns null if the port is taken */
function listenOn(port: number): Promise<Server | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, () => resolve(server))
  })
}
