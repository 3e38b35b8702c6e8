import { randomUUID } from 'node:crypto'
import type { ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { importColumns } from '@dineward/core/merchant-import/import-columns.rules.ts'
import type { MerchantEvent, MerchantOffer } from '@dineward/core/merchants/merchant-events.rules.ts'
import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { conditionsOf, termsOf, termsVersion } from '../../features/merchants/facts/merchant-facts.rules.ts'
import { addPhoto } from '../../features/photos/photos.service.ts'
import { newMerchant } from '../factories.ts'
import { newDraftId } from '../offers-for-test.ts'
import { newBookableMerchant } from '../restaurant-book.ts'
import type { TestApp } from '../test-app.ts'

interface Scene {
  readonly test: TestApp
  readonly partner: Partner
  readonly memberId: string
}

type Merchant = Awaited<ReturnType<typeof newMerchant>>
const merchants = new WeakMap<Scene, Promise<Merchant>>()

function merchantOf(scene: Scene): Promise<Merchant> {
  const known = merchants.get(scene) ?? newMerchant(scene.test, scene.partner)
  merchants.set(scene, known)
  return known
}

const ofMerchant = async (scene: Scene) => ({ id: (await merchantOf(scene)).id })

/** `newMerchant` makes these terms. */
export const factoryTerms: ParticipationTerms = {
  joinedOn: '2020-01-01',
  leftOn: null,
  benefitDays: [...weekdays],
  campaignCodes: [],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
  reservationBonus: null,
  feeBasisPoints: null,
}
export const factoryTermsVersion = termsVersion(termsOf(factoryTerms), [])
const factoryConditions = conditionsOf(factoryTerms)

async function withComingTerms(scene: Scene) {
  const { id } = await merchantOf(scene)
  await scene.test.database.db
    .insertInto('comingTerms')
    .values({
      partnerId: scene.partner.slug,
      merchantId: id,
      validFrom: '2099-01-01',
      ...factoryConditions,
      recordedAt: scene.test.clock.now(),
    })
    .execute()
  return { id }
}

export const factsForTest: MerchantFacts = {
  name: 'Casa Nueva',
  about: '',
  cuisines: ['Mexican'],
  priceRange: 2,
  street: '14 Bleecker St',
  city: 'New York',
  state: 'NY',
  zipCode: '10012',
  neighborhood: 'SoHo',
  latitude: 40.7258,
  longitude: -73.9932,
  timezone: 'America/New_York',
  phone: '',
  website: '',
  hours: { Mon: [{ opens: '17:00', closes: '22:00' }] },
  menu: [],
  menuUrl: '',
  menuImages: [],
  onlineOrderingUrl: '',
  openTableId: null,
  features: ['dineIn'],
  diets: [],
  mealsServed: ['dinner'],
  acclaimedLevel: 0,
}

const reason = 'Asked for by its owner'

export const eventForTest: MerchantEvent = {
  title: 'Tapas night',
  text: 'Ten small plates.',
  url: 'https://casa.example/tapas',
  startsAt: '2026-03-20T19:00',
  endsAt: '2026-03-20T23:30',
}
export const merchantOfferForTest: MerchantOffer = {
  title: 'Free dessert',
  text: 'With every dinner.',
  startsOn: '2026-03-01',
  endsOn: null,
}

/** It is a GIF of one pixel. */
export const smallestPicture = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
)

export const bookForTest = {
  takesBookings: true,
  terms: {
    slotMinutes: 30,
    seatingMinutes: 90,
    lastSeatingMinutes: 60,
    minPartySize: 1,
    maxPartySize: 4,
    maxDaysAhead: 60,
    leadMinutes: 30,
    hasWaitlist: true,
  },
  tables: [
    { seats: 2, count: 2 },
    { seats: 4, count: 1 },
  ],
}

