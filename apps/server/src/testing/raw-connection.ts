import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawConnection {
  readonly socket: Socket
  /** All that came until the connection was closed. */
  readonly received: Promise<string>
}

/** It is a connection that speaks HTTP word for word. */
export async function rawConnection(port: number, host = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect(port, host)
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  // A reset ends it like a close.
  socket.on('error', () => {})
  const received = new Promise<string>(resolve => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  return { socket, received }
}

export async function rawAnswer(port: number, request: string, host?: string): Promise<string> {
  const { socket, received } = await rawConnection(port, host)
  socket.write(request)
  return received
}
