import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { setSetting } from '../partner/settings.service.ts'

const app = await createTestApp()
const { db } = app.database
const clearing = 'transaction.clearing'
const atNoon = (date: string) => ({ datetime: `${date}T12:00:00` })

beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

/** VIPs earn 425 points, others 127. */
const newProgram = (dinesRequired: number) =>
  newCardNetwork(app, {
    settings: {
      hasVIP: true,
      vipQualification: { dinesRequired, dollarsRequired: 0 },
      rewards: { earnRates: { '3': { numerator: 10, denominator: 100 } } },
    },
  })

/** A day passes. The rates are known from a build that did not keep what makes a VIP. */
async function requireDines({ partner }: CardNetwork, value: number) {
  await db
    .insertInto('rateVersions')
    .values({
      partnerId: partner.slug,
      validFrom: new Date(0),
      recordedAt: app.clock.now(),
      cause: 'first',
      rates: JSON.stringify(partner.settings.rewards),
      vipQualification: null,
    })
    .execute()
  const { settings } = partner
  const stored = {
    hostNames: [],
    hasVIP: true,
    vipQualification: settings.vipQualification,
    rewards: settings.rewards,
  }
  await db
    .insertInto('partnerOverrides')
    .values({ partnerId: partner.slug, settings: JSON.stringify(stored), updatedAt: app.clock.now() })
    .execute()
  app.clock.set('2026-03-11T18:00:00Z')
  const change = { partner, path: 'vipQualification.dinesRequired', value }
  await setSetting(
    { ...app.context(partner), partners: app.partners, actor: { kind: 'system', name: 'ada' } },
    change,
  )
}

const tierOf = async ({ memberId }: CardNetwork) =>
  (await db.selectFrom('members').select('tierLevel').where('id', '=', memberId).executeTakeFirstOrThrow())
    .tierLevel

test('more dines are required -> who was a VIP stays one', async () => {
  const network = await newProgram(2)
  await network.deliver(clearing, atNoon('2026-03-01'))
  await network.deliver(clearing, atNoon('2026-03-02'))
  await network.deliver(clearing, atNoon('2026-03-03'))
  await requireDines(network, 11)
  await network.deliver(clearing, atNoon('2026-03-11'))
  expect([await tierOf(network), await network.balance()]).toEqual([3, 2 * 127 + 2 * 425])
})

test('fewer dines are required -> who has them is a VIP from then on', async () => {
  const network = await newProgram(11)
  for (const day of ['01', '02', '03']) await network.deliver(clearing, atNoon(`2026-03-${day}`))
  await requireDines(network, 2)
  await network.deliver(clearing, atNoon('2026-03-10'))
  expect([await tierOf(network), await network.balance()]).toEqual([3, 4 * 127])
})
