import { afterEach, describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { factoryTerms } from '../../testing/access/console-restaurants-cases.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { beginDueTerms } from '../merchants/terms/coming-terms.service.ts'
import { createPartnerRegistry } from '../partner/partner-registry.service.ts'
import { setSetting } from '../partner/settings.service.ts'
import { closePeriod } from './close-period.service.ts'
import { merchantStatements } from './merchant-statement.service.ts'

// It is March 10, 2026, 2 PM in New York.
const app = await createTestApp()
const start = app.clock.now()
afterEach(() => app.clock.set(start))
const actor = { kind: 'system', name: 'ada' } as const

/**
 * The scene has $612.60 in February, at 10 %; $100 on March 9; then the fee becomes 20 % on March 10, and $100 more are
 * spent.
 */
async function newScene() {
  const network = await newCardNetwork(app)
  const { partner, merchant } = network
  const spend = (amount: number, day: string) =>
    network.deliver('transaction.clearing', {
      id: `${partner.slug}-${day}`,
      amount,
      datetime: `${day}T19:30:00`,
    })
  await spend(612.6, '2026-02-12')
  await spend(100, '2026-03-09')
  const statement = async (month: string) =>
    (await merchantStatements(app.database.db, partner, { month, merchantId: merchant.id }))[0]!
  const client = await consoleClient(app, 'restaurants', partner.slug)
  const at = `/api/Console/Restaurants/${merchant.id}`
  const versionOf = async () => (await client.get(at)).json().restaurant.participations[0].version
  return { network, partner, merchant, spend, statement, client, at, versionOf }
}
type Scene = Awaited<ReturnType<typeof newScene>>

const reason = 'Agreed with the owner'
const { joinedOn: _joined, leftOn: _left, ...conditions } = factoryTerms

async function changeToday({ client, at, partner, versionOf }: Scene) {
  const terms = { ...factoryTerms, feeBasisPoints: 2_000 }
  const body = { version: await versionOf(), terms, reason }
  const path = `${at}/Participations/${partner.slug}`
  expect((await sendApproved(app, client, 'PUT', path, body)).statusCode).toBe(200)
}

describe('a fee that changes to 20 % on March 10', () => {
  test.each([
    {
      how: 'in the console, from today',
      change: changeToday,
    },
    {
      how: 'in the console, planned the day before and made current later',
      change: async ({ client, at, partner, versionOf }: Scene) => {
        app.clock.set('2026-03-09T18:00:00Z')
        const terms = { ...conditions, feeBasisPoints: 2_000 }
        const body = { version: await versionOf(), from: '2026-03-10', terms, reason }
        const path = `${at}/Participations/${partner.slug}/Coming`
        expect((await sendApproved(app, client, 'POST', path, body)).statusCode).toBe(200)
        app.clock.set('2026-03-12T18:00:00Z')
        await beginDueTerms({ db: app.database.db, clock: app.clock })
      },
    },
    {
      how: 'in the program’s settings',
      change: async ({ partner }: Scene) => {
        const partners = createPartnerRegistry([partner], { defaultSlug: partner.slug, byHostNames: false })
        const ctx = { db: app.database.db, clock: app.clock, partners, actor }
        await setSetting(ctx, { partner, path: 'merchantFee.basisPoints', value: 2_000 })
      },
    },
  ])('$how -> days before keep 10 %', async ({ change }) => {
    const scene = await newScene()
    expect(await scene.statement('2026-02')).toMatchObject({ feeCents: 6_126 })
    await change(scene)
    await scene.spend(100, '2026-03-10')
    expect(await scene.statement('2026-02')).toMatchObject({ feeCents: 6_126, feeBasisPoints: 1_000 })
    expect(await scene.statement('2026-03')).toMatchObject({
      feeCents: 1_000 + 2_000,
      feeBasisPoints: 2_000,
      feeRates: [
        { from: '2026-03-09', basisPoints: 1_000 },
        { from: '2026-03-10', basisPoints: 2_000 },
      ],
    })
  })

  test('a refund of a dine of a closed month -> corrected by the fee that was billed for it', async () => {
    const scene = await newScene()
    const { network, partner, statement } = scene
    await closePeriod({ ...app.context(partner), actor }, { month: '2026-02', note: null })
    await changeToday(scene)
    await network.deliver('transaction.refund', {
      amount: -100,
      originalTransactionId: `${partner.slug}-2026-02-12`,
      datetime: '2026-03-10T12:00:00',
    })
    expect(await statement('2026-02')).toMatchObject({ feeCents: 6_126 })
    expect(await statement('2026-03')).toMatchObject({ netCents: 0, feeCents: 1_000 - 1_000 })
  })
})
