import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import type { Insertable, Selectable } from 'kysely'
import type { LinkedCardsTable } from '../features/cards/cards.tables.ts'
import type { MembersTable } from '../features/members/members.tables.ts'
import type { MerchantParticipationsTable, MerchantsTable } from '../features/merchants/merchants.tables.ts'
import { newId } from '../new-id.ts'
import type { TestApp } from './test-app.ts'

export async function newMember(
  test: TestApp,
  partner: Partner,
  overrides: Partial<Insertable<MembersTable>> = {},
): Promise<Selectable<MembersTable>> {
  const memberId = newId()
  const email = overrides.email ?? `m${memberId}@example.com`
  return test.database.db
    .insertInto('members')
    .values({
      id: memberId,
      partnerId: partner.slug,
      email,
      signInName: normalizeSignInName(email),
      emailConfirmedAt: new Date('2025-01-01T00:00:00Z'),
      firstName: 'Ada',
      lastName: 'Moreau',
      zipCode: '10001',
      tierLevel: 2,
      memberType: 'EnrolledCardMember',
      familyId: newId(),
      emailOptIn: true,
      joinedAt: new Date('2025-01-01T00:00:00Z'),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function newLinkedCard(
  test: TestApp,
  member: { id: string; partnerId: string },
  overrides: Partial<Insertable<LinkedCardsTable>> = {},
): Promise<Selectable<LinkedCardsTable>> {
  return test.database.db
    .insertInto('linkedCards')
    .values({
      id: newId(),
      partnerId: member.partnerId,
      memberId: member.id,
      cardToken: newId(),
      cardType: 'Visa',
      lastFour: '4242',
      description: 'Visa',
      linkedAt: new Date('2025-01-02T00:00:00Z'),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A New York restaurant in the partner's program, earning every day, known to the networks by its MID. */
export async function newMerchant(
  test: TestApp,
  partner: Partner,
  overrides: Partial<Insertable<MerchantsTable>> = {},
  participation: Partial<Insertable<MerchantParticipationsTable>> = {},
): Promise<Selectable<MerchantsTable> & { mid: string }> {
  const merchantId = newId()
  const { db } = test.database
  const merchant = await db
    .insertInto('merchants')
    .values({
      id: merchantId,
      source: 'test',
      sourceId: merchantId,
      name: 'Casa Lumen',
      cuisines: ['Italian'],
      priceRange: 2,
      rating: 4.4,
      numberOfRatings: 120,
      street: '12 Bleecker St',
      city: 'New York',
      state: 'NY',
      zipCode: '10012',
      latitude: 40.7258,
      longitude: -73.9932,
      timezone: 'America/New_York',
      hours: JSON.stringify({}),
      menu: JSON.stringify([]),
      mealsServed: ['dinner'],
      features: ['dineIn'],
      searchText: searchTextOf({
        name: overrides.name ?? 'Casa Lumen',
        cuisines: overrides.cuisines ?? ['Italian'],
        neighborhood: overrides.neighborhood ?? '',
      }),
      updatedAt: new Date('2025-01-01T00:00:00Z'),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const mid = `MID${merchant.id}`
  await db
    .insertInto('merchantMids')
    .values({ mid, merchantId: merchant.id, validFrom: '2020-01-01', validTo: null })
    .execute()
  await db
    .insertInto('merchantParticipations')
    .values({
      partnerId: partner.slug,
      merchantId: merchant.id,
      joinedOn: '2020-01-01',
      benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      campaignCodes: [],
      ...participation,
    })
    .execute()
  return { ...merchant, mid }
}
