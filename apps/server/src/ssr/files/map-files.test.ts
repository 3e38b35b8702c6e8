import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapFileRoutes } from './map-files.routes.ts'

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dw-maps-'))
  await writeFile(join(folder, 'us.pmtiles'), 'PMTiles and what is in it')
  await writeFile(join(folder, 'notes.txt'), 'not for browsers')
  await writeFile(join(folder, '.hidden.json'), '{}')
  app = Fastify()
  await mapFileRoutes(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('a part of a file of tiles is answered as that part', async () => {
  const answer = await app.inject({ url: '/maps/us.pmtiles', headers: { range: 'bytes=0-6' } })
  expect([answer.statusCode, answer.body]).toEqual([206, 'PMTiles'])
  expect(answer.headers['content-range']).toBe('bytes 0-6/25')
})

test.each([
  '/maps/',
  '/maps/notes.txt',
  '/maps/.hidden.json',
  '/maps/../secrets.json',
  '/maps/%2e%2e/secrets.json',
  '/maps/none.pmtiles',
])('%s is nothing that is served', async url => {
  expect((await app.inject({ url })).statusCode).toBe(404)
})
