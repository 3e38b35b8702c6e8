import type { Partner } from '@dineward/core/partner/partner.ts'
import type { TestApp } from '../test-app.ts'

interface Scene {
  readonly test: TestApp
  readonly partner: Partner
}

const reason = 'The cause is repaired.'
const ofProgram = ({ partner }: Scene) => `partner=${partner.slug}`

/** A card event that needs a person; its card is not known. */
export async function newParkedEvent({ test, partner }: Scene, changes: { reasonCode?: string } = {}) {
  return test.database.db
    .insertInto('cardEvents')
    .values({
      provider: 'fidel',
      event: 'transaction.clearing',
      dedupeKey: crypto.randomUUID(),
      body: '{}',
      receivedAt: test.clock.now(),
      status: 'parked',
      reasonCode: 'processing_failed',
      transactionId: `t${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`,
      partnerId: partner.slug,
      lastError: 'mail to ada@example.com failed',
      ...changes,
    })
    .returning(['id', 'transactionId'])
    .executeTakeFirstOrThrow()
}

export const systemCases = {
  'GET /api/Console/Audit': { query: ofProgram },
  'GET /api/Console/Audit/Actions': {},
  'GET /api/Console/Audit/File': { query: ofProgram },
  'GET /api/Console/System/Jobs': {},
  'GET /api/Console/System/Jobs/{name}/Runs': { params: () => ({ name: 'delete-old-rows' }) },
  'POST /api/Console/System/Jobs/{name}/Run': {
    params: () => ({ name: 'delete-old-rows' }),
    body: () => ({ reason }),
  },
  // Every dine is of this version.
  'POST /api/Console/System/Redecide': {
    body: ({ partner }: Scene) => ({ partner: partner.slug, version: 1, reason }),
  },
  'GET /api/Console/System/Inbox': { query: ofProgram },
  'GET /api/Console/System/Inbox/Kinds': { query: ofProgram },
  'POST /api/Console/System/Inbox/{id}/Retry': {
    params: async (scene: Scene) => ({ id: String((await newParkedEvent(scene)).id) }),
    body: () => ({ reason }),
  },
  'POST /api/Console/System/Inbox/RetryAll': {
    body: ({ partner }: Scene) => ({ partner: partner.slug, status: 'parked', reasonCode: null, reason }),
  },
  'GET /api/Console/System/Messages': { query: (scene: Scene) => `kind=mail&${ofProgram(scene)}` },
  'GET /api/Console/System/Messages/Counts': { query: ofProgram },
  'POST /api/Console/System/Messages/Retry': {
    body: ({ partner }: Scene) => ({ kind: 'mail', partner: partner.slug, reason }),
  },
  'GET /api/Console/System/Files': { query: ofProgram },
  // There is no such file.
  'GET /api/Console/System/Files/Content': {
    query: (scene: Scene) => `${ofProgram(scene)}&folder=out&name=a.csv`,
    status: 404,
  },
  'GET /api/Console/System/Health': {},
  'GET /api/Console/System/Surroundings': {},
}
