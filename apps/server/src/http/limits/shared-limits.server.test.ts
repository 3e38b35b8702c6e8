import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newServerDatabase, type ServerDatabase } from '../../testing/databases/server-database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, tokenHeader } from '../../testing/test-client.ts'
import { limits } from './rate-limits.ts'

let server: ServerDatabase
let apps: TestApp[]

beforeEach(async () => {
  server = await newServerDatabase()
  apps = await Promise.all([1, 2, 3].map(startOne))
})
afterEach(async () => {
  for (const app of apps) await app[Symbol.asyncDispose]()
})

async function startOne(): Promise<TestApp> {
  const { db } = await server.open()
  return createTestApp({ db, isOneOfMany: true })
}

const from = (app: TestApp, address: string) => newClient(app, app.partners.bySlug('skyward')!, address)

describe('guesses of one address over three processes', () => {
  test('a thousand are limited like those at one, and another address is not concerned', async () => {
    const clients = apps.map(app => from(app, '203.0.113.7'))
    const statuses: number[] = []
    const lanes = clients.map(async client => {
      const token = await tokenHeader(client)
      for (let guess = 0; guess < 333; guess++) {
        const body = { userName: `guess-${guess}@example.com`, password: 'a guess' }
        const answer = await client.send('POST', '/api/SignIn', body, token)
        statuses.push(answer.statusCode)
        if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
    })
    await Promise.all(lanes)
    expect(statuses).toHaveLength(999)
    expect(statuses.filter(status => status !== 429)).toHaveLength(limits.signIn.max)
    const other = await from(apps[0]!, '203.0.113.8').send('POST', '/api/SignIn', {
      userName: 'a@example.com',
      password: 'b',
    })
    expect(other.statusCode).not.toBe(429)
  })
})
