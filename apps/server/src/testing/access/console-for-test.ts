import { randomBytes } from 'node:crypto'
import type { Contract } from '@dineward/core/shared/contract.ts'
import type { LightMyRequestResponse } from 'fastify'
import { startConsoleSession } from '../../features/console-session/console-session.service.ts'
import { everyPartner } from '../../features/staff/grants.service.ts'
import { findStaffById } from '../../features/staff/staff.service.ts'
import { newStaff, staffPassword } from '../sign-in/staff-for-test.ts'
import type { TestApp } from '../test-app.ts'
import { browserAt, type TestClient, tokenHeader } from '../test-client.ts'

export const consoleHost = 'console.localhost'

/** It is a browser at the console, signed out. */
export const newConsoleClient = (test: TestApp): TestClient =>
  browserAt(test, consoleHost, `10.9.${randomBytes(1)[0]}.${randomBytes(1)[0]}`)

/** It makes a staff member of this role. @param partner a slug; all programs without it */
export async function newConsoleStaff(test: TestApp, role: string, partner: string = everyPartner) {
  const staff = await newStaff(test, { partnerIds: [] })
  await test.database.db
    .insertInto('staffRoles')
    .values({ partnerId: partner, staffId: staff.id, role })
    .execute()
  return staff
}

/** The client is signed in without a password. */
export async function consoleClient(test: TestApp, role: string, partner?: string): Promise<TestClient> {
  const staff = await newConsoleStaff(test, role, partner)
  return signedInToConsole(test, staff.id)
}

export async function signedInToConsole(test: TestApp, id: string): Promise<TestClient> {
  const { database, clock, partners } = test
  const { db } = database
  const { token } = await startConsoleSession({ db, clock, partners }, (await findStaffById(db, id))!, {
    previousToken: null,
    browser: 'Chrome',
    system: 'Windows',
    client: 'a-test',
  })
  const client = newConsoleClient(test)
  client.cookies.set('dw_console', token)
  return client
}

/** The client proves by its password who it is, for the next five minutes. */
export const reauthenticate = (client: TestClient): Promise<LightMyRequestResponse> =>
  sendTo(client, 'POST', '/api/Console/Account/Reauthentication', { password: staffPassword })

/** @param headers besides the anti-forgery token */
export async function sendTo(
  client: TestClient,
  method: Contract['method'],
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  if (method === 'GET') return client.get(url)
  return client.send(method, url, body, { ...(await tokenHeader(client)), ...headers })
}
