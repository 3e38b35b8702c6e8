import { beforeEach, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { newStoredOffer } from '../../testing/offers-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
let viewer: TestClient
beforeEach(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  viewer = await consoleClient(app, 'viewer')
})
const read = async (path: string, slug: string) =>
  (await viewer.get(`/api/Console/Insight/${path}?partner=${slug}`)).json()

test('cohorts: first, third and later dines, activity and source, by the month of joining', async () => {
  const joinedAt = new Date('2026-01-20T12:00:00Z')
  const network = await newCardNetwork(app, { member: { joinedAt, enrollmentSource: 'poster' } })
  const { partner } = network
  // In New York it is still January.
  await newMember(app, partner, { joinedAt: new Date('2026-02-01T03:00:00Z') })
  await newMember(app, partner, { joinedAt: new Date('2024-12-01T12:00:00Z') })
  for (const day of ['2026-01-22', '2026-03-02', '2026-03-03'])
    await network.deliver('transaction.clearing', { datetime: `${day}T19:30:00` })
  const { cohorts, sources } = await read('Cohorts', partner.slug)
  expect(cohorts).toHaveLength(12)
  expect(cohorts.at(-3)).toEqual({
    month: '2026-01',
    joined: 2,
    firstDine: [1, 1, 1],
    thirdDine: [0, 0, 1],
    tenthDine: [0, 0, 0],
    active: [1, 0, 1],
  })
  expect(cohorts.at(-1)).toMatchObject({ month: '2026-03', joined: 0, active: [0] })
  expect(sources).toEqual([
    { source: 'poster', joined: 1, linkedCard: 1, firstDine: 1, thirdDine: 1 },
    { source: null, joined: 1, linkedCard: 0, firstDine: 0, thirdDine: 0 },
  ])
  expect((await read('Cohorts', app.newPartner().slug)).sources).toEqual([])
})

test('a bonus: dines of 30 days before and after registering, of those whose 30 days have passed', async () => {
  const network = await newCardNetwork(app, { like: 'harbor' })
  const { partner, memberId } = network
  const recent = await newMember(app, partner)
  const bonus = (member: string, enrolledAt: string) => ({
    partnerId: partner.slug,
    memberId: member,
    code: 'spring',
    bonusStatus: 'Enrolled' as const,
    description: 'Spring bonus',
    isNewMemberBonus: false,
    definition: '{}',
    progress: null,
    createdAt: new Date(enrolledAt),
    enrolledAt: new Date(enrolledAt),
    qualifiedAt: null,
  })
  const rows = [bonus(memberId, '2026-02-01T18:00:00Z'), bonus(recent.id, '2026-03-01T18:00:00Z')]
  for (const [day, amount] of [
    ['2026-01-01', 10],
    ['2026-01-31', 20],
    ['2026-02-01', 40],
    ['2026-03-02', 80],
    ['2026-03-03', 160],
  ] as const)
    await network.deliver('transaction.clearing', { amount, datetime: `${day}T12:00:00` })
  // The network's dines do not count towards it.
  await app.database.db.insertInto('memberBonuses').values(rows).execute()
  const { effects } = await read('Effects', partner.slug)
  expect(effects).toEqual([
    {
      partner: partner.slug,
      kind: 'bonus',
      code: 'spring',
      name: 'Spring bonus',
      members: 2,
      compared: 1,
      dinesBefore: 1,
      dinesAfter: 2,
      spentBeforeCents: 2_000,
      spentAfterCents: 12_000,
      rewardUnits: 0,
    },
  ])
})

test('an offer: who used it, without the dine that used it first, and what it cost', async () => {
  app.clock.set('2026-01-20T18:00:00Z')
  const network = await newCardNetwork(app)
  const { partner } = network
  const code = await newStoredOffer(app, partner, { startsOn: '2026-01-20', endsOn: '2026-01-31' })
  for (const [day, amount] of [
    ['2026-01-10', 30],
    ['2026-01-25', 50],
    ['2026-02-05', 70],
  ] as const) {
    app.clock.set(`${day}T20:00:00Z`)
    await network.deliver('transaction.clearing', { amount, datetime: `${day}T12:00:00` })
  }
  app.clock.set('2026-03-10T18:00:00Z')
  viewer = await consoleClient(app, 'viewer')
  const { effects } = await read('Effects', partner.slug)
  const counts = { members: 1, compared: 1, dinesBefore: 1, dinesAfter: 1 }
  const amounts = { spentBeforeCents: 3_000, spentAfterCents: 7_000, rewardUnits: 250 }
  expect(effects).toEqual([
    { partner: partner.slug, kind: 'offer', code, name: 'Spring', ...counts, ...amounts },
  ])
})

test('silent restaurants: had dines, and none for 30 days; one that has left is not among them', async () => {
  const network = await newCardNetwork(app, { like: 'harbor' })
  const { partner, merchant } = network
  await network.deliver('transaction.clearing', { amount: 50, datetime: '2026-01-15T19:30:00' })
  expect((await read('Effects', partner.slug)).silent).toEqual([
    {
      partner: partner.slug,
      merchantId: merchant.id,
      name: merchant.name,
      city: expect.any(String),
      dines: 1,
      spentCents: 5_000,
      lastDinedOn: '2026-01-15',
    },
  ])
  const setLeft = (leftOn: string | null) =>
    app.database.db
      .updateTable('merchantParticipations')
      .set({ leftOn })
      .where('partnerId', '=', partner.slug)
      .execute()
  await setLeft('2026-02-01')
  expect((await read('Effects', partner.slug)).silent).toEqual([])
  await setLeft(null)
  await network.deliver('transaction.clearing', { datetime: '2026-03-01T19:30:00' })
  expect((await read('Effects', partner.slug)).silent).toEqual([])
})

test('no name, email or number of a member is in them', async () => {
  const network = await newCardNetwork(app)
  await network.deliver('transaction.clearing')
  for (const path of ['Cohorts', 'Effects']) {
    const { body } = await viewer.get(`/api/Console/Insight/${path}?partner=${network.partner.slug}`)
    for (const secret of ['Moreau', '@example.com', network.memberId, network.cardId, '4242'])
      expect(body).not.toContain(secret)
  }
})
