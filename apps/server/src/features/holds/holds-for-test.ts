import { expect } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import type { HoldRow } from './holds.repository.ts'

export const clearing = 'transaction.clearing'

/** A test turns on what it is about. */
const rulesOff = {
  dinesPerDay: 0,
  billTimes: 0,
  newCardMinutes: 0,
  membersPerCard: 0,
  membersPerDevice: 0,
  membersPerAddress: 0,
  staff: false,
}

export const newReviewedNetwork = (
  app: TestApp,
  velocity: Record<string, unknown>,
  { settings = {}, ...options }: Parameters<typeof newCardNetwork>[1] = {},
): Promise<CardNetwork> =>
  newCardNetwork(app, { ...options, settings: { ...settings, velocity: { ...rulesOff, ...velocity } } })

/** The cases of the program, the oldest dine first. */
export async function holdsOf(app: TestApp, { partner }: Pick<CardNetwork, 'partner'>): Promise<HoldRow[]> {
  const dines = await app.database.db
    .selectFrom('dines')
    .select(['id', 'dinedAt'])
    .where('partnerId', '=', partner.slug)
    .orderBy('dinedAt')
    .execute()
  const holds = await app.database.db
    .selectFrom('dineHolds')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .execute()
  return dines.flatMap(({ id }) => holds.filter(({ dineId }) => dineId === id))
}

/** Staff of support answers; what is above the limit is approved by another person. */
export async function answer(
  app: TestApp,
  { partner }: Pick<CardNetwork, 'partner'>,
  id: string,
  body: Record<string, unknown>,
) {
  const client = await consoleClient(app, 'support', partner.slug)
  return sendApproved(app, client, 'POST', `/api/Console/Holds/${id}/Decision`, body)
}

export const release = { release: true, reason: 'The restaurant confirms the visit.' }
export const refuse = { refuse: true, reason: 'The restaurant does not know this bill.' }

export async function expectAnswered(answered: Promise<{ statusCode: number; json(): unknown }>) {
  const response = await answered
  expect([response.statusCode, response.json()]).toEqual([200, expect.anything()])
}
