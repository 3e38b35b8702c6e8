import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { expect, inject, test } from 'vitest'
import { closeAfterFile } from './testing/close-after-file.ts'
import { fetchStatus, freePort } from './testing/server-process.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** The real database behind a port of its own. */
async function openDoor(port: number): Promise<Server> {
  const { port: real } = new URL(inject('postgresUrl')!)
  const door = createServer((socket: Socket) => {
    const there = connect(Number(real), '127.0.0.1')
    for (const end of [socket, there]) end.on('error', () => {})
    socket.pipe(there).pipe(socket)
  }).listen(port, '127.0.0.1')
  await once(door, 'listening')
  closeAfterFile(async () => {
    door.close()
  })
  return door
}

test('no database at the start -> alive and not ready; once it answers, the start goes on', async () => {
  const [port, databasePort] = [await freePort(), await freePort()]
  let isOver = false
  const databaseUrl = `postgres://postgres@127.0.0.1:${databasePort}/postgres`
  const waiting = waitForDatabase({ databaseUrl, host: 'localhost', port, production: false }).then(() => {
    isOver = true
  })
  const status = (path: string) => fetchStatus(`http://localhost:${port}${path}`)
  await expect.poll(() => status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(503)
  expect(await status('/search')).toBe(503)
  expect(isOver).toBe(false)
  await openDoor(databasePort)
  await waiting
  expect(await status('/healthz')).toBeNull()
})

test('a database that refuses us -> the start ends with what it said', async () => {
  const databaseUrl = `${inject('postgresUrl')}/there_is_none`
  await expect(
    waitForDatabase({ databaseUrl, host: 'localhost', port: await freePort(), production: false }),
  ).rejects.toThrow(/database "there_is_none" does not exist/)
})
