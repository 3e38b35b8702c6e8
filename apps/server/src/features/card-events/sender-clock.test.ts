import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork, sendSigned } from './card-network-for-test.ts'

const today = new Date('2026-11-20T12:00:00Z')
/** The demo's clock shows March, the sender's shows today. */
const demo = await createTestApp({ senderClock: { now: () => today } })
const real = await createTestApp()

const send = async (app: typeof demo, timestamp: number) => {
  const network = await newCardNetwork(app)
  const body = JSON.stringify(network.body())
  return (await sendSigned(app, 'transaction.clearing', body, { timestamp: String(timestamp) })).statusCode
}

describe('an event signed with today’s time', () => {
  test('is taken in a demo of another day, and so is one signed with the demo’s time', async () => {
    expect(await send(demo, today.getTime())).toBe(200)
    expect(await send(demo, demo.clock.now().getTime() - 300_000)).toBe(200)
  })

  test('is refused when it is further than five minutes from both clocks', async () => {
    expect(await send(demo, today.getTime() - 300_001)).toBe(401)
    expect(await send(demo, demo.clock.now().getTime() + 300_001)).toBe(401)
  })

  test('is refused where there is one clock, as in production', async () => {
    expect(await send(real, today.getTime())).toBe(401)
    expect(await send(real, real.clock.now().getTime())).toBe(200)
  })
})