export const consoleRestaurantsCases = {
  'GET /api/Console/Restaurants': {},
  'GET /api/Console/RestaurantPlace': { query: () => 'zipCode=10012' },
  'GET /api/Console/SimilarRestaurants': { query: () => 'name=Casa%20Lumen&zipCode=10012' },
  'GET /api/Console/Restaurants/{id}': { params: ofMerchant },
  'POST /api/Console/Restaurants': {
    body: ({ partner, test }: Scene) => ({
      draftId: newDraftId(),
      facts: factsForTest,
      partner: partner.slug,
      terms: { ...factoryTerms, joinedOn: test.clock.now().toISOString().slice(0, 10) },
      mid: null,
    }),
    status: 201,
  },
  'PUT /api/Console/Restaurants/{id}': {
    params: ofMerchant,
    body: () => ({ version: '', facts: { name: 'Casa Lumen' } }),
  },
  'PUT /api/Console/Restaurants/{id}/Participations/{partner}': {
    params: async (scene: Scene) => ({ ...(await ofMerchant(scene)), partner: scene.partner.slug }),
    body: () => ({ version: factoryTermsVersion, terms: { ...factoryTerms, maxVisitsPerMonth: 2 }, reason }),
  },
  'POST /api/Console/Restaurants/{id}/Participations/{partner}/Coming': {
    params: async (scene: Scene) => ({ ...(await ofMerchant(scene)), partner: scene.partner.slug }),
    body: () => ({ version: factoryTermsVersion, from: '2099-01-01', terms: factoryConditions, reason }),
  },
  'POST /api/Console/Restaurants/{id}/Participations/{partner}/Coming/Withdraw': {
    params: async (scene: Scene) => ({ ...(await withComingTerms(scene)), partner: scene.partner.slug }),
    body: () => ({
      version: termsVersion(termsOf(factoryTerms), [{ from: '2099-01-01', terms: factoryConditions }]),
      from: '2099-01-01',
      reason,
    }),
  },
  'POST /api/Console/Restaurants/{id}/Mids': {
    params: ofMerchant,
    body: () => ({ mid: newDraftId(), reason }),
  },
  'POST /api/Console/Restaurants/{id}/Mids/{mid}/End': {
    params: async (scene: Scene) => {
      const { id, mid } = await merchantOf(scene)
      return { id, mid }
    },
    body: () => ({ reason }),
  },
  'POST /api/Console/Restaurants/{id}/Photos': {
    params: ofMerchant,
    query: () => 'kind=place&alt=The%20dining%20room&fileName=room.gif',
    body: () => smallestPicture,
    headers: { 'content-type': 'image/gif' },
    status: 201,
  },
  'GET /api/Console/Restaurants/{id}/Photos/{photoId}': { params: ofPhoto },
  'PUT /api/Console/Restaurants/{id}/Photos/{photoId}': {
    params: ofPhoto,
    body: () => ({ alt: 'The dining room', rights: '', focalX: 0.2, focalY: 0.8 }),
  },
  'PUT /api/Console/Restaurants/{id}/PhotoOrder': {
    params: ofMerchant,
    body: () => ({ kind: 'place', ids: [] }),
  },
  'DELETE /api/Console/Restaurants/{id}/Photos/{photoId}': { params: ofPhoto },
  'GET /api/Console/Restaurants/{id}/Events': { params: ofMerchant },
  'PUT /api/Console/Restaurants/{id}/Events/{itemId}': {
    params: async (scene: Scene) => ({ ...(await ofMerchant(scene)), itemId: newDraftId() }),
    body: () => ({ version: null, event: eventForTest }),
  },
  'POST /api/Console/Restaurants/{id}/Events/{itemId}/Remove': {
    params: async (scene: Scene) => ({ ...(await ofMerchant(scene)), itemId: newDraftId() }),
    body: () => ({ version: 'unknown' }),
    status: 404,
  },
  'PUT /api/Console/Restaurants/{id}/Offers/{itemId}': {
    params: async (scene: Scene) => ({ ...(await ofMerchant(scene)), itemId: newDraftId() }),
    body: ({ partner }: Scene) => ({ partner: partner.slug, version: null, offer: merchantOfferForTest }),
  },
  'POST /api/Console/Restaurants/{id}/Offers/{itemId}/Remove': {
    params: async (scene: Scene) => ({ ...(await ofMerchant(scene)), itemId: newDraftId() }),
    body: ({ partner }: Scene) => ({ partner: partner.slug, version: 'unknown' }),
    status: 404,
  },
  'GET /api/Console/Restaurants/{id}/Book': { params: ofMerchant },
  'PUT /api/Console/Restaurants/{id}/Book': {
    params: ofMerchant,
    body: () => ({ version: null, ...bookForTest }),
  },
  'GET /api/Console/Restaurants/{id}/Reservations': { params: ofMerchant },
  'POST /api/Console/RestaurantImports': {
    query: ({ partner }: Scene) => `partner=${partner.slug}&fileName=a.csv`,
    body: () => Buffer.from('id,name\n'),
    headers: { 'content-type': 'text/csv' },
    status: 201,
  },
  'GET /api/Console/RestaurantImports': {},
  'GET /api/Console/RestaurantImports/{id}': { params: (scene: Scene) => newRun(scene, 'read') },
  'GET /api/Console/RestaurantImports/{id}/Rows': { params: (scene: Scene) => newRun(scene, 'read') },
  'GET /api/Console/RestaurantImports/{id}/Columns': { params: (scene: Scene) => newRun(scene, 'mapping') },
  'POST /api/Console/RestaurantImports/{id}/Columns': {
    params: (scene: Scene) => newRun(scene, 'mapping'),
    body: () => ({ chosen: importColumns.map(column => ({ column, from: column })) }),
  },
  'GET /api/Console/RestaurantImports/{id}/Report': { params: (scene: Scene) => newRun(scene, 'read') },
  'POST /api/Console/RestaurantImports/{id}/Apply': { params: (scene: Scene) => newRun(scene, 'read') },
  'POST /api/Console/RestaurantImports/{id}/Stop': { params: (scene: Scene) => newRun(scene, 'applying') },
  'POST /api/Console/RestaurantImports/{id}/Undo': {
    params: (scene: Scene) => newRun(scene, 'stopped'),
    body: () => ({ reason }),
  },
  'POST /api/Console/Reservations/{id}/Cancel': {
    params: async (scene: Scene) => ({ id: await newReservation(scene) }),
    body: ({ partner }: Scene) => ({ partner: partner.slug, reason }),
  },
}

