import { verifyWebhook } from '@dineward/api-client'
import type { ApiEvent } from '@dineward/core/events/events.contract.ts'
import { expect, test } from 'vitest'
import { newApiClient } from '../../testing/api-client-for-test.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { newReceiver, newSender } from '../events/webhooks-for-test.ts'

// All deliveries that are due are its own.
const app = await createTestApp({}, { ownDatabase: true })
// The verifier refuses what was signed long ago.
app.clock.set(new Date())

test(
  'a bank by machine: enrolled, a card, a dine by webhook and by list, a reward, signed in, closed',
  longTest,
  async () => {
    const network = await newCardNetwork(app)
    const { partner, merchant } = network
    const client = await newApiClient(app, partner)
    const receiver = await newReceiver()
    const sender = newSender(app)
    const call = async (method: 'GET' | 'POST', path: string, status: number, body?: object) => {
      const answer = await client.call(method, path, body)
      expect([path, answer.statusCode, answer.body]).toEqual([path, status, expect.anything()])
      return answer.json()
    }
    const { secret } = await call('POST', '/v1/webhook-endpoints', 201, { url: receiver.url })

    const { member } = await call('POST', '/v1/members', 201, {
      externalId: 'core-77',
      firstName: 'Grace',
      lastName: 'Moreau',
      email: 'grace.moreau@bank.example',
      emailVerified: true,
      zipCode: '10001',
      emailOptIn: true,
      smsOptIn: false,
      consent: { termsVersion: '7', at: '2026-01-01T00:00:00Z' },
    })
    const { cardId, cardType, lastFour } = frameCard(partner, '4000000000000077')
    await call('POST', `/v1/members/${member.id}/cards`, 201, { cardId, cardType, lastFour })
    const dine = { memberId: member.id, merchantId: merchant.id, amount: 42.5 }
    await call('POST', '/v1/test/dines', 201, { ...dine, cleared: false })
    await network.processAll()
    await call('POST', '/v1/test/dines', 201, dine)
    await network.processAll()
    await call('POST', `/v1/members/${member.id}/rewards`, 201, {
      kind: 'corporate',
      units: 250,
      reason: 'A thank-you from your bank',
      externalId: 'thanks-77',
    })
    const balance = await call('GET', `/v1/members/${member.id}/balance`, 200)
    const { items: dines } = await call('GET', `/v1/dines?memberId=${member.id}`, 200)
    const earned = dines.filter(({ status }: { status: string }) => status === 'Awarded')
    expect(earned.length).toBeGreaterThan(0)
    const rewards = earned.reduce(
      (sum: number, one: { reward: { units: number } }) => sum + one.reward.units,
      0,
    )
    expect(balance.units).toBe(rewards + 250)

    const { url } = await call('POST', `/v1/members/${member.id}/session-links`, 201, {
      returnTo: '/account',
    })
    const browser = newClient(app, partner)
    const opened = await browser.get(new URL(url).pathname + new URL(url).search, {
      'sec-fetch-dest': 'document',
    })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, expect.stringContaining('/account')])
    expect((await browser.get('/api/Member')).json().email).toBe('grace.moreau@bank.example')
    await call('POST', `/v1/members/${member.id}/close`, 200, { reason: 'Closed the account at the bank' })

    await sender.sendDue()
    // They are listed when transactions of other tests have ended.
    const eventsNow = async () => (await call('GET', '/v1/events?limit=200', 200)).items as ApiEvent[]
    await expect
      .poll(async () => (await eventsNow()).map(({ type }) => type), { interval: 500 })
      .toContain('member.closed')
    const listed = await eventsNow()
    const mine = listed.filter(({ data }) => [data.id, data.memberId].includes(member.id))
    const types = mine.map(({ type }) => type)
    for (const type of [
      'member.enrolled',
      'card.linked',
      'dine.pending',
      'dine.awarded',
      'reward.posted',
      'member.closed',
    ])
      expect(types).toContain(type)
    expect(mine.map(({ sequence }) => sequence)).toEqual(mine.map((_, n) => n + 1))
    const sent = receiver.received.map(({ body, headers }) => verifyWebhook(body, headers, secret))
    expect(sent.map(({ id }) => id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted())
  },
)
