import { expect, test } from 'vitest'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { here, search } from './search-for-test.ts'

const app = await createTestApp()
const { db } = app.database
// The clock is set to noon of March 10, 2026, in New York (testing/test-app.ts). A dinner of $60 earns 180 points.
const program = { hasFlexOffers: true, acclaimed: 'membersAndVips' }

const inOrder = async (client: TestClient) =>
  (await search(client, `${here}&sortBy=reward`)).merchants.map(({ name }) => name)

async function newScene(settings: object = {}) {
  const partner = app.newPartner({ settings: { ...program, ...settings } })
  const member = await newMember(app, partner, { tierLevel: 2 })
  const ids = new Map<string, string>()
  for (const [at, name] of [
    'Locked',
    'Nearest',
    'Tripled',
    'Percent',
    'Fixed',
    'Ended',
    'Coming',
  ].entries()) {
    const place = { name, latitude: 40.7577 + at / 100, longitude: -73.9857 }
    const { id } = await newMerchant(app, partner, place, {
      campaignCodes: name === 'Locked' ? ['acclaimed2'] : [],
    })
    ids.set(name, id)
  }
  const offer = (
    name: string,
    rewardKind: 'fixed' | 'percent' | 'multiplier',
    rewardValue: number,
    dates = {},
  ) =>
    db
      .insertInto('flexOffers')
      .values({
        id: `${partner.slug}-${name}`,
        partnerId: partner.slug,
        memberId: member.id,
        merchantId: ids.get(name)!,
        webMessageOfferAmount: 'extra',
        rewardKind,
        rewardValue,
        startsOn: '2026-03-01',
        endsOn: '2026-03-31',
        ...dates,
      })
      .execute()
  await offer('Locked', 'fixed', 5_000)
  await offer('Tripled', 'multiplier', 3)
  await offer('Percent', 'percent', 5)
  await offer('Fixed', 'fixed', 500)
  await offer('Ended', 'fixed', 900, { endsOn: '2026-03-09' })
  await offer('Coming', 'fixed', 900, { startsOn: '2026-03-11' })
  return { partner, client: await signedInClient(app, partner, member.id) }
}

test('by reward: what a dinner of $60 earns beside, then the nearest; what the tier does not cover last', async () => {
  const { client } = await newScene()
  expect(await inOrder(client)).toEqual([
    'Fixed',
    'Tripled',
    'Percent',
    'Nearest',
    'Ended',
    'Coming',
    'Locked',
  ])
})

test('by reward, without offers of the program -> the nearest; what the tier does not cover last', async () => {
  const { client } = await newScene({ hasFlexOffers: false })
  expect(await inOrder(client)).toEqual([
    'Nearest',
    'Tripled',
    'Percent',
    'Fixed',
    'Ended',
    'Coming',
    'Locked',
  ])
})

test('by reward, of a visitor -> the nearest', async () => {
  const { partner } = await newScene()
  expect((await inOrder(newClient(app, partner)))[0]).toBe('Locked')
})
