import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../apps/server/src/db/open-database.ts'
import { fidel } from '../apps/server/src/features/card-events/networks/fidel.network.ts'
import { factsOf } from '../apps/server/src/features/card-events/receive-event.service.ts'
import { newLinkedCard, newMember, newMerchant } from '../apps/server/src/testing/factories.ts'
import type { TestApp } from '../apps/server/src/testing/test-app.ts'

export interface Program {
  readonly members: readonly { readonly memberId: string; readonly cardId: string }[]
  readonly merchants: readonly { readonly id: string; readonly mid: string }[]
}

/** It has members with a card each, and restaurants without limits, at a partner. */
export async function newProgram(
  database: Database,
  partner: Pick<Partner, 'slug'>,
  { members, merchants }: { members: number; merchants: number },
): Promise<Program> {
  const seat = { database } as TestApp
  return {
    merchants: await inTurns(merchants, () => newMerchant(seat, partner as Partner)),
    members: await inTurns(members, async () => {
      const member = await newMember(seat, partner as Partner)
      const card = await newLinkedCard(seat, member)
      return { memberId: member.id, cardId: card.id }
    }),
  }
}

/**
 * They are copies of one, with a card each, who joined in the last two years: `m1`, `c1` and on. The rest is not
 * checked either.
 */
export async function copyMembers(
  trx: Db,
  { memberId, cardId }: Program['members'][number],
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  // The rows are copies of sound ones: checking their references would take most of the time.
  await sql`set local session_replication_role = replica`.execute(trx)
  await sql`
    insert into members select (jsonb_populate_record(model, jsonb_build_object(
      'id', 'm' || n, 'email', 'm' || n || '@example.com', 'sign_in_name', 'm' || n || '@example.com',
      'joined_at', now() - (n % 730) * interval '1 day'))).*
    from members model cross join generate_series(${first}::int, ${last}::int) n where model.id = ${memberId}`.execute(
    trx,
  )
  await sql`
    insert into linked_cards select (jsonb_populate_record(model, jsonb_build_object(
      'id', 'c' || n, 'member_id', 'm' || n, 'card_token', 'c' || n))).*
    from linked_cards model cross join generate_series(${first}::int, ${last}::int) n where model.id = ${cardId}`.execute(
    trx,
  )
}

/** It makes ten at once. */
async function inTurns<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  const lane = async () => {
    for (; count > 0; ) {
      count -= 1
      made.push(await make())
    }
  }
  await Promise.all(Array.from({ length: 10 }, lane))
  return made
}

export interface CardEvent {
  readonly event: `transaction.${'auth' | 'clearing' | 'refund'}`
  readonly body: string
}

export interface Dine {
  readonly transactionId: string
  readonly cents: number
  /** It is local time at the restaurant. */
  readonly at: string
  readonly member: Program['members'][number]
  readonly merchant: Program['merchants'][number]
}

/** What the network reports of a dine: "clearing" may differ from the authorization; a refund is of a part. */
export function reportOf(
  { transactionId, at, member, merchant }: Dine,
  kind: 'auth' | 'clearing' | 'refund',
  cents: number,
): CardEvent {
  const reportedAt = `${at}.000Z`
  return {
    event: `transaction.${kind}`,
    body: JSON.stringify({
      id: kind === 'refund' ? randomUUID() : transactionId,
      ...(kind === 'refund' ? { originalTransactionId: transactionId } : {}),
      programId: 'program',
      amount: (kind === 'refund' ? -cents : cents) / 100,
      currency: 'USD',
      datetime: at,
      created: reportedAt,
      updated: reportedAt,
      auth: kind !== 'refund',
      cleared: kind !== 'auth',
      cardPresent: true,
      card: { id: member.cardId, lastNumbers: '4242', scheme: 'visa', metadata: { id: member.cardId } },
      location: { id: 'place', timezone: 'America/New_York', metadata: { id: merchant.id } },
      identifiers: { MID: merchant.mid },
    }),
  }
}

/** The row is as the webhook stores it. */
export function inboxRowOf({ event, body }: CardEvent, receivedAt: Date) {
  const read = fidel.read(body, event)
  if (read instanceof AppError) throw read
  const common = { provider: 'fidel', event, body, receivedAt, status: 'received' } as const
  return { ...common, ...factsOf(read.transaction), dedupeKey: `fidel:${read.dedupeKey}` }
}
