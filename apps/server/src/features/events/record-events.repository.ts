import type { EventType } from '@dineward/core/events/event-types.ts'
import type { BalanceResource } from '@dineward/core/partner-api/resources.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { unnested } from '../../db/unnested.ts'

type Fields = Readonly<Record<string, unknown>>

export interface NewEvent {
  readonly partnerId: string
  readonly id: string
  readonly type: EventType
  readonly subject: string
  readonly memberId: string | null
  readonly sequence: number | null
  readonly occurredAt: Date
  readonly data: Fields
  readonly previous?: Fields | null
  readonly balance: BalanceResource | null
}

interface Owner {
  readonly partnerId: string
  readonly memberId: string | null
}

/**
 * One number for each event, in their order. The members' rows are locked until the transaction ends.
 * @returns the next number of an owner, call after call
 */
export async function takeSequences(
  db: Db,
  owners: readonly Owner[],
): Promise<(owner: Owner) => number | null> {
  const members = owners.filter(({ memberId }) => memberId !== null)
  if (members.length === 0) return () => null
  const { columns, source } = unnested(members, { partnerId: 'text', memberId: 'text' })
  const { rows } = await sql<{ partnerId: string; memberId: string; last: number }>`
    insert into api_event_sequences as known (partner_id, member_id, last_sequence)
    select partner_id, member_id, count(*) from ${source} as event (${columns})
    group by partner_id, member_id
    order by partner_id, member_id
    on conflict (partner_id, member_id) do update set last_sequence = known.last_sequence + excluded.last_sequence
    returning partner_id as "partnerId", member_id as "memberId", last_sequence as "last"`.execute(db)
  const counts = new Map<string, number>()
  for (const owner of members) counts.set(keyOf(owner), (counts.get(keyOf(owner)) ?? 0) + 1)
  const next = new Map(rows.map(row => [keyOf(row), row.last - counts.get(keyOf(row))! + 1]))
  return owner => {
    if (owner.memberId === null) return null
    const key = keyOf(owner)
    const number = next.get(key)!
    next.set(key, number + 1)
    return number
  }
}

const keyOf = ({ partnerId, memberId }: Owner) => `${partnerId} ${memberId}`

/** By partner and subject. */
export async function selectLastData(
  db: Db,
  events: readonly Pick<NewEvent, 'partnerId' | 'subject'>[],
): Promise<ReadonlyMap<string, Fields>> {
  const found = new Map<string, Fields>()
  for (const [partnerId, ofPartner] of Map.groupBy(events, event => event.partnerId)) {
    const subjects = [...new Set(ofPartner.map(({ subject }) => subject))]
    const { rows } = await sql<{ subject: string; data: Fields }>`
      select asked.subject, last.data
      from unnest(${subjects}::text[]) as asked (subject)
      cross join lateral (
        select data from api_events
        where partner_id = ${partnerId} and subject = asked.subject
        order by position desc limit 1
      ) as last`.execute(db)
    for (const { subject, data } of rows) found.set(`${partnerId} ${subject}`, data)
  }
  return found
}

const eventColumns = {
  partnerId: 'text',
  id: 'text',
  type: 'text',
  subject: 'text',
  memberId: 'text',
  sequence: 'bigint',
  occurredAt: 'timestamptz',
  data: 'jsonb',
  previous: 'jsonb',
  balance: 'jsonb',
} as const

/** Each endpoint that wants an event gets a delivery. Workers hear of them when the transaction commits. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ data, previous, balance, ...event }) => ({
    ...event,
    data: JSON.stringify(data),
    previous: previous ? JSON.stringify(previous) : null,
    balance: balance && JSON.stringify(balance),
  }))
  const { columns, source } = unnested(rows, eventColumns)
  await sql`
    with recorded as (
      insert into api_events (${columns}) select * from ${source}
      returning partner_id, id, type, occurred_at
    ), queued as (
      insert into webhook_deliveries (partner_id, id, endpoint_id, event_id, next_attempt_at, created_at)
      select recorded.partner_id, 'dlv_' || replace(gen_random_uuid()::text, '-', ''), endpoint.id, recorded.id,
        recorded.occurred_at, recorded.occurred_at
      from recorded
      join webhook_endpoints endpoint on endpoint.partner_id = recorded.partner_id
      where endpoint.disabled_at is null and recorded.type <> 'endpoint.test'
        and (endpoint.types is null or recorded.type = any (endpoint.types))
      returning 1
    )
    select case when exists (select from queued) then pg_notify('dineward_changes', 'events') end`.execute(db)
}

/**
 * At the start of a process: a database that was restored, or moved, counts its transactions from another number. Events
 * from now on come after those that there are.
 */
export async function raiseEventEpoch(db: Db): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(transaction_no), 0) as last from api_events`.execute(db)
  const ahead = sql`${rows[0]!.last}::bigint - event_transaction() + 1`
  await sql`update api_event_epoch set base = base + (${ahead}) where ${ahead} > 0`.execute(db)
}
