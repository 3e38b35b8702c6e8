import type { Partner } from '@dineward/core/partner/partner.ts'
import { settingAt } from '@dineward/core/partner/settings/setting-path.ts'
import { wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { newWebhookSecret, sealSecret } from '../../features/events/sign-webhook.service.ts'
import { versionOf } from '../../features/partner/value-version.rules.ts'
import { newMerchant } from '../factories.ts'
import { newProgram } from '../new-program.ts'
import { newDraftId, newStoredOffer, offerForTest } from '../offers-for-test.ts'
import type { TestApp } from '../test-app.ts'
import { testSecrets } from '../test-app.ts'

interface ConsoleScene {
  readonly partner: Partner
  readonly test: TestApp
}

const settingOf = (path: string) => (scene: ConsoleScene) => {
  const value = settingAt(scene.partner.settings, path)
  return { path, value, version: versionOf(value), reason: 'As it is' }
}
const entry = ({ partner }: ConsoleScene) => ({ slug: partner.slug, kind: 'earn_banner', entry: 'spring' })
const program = ({ partner }: ConsoleScene) => ({ slug: partner.slug })

async function ofOffer({ test, partner }: ConsoleScene) {
  return { slug: partner.slug, id: await newStoredOffer(test, partner) }
}

async function ofApiKey({ test, partner }: ConsoleScene) {
  const id = newDraftId()
  await test.database.db
    .insertInto('apiKeys')
    .values({
      partnerId: partner.slug,
      id,
      name: 'CRM',
      secretHash: 'none',
      isTest: false,
      scopes: ['members:read'],
      addresses: [],
      createdAt: test.clock.now(),
      createdBy: 'ada@example.com',
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
    })
    .execute()
  return { slug: partner.slug, id }
}

async function ofEndpoint({ test, partner }: ConsoleScene) {
  const id = newDraftId()
  await test.database.db
    .insertInto('webhookEndpoints')
    .values({
      partnerId: partner.slug,
      id,
      // Nothing answers there, at once.
      url: 'http://127.0.0.1:1/',
      types: null,
      scopes: null,
      secret: sealSecret(newWebhookSecret(), id, [testSecrets.app]),
      previousSecret: null,
      previousSecretUntil: null,
      createdAt: test.clock.now(),
      createdBy: 'ada@example.com',
      disabledAt: null,
      disabledReason: null,
    })
    .execute()
  return { slug: partner.slug, id }
}

const smallestPicture = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const asPicture = { 'content-type': 'image/png' }

async function ofPicture({ test, partner }: ConsoleScene) {
  const id = newDraftId()
  const { db } = test.database
  const shown = { focalX: 0.5, focalY: 0.5, ...wholePhoto }
  const file = { fileName: 'a.png', contentHash: id, code: 'abc', width: 1, height: 1 }
  const saved = { savedAt: test.clock.now(), savedBy: 'editor@example.com' }
  await db
    .insertInto('mediaPictures')
    .values({ partnerId: partner.slug, id, alt: '', isDecorative: true, ...shown, ...file, ...saved })
    .execute()
  await test.context(partner).gateways.photos.write(id, smallestPicture)
  return { slug: partner.slug, id }
}

export const programCases = {
  'GET /api/Console/Programs/{slug}/ApiKeys': { params: program },
  'POST /api/Console/Programs/{slug}/ApiKeys': {
    params: program,
    body: () => ({ name: 'CRM', scopes: ['members:read'] }),
    status: 201,
  },
  'PUT /api/Console/Programs/{slug}/ApiKeys/{id}': {
    params: ofApiKey,
    body: () => ({ dailyRewards: 500 }),
  },
  'DELETE /api/Console/Programs/{slug}/ApiKeys/{id}': { params: ofApiKey },
  'GET /api/Console/Programs/{slug}/Events': { params: program },
  'GET /api/Console/Programs/{slug}/WebhookEndpoints': { params: program },
  'POST /api/Console/Programs/{slug}/WebhookEndpoints': {
    params: program,
    body: () => ({ url: 'http://127.0.0.1:1/' }),
    status: 201,
  },
  'PUT /api/Console/Programs/{slug}/WebhookEndpoints/{id}': {
    params: ofEndpoint,
    body: () => ({ isActive: false }),
  },
  'DELETE /api/Console/Programs/{slug}/WebhookEndpoints/{id}': { params: ofEndpoint },
  'POST /api/Console/Programs/{slug}/WebhookEndpoints/{id}/Secret': { params: ofEndpoint, status: 201 },
  'POST /api/Console/Programs/{slug}/WebhookEndpoints/{id}/Test': { params: ofEndpoint },
  'GET /api/Console/Programs/{slug}/WebhookEndpoints/{id}/Deliveries': { params: ofEndpoint },
  'POST /api/Console/Programs/{slug}/WebhookEndpoints/{id}/Resend': {
    params: ofEndpoint,
    body: () => ({ from: '2026-03-09T00:00:00Z' }),
  },
  'GET /api/Console/Programs': {},
  'POST /api/Console/Programs': { body: () => newProgram(), status: 201 },
  'GET /api/Console/Programs/{slug}/Export': { params: program },
  'GET /api/Console/Programs/{slug}/Settings': { params: program },
  'POST /api/Console/Programs/{slug}/Settings': { params: program, body: settingOf('maxLinkedCards') },
  'POST /api/Console/Programs/{slug}/Settings/Check': { params: program, body: settingOf('maxLinkedCards') },
  'POST /api/Console/Programs/{slug}/Bonuses': { params: program, body: settingOf('bonuses') },
  'GET /api/Console/Programs/{slug}/Content': { params: program },
  'GET /api/Console/Programs/{slug}/Content/{kind}/{entry}': { params: entry },
  'POST /api/Console/Programs/{slug}/Content/{kind}/{entry}/Preview': { params: entry },
  'POST /api/Console/Programs/{slug}/Content/{kind}/{entry}/Draft': {
    params: entry,
    body: () => ({ fields: { text: 'Dine' }, version: 'none' }),
  },
  'POST /api/Console/Programs/{slug}/Content/{kind}/{entry}/Discard': {
    params: entry,
    body: () => ({ version: 'none' }),
    status: 404,
  },
  'POST /api/Console/Programs/{slug}/Content/{kind}/{entry}/Publish': {
    params: entry,
    body: () => ({ remove: true, version: 'none', reason: 'It is over' }),
  },
  'GET /api/Console/Programs/{slug}/Media': { params: program },
  'POST /api/Console/Programs/{slug}/Media': {
    params: program,
    query: () => 'fileName=a.gif&isDecorative=true',
    body: () => smallestPicture,
    headers: asPicture,
    status: 201,
  },
  'GET /api/Console/Programs/{slug}/Media/{id}/File': { params: ofPicture },
  'POST /api/Console/Programs/{slug}/Media/{id}/File': {
    params: ofPicture,
    query: () => 'fileName=b.gif&version=1',
    body: () => smallestPicture,
    headers: asPicture,
  },
  'PUT /api/Console/Programs/{slug}/Media/{id}': {
    params: ofPicture,
    body: () => ({ alt: 'A long table', isDecorative: false, focalX: 0.2, focalY: 0.8, version: 1 }),
  },
  'DELETE /api/Console/Programs/{slug}/Media/{id}': { params: ofPicture, query: () => 'version=1' },
  'GET /api/Console/Calendar': { query: () => 'from=2026-03-01&to=2026-03-31' },
  'GET /api/Console/Programs/{slug}/Offers': { params: program },
  'GET /api/Console/Programs/{slug}/Offers/{id}': { params: ofOffer },
  'POST /api/Console/Programs/{slug}/Offers': {
    params: program,
    body: () => ({ id: newDraftId(), definition: offerForTest, reason: 'For spring' }),
    // Without a budget it waits for another person.
    status: 202,
  },
  'PUT /api/Console/Programs/{slug}/Offers/{id}': {
    params: ofOffer,
    body: () => ({
      definition: { ...offerForTest, name: 'Spring dinners' },
      version: versionOf(offerForTest),
      reason: 'A name that staff know',
    }),
    status: 202,
  },
  'POST /api/Console/Programs/{slug}/Offers/{id}/End': {
    params: ofOffer,
    body: () => ({ version: versionOf(offerForTest), reason: 'It costs too much' }),
  },
  'POST /api/Console/Programs/{slug}/Offers/Check': {
    params: program,
    body: async ({ test, partner }: ConsoleScene) => ({
      merchantId: (await newMerchant(test, partner)).id,
      spendCents: 5_000,
      dinedOn: '2026-03-12',
      tier: 2,
      offer: { id: null, definition: offerForTest },
    }),
  },
  'GET /api/Console/Programs/{slug}/Budgets/{kind}/{code}': {
    params: async (scene: ConsoleScene) => {
      const { id, ...params } = await ofOffer(scene)
      return { ...params, kind: 'offer', code: id }
    },
  },
  'POST /api/Console/Programs/{slug}/Forecasts': {
    params: program,
    body: () => ({
      period: 'lastMonth',
      subject: { kind: 'offer', id: null, definition: offerForTest },
    }),
  },
  'GET /api/Console/Programs/{slug}/History': { params: program },
  'GET /api/Console/Programs/{slug}/Theme': { params: program },
  'POST /api/Console/Programs/{slug}/Theme': {
    params: program,
    body: ({ partner: { theme } }: ConsoleScene) => ({
      theme,
      version: versionOf(theme),
      reason: 'As it is',
    }),
  },
}