async function newRun(scene: Scene, state: ImportRun['state']) {
  const id = randomUUID()
  await scene.test.database.db
    .insertInto('importRuns')
    .values({
      partnerId: scene.partner.slug,
      id,
      fileName: 'a.csv',
      fileBytes: 1,
      state,
      createdBy: 'ada@example.com',
      createdAt: scene.test.clock.now(),
    })
    .execute()
  await scene.test.database.db
    .updateTable('importRuns')
    .set({ fileColumns: JSON.stringify(importColumns.map(name => ({ name, samples: [] }))) })
    .where('partnerId', '=', scene.partner.slug)
    .where('id', '=', id)
    .execute()
  return { id }
}

async function ofPhoto(scene: Scene) {
  const { id } = await merchantOf(scene)
  const { database, clock } = scene.test
  const { gateways } = scene.test.context(scene.partner)
  const photo = await addPhoto(
    { db: database.db, clock, gateways, actor: { kind: 'system', name: 'test' } },
    {
      merchantId: id,
      kind: 'place',
      file: smallestPicture,
      source: 'upload:room.gif',
      rights: '',
      alt: 'The room',
      focalX: 0.5,
      focalY: 0.5,
    },
  )
  return { id, photoId: photo.id }
}

/** The table is booked for tomorrow. */
async function newReservation({ test, partner, memberId }: Scene): Promise<string> {
  const merchant = await newBookableMerchant(test, partner)
  const id = randomUUID()
  const startsAt = new Date(test.clock.now().getTime() + 86_400_000)
  await test.database.db
    .insertInto('reservations')
    .values({
      id,
      partnerId: partner.slug,
      memberId,
      merchantId: merchant.id,
      tableNo: 1,
      partySize: 2,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 5_400_000),
      confirmationCode: 'ABC123',
      providerBookingId: null,
      bonusAmount: null,
      bonusStatus: null,
      idempotencyKey: id,
      requestHash: '',
      bookedAt: test.clock.now(),
    })
    .execute()
  return id
}
