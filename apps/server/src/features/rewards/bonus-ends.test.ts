import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient, tokenHeader } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { setSetting } from '../partner/settings.service.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'
const atNoon = (date: string) => ({ datetime: `${date}T12:00:00` })
const each = {
  code: 'EACH',
  description: 'x',
  reward: { kind: 'fixed', units: 1000 },
  repeats: true,
} as const
const automatic = { ...each, needsRegistration: false, from: '2026-03-01', to: null as string | null }

beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

async function newProgram(bonus: object): Promise<CardNetwork> {
  const network = await newCardNetwork(app)
  const overrides = { settings: { hostNames: [], bonuses: [bonus] }, theme: null }
  app.partners.applyOverrides(network.partner.slug, overrides)
  await db
    .insertInto('partnerOverrides')
    .values({
      partnerId: network.partner.slug,
      settings: JSON.stringify(overrides.settings),
      updatedAt: app.clock.now(),
    })
    .execute()
  return network
}

const setBonuses = ({ partner }: CardNetwork, value: readonly object[]) =>
  setSetting(
    { ...app.context(partner), partners: app.partners, actor: { kind: 'system', name: 'ada' } },
    { partner, path: 'bonuses', value },
  )

test.each([
  ['is removed', []],
  ['has its last day today', [{ ...automatic, to: '2026-03-10' }]],
  ['has its last day in the past', [{ ...automatic, to: '2026-03-02' }]],
])('an automatic bonus that %s -> earned no more from tomorrow on, kept until then', async (_, value) => {
  const [network, id] = [await newProgram(automatic), randomUUID()]
  await network.deliver(clearing, { id, ...atNoon('2026-03-09') })
  await setBonuses(network, value)
  await network.deliver(clearing, atNoon('2026-03-10'))
  app.clock.set('2026-03-11T18:00:00Z')
  await network.deliver(clearing, atNoon('2026-03-11'))
  await network.deliver('transaction.refund', { amount: -1, originalTransactionId: id })
  expect(await network.balance()).toBe(124 + 2 * 127 + 2 * 1000)
})

test('an automatic bonus that is over and is removed -> dines since then earn nothing of it', async () => {
  const bonus = { ...automatic, to: '2026-03-08' }
  const network = await newProgram(bonus)
  await network.deliver(clearing, atNoon('2026-03-08'))
  await network.deliver(clearing, atNoon('2026-03-09'))
  await setBonuses(network, [])
  await network.deliver(clearing, atNoon('2026-03-10'))
  expect(await network.balance()).toBe(3 * 127 + 1000)
})

test('a later last day -> holds for those who have begun, too', async () => {
  const network = await newProgram({ ...automatic, to: '2026-03-10' })
  await network.deliver(clearing, atNoon('2026-03-09'))
  await setBonuses(network, [automatic])
  app.clock.set('2026-03-11T18:00:00Z')
  await network.deliver(clearing, atNoon('2026-03-11'))
  expect(await network.balance()).toBe(2 * 127 + 2 * 1000)
})

test('a bonus that members register for is removed -> those who have keep it', async () => {
  const network = await newProgram(each)
  const client = await signedInClient(app, network.partner, network.memberId)
  await client.send('POST', '/api/Member/Bonus/EACH', {}, await tokenHeader(client))
  await setBonuses(network, [])
  app.clock.set('2026-03-11T18:00:00Z')
  await network.deliver(clearing, atNoon('2026-03-11'))
  expect(await network.balance()).toBe(127 + 1000)
})
