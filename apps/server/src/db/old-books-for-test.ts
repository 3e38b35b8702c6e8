import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './open-database.ts'

/* Members, dines and postings as the product stored them before its eighth migration. */

const owner = { partner_id: 'skyward', member_id: 'ada' }
const charge = { ...owner, linked_card_id: 'card', merchant_id: 'lumen' }
const at = '2026-02-10T19:30:00'
const instant = '2026-02-11T00:30:00Z'
const facts = {
  currency: 'USD',
  billCurrency: 'USD',
  tier: 2,
  rate: { numerator: 3, denominator: 100 },
  rounding: 'down',
  timezone: 'America/New_York',
  terms: {
    joinedOn: '2020-01-01',
    leftOn: null,
    benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    maxSpendPerMonthCents: null,
    maxVisitsPerMonth: null,
  },
  cardLinkedAt: '2020-01-01T00:00:00Z',
  cardRemovedAt: null,
  accountClosedAt: null,
}

interface OldDine {
  readonly id: string
  readonly status: string
  readonly authorized?: number
  /** A row each, of one transaction. */
  readonly cleared?: readonly number[]
  readonly refunded?: number
  readonly units: number
  readonly reason?: string
  readonly paidAt?: string
  /** Of the member's rewards, a posting each. */
  readonly posted: readonly number[]
}

/** One of every kind that such a database has. */
const oldDines: readonly OldDine[] = [
  { id: 'awarded', status: 'Awarded', authorized: 4_000, cleared: [4_250], units: 127, posted: [127] },
  { id: 'parts', status: 'Awarded', cleared: [1_000, 2_000], units: 90, posted: [30, 60] },
  { id: 'partly', status: 'Awarded', cleared: [3_000], refunded: 1_000, units: 60, posted: [90, -30] },
  { id: 'refunded', status: 'Forfeit', cleared: [2_000], refunded: 2_000, units: 0, posted: [60, -60] },
  { id: 'paid', status: 'Paid', cleared: [5_000], units: 150, paidAt: instant, posted: [150] },
  { id: 'deferred', status: 'Deferred', cleared: [6_000], units: 180, posted: [] },
  { id: 'pending', status: 'Pending', authorized: 7_000, units: 210, posted: [] },
  {
    id: 'expired',
    status: 'Forfeit',
    authorized: 800,
    units: 0,
    reason: 'authorisation_expired',
    posted: [],
  },
]

export async function insertOldBooks(db: Db): Promise<void> {
  await insert(db, 'members', [
    {
      id: 'ada',
      partner_id: 'skyward',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Old',
      zip_code: '10001',
      tier_level: 2,
      member_type: 'Enrolled',
      joined_at: '2020-01-01T00:00:00Z',
    },
  ])
  await insert(db, 'linked_cards', [
    {
      ...owner,
      id: 'card',
      card_token: 'token',
      card_type: 'Visa',
      last_four: '4242',
      description: 'Visa',
      linked_at: '2020-01-01T00:00:00Z',
    },
  ])
  await insertPlace(db)
  await insert(db, 'dines', oldDines.map(dineRow))
  await insert(db, 'dine_amounts', oldDines.flatMap(amountRows))
  for (const { id, posted } of oldDines)
    for (const [index, units] of posted.entries())
      await post(db, {
        key: `dine:${id}:${index + 1}`,
        kind: index === 0 ? 'dine_reward' : 'dine_adjustment',
        id,
        reason: 'dine_cleared',
        entries: [
          ['member_rewards', 'ada', units],
          ['programme_rewards', null, -units],
        ],
      })
  await insertEvents(db)
}

async function insertPlace(db: Db): Promise<void> {
  await insert(db, 'merchants', [
    {
      id: 'lumen',
      source: 'test',
      source_id: 'lumen',
      name: 'Casa Lumen',
      cuisines: [],
      price_range: 2,
      street: '1 Main St',
      city: 'New York',
      state: 'NY',
      zip_code: '10001',
      latitude: 40.7,
      longitude: -74,
      timezone: 'America/New_York',
      hours: {},
      menu: [],
      meals_served: [],
      features: [],
      search_text: 'casa lumen',
      updated_at: instant,
    },
  ])
  const { joinedOn: joined_on, benefitDays: benefit_days } = facts.terms
  const row = { partner_id: 'skyward', merchant_id: 'lumen', joined_on, benefit_days, campaign_codes: [] }
  await insert(db, 'merchant_participations', [row])
}

/** Processed, repeated, and a refund that waits for its clearing. */
function insertEvents(db: Db): Promise<void> {
  const event = { provider: 'fidel', received_at: instant, partner_id: 'skyward', linked_card_id: 'card' }
  const cleared = {
    ...event,
    event: 'transaction.clearing',
    body: '{"updated":"2026-02-11T00:30:05.000Z"}',
    transaction_id: 'awarded',
    source_key: 'clearing:awarded:4250:1',
    dine_id: 'awarded',
    status: 'worked',
  }
  return insert(db, 'card_events', [
    { ...cleared, dedupe_key: 'first', reason_code: null },
    { ...cleared, dedupe_key: 'second', reason_code: 'told_before' },
    {
      ...event,
      event: 'transaction.refund',
      body: '{}',
      transaction_id: 'early',
      source_key: 'refund:early:500:1',
      dine_id: null,
      status: 'parked',
      dedupe_key: 'early',
      reason_code: 'refund_waits',
    },
  ])
}

function dineRow({ id, status, cleared, refunded = 0, units, ...dine }: OldDine) {
  const authorized = dine.authorized ?? null
  const clearedCents = cleared ? cleared.reduce((sum, cents) => sum + cents) : null
  const amounts = { authorisedCents: authorized, clearedCents, refundedCents: refunded }
  return {
    ...charge,
    id,
    card_last_four: '4242',
    merchant_name: 'Casa Lumen',
    source_transaction_id: id,
    dined_at: at,
    authorised_cents: authorized,
    cleared_cents: clearedCents,
    refunded_cents: refunded,
    reward_units: units,
    status,
    reason_code: dine.reason ?? null,
    decision: { facts, amounts, earningCents: (clearedCents ?? authorized ?? 0) - refunded },
    paid_at: dine.paidAt ?? null,
    created_at: instant,
    updated_at: instant,
  }
}

function amountRows({ id, authorized, cleared = [], refunded }: OldDine) {
  const row = (kind: string, cents: number) => ({
    ...{ partner_id: 'skyward', linked_card_id: 'card', merchant_id: 'lumen', dine_id: id },
    source_key: `${kind}:${id}:${cents}:1`,
    kind,
    amount_cents: cents,
    transaction_id: id,
    occurred_at: at,
    created_at: instant,
  })
  return [
    ...(authorized ? [row('authorisation', authorized)] : []),
    ...cleared.map(cents => row('clearing', cents)),
    ...(refunded ? [row('refund', refunded)] : []),
  ]
}

interface OldPosting {
  readonly key: string
  readonly kind: string
  readonly id: string
  readonly reason: string
  readonly entries: readonly (readonly [string, string | null, number])[]
}

async function post(db: Db, { key, kind, id, reason, entries }: OldPosting): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, id, reason, entries]))
    .digest('base64url')
  const { rows } = await sql<{ id: number }>`
    insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
    values ('skyward', ${key}, ${hash}, ${kind}, ${id}, ${reason}, ${instant}) returning id`.execute(db)
  const row = { posting_id: rows[0]!.id, partner_id: 'skyward' }
  await insert(
    db,
    'ledger_entries',
    entries.map(([account, member_id, units]) => ({ ...row, account, member_id, units })),
  )
}

/** Rows with the columns of the first; the database converts their values. */
async function insert(
  db: Db,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]!).map(column => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}
