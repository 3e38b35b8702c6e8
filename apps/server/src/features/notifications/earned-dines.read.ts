import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { PushChannel } from './notifications.tables.ts'

export interface NotifiedDine {
  readonly dineId: string
  readonly memberId: string
  readonly merchantName: string
  readonly units: number
  readonly subscriptionId: string
  readonly channel: PushChannel
}

/** Of these dines, those that were rewarded after a device of the member subscribed, and that it was not notified of. */
export async function selectDinesToNotify(
  db: Db,
  partnerId: string,
  {
    dineIds,
    since,
    channels,
  }: {
    readonly dineIds: readonly string[]
    readonly since: string
    readonly channels: readonly PushChannel[]
  },
): Promise<NotifiedDine[]> {
  const { rows } = await sql<NotifiedDine>`
    select dine.id as dine_id, dine.member_id, dine.merchant_name,
      dine.reward_units + dine.component_units as units, subscription.id as subscription_id, subscription.channel
    from dines dine
    join members member on member.partner_id = dine.partner_id and member.id = dine.member_id
    join push_subscriptions subscription
      on subscription.partner_id = dine.partner_id and subscription.member_id = dine.member_id
    where dine.partner_id = ${partnerId} and dine.id = any(${[...dineIds]}::text[])
      and subscription.channel = any(${[...channels]}::text[])
      and dine.status in ('Awarded', 'Deferred', 'Paid') and dine.reward_units + dine.component_units > 0
      and dine.dined_at >= ${since}::timestamp
      and member.member_type = 'EnrolledCardMember' and member.erased_at is null
      and exists (
        select from ledger_postings posting
        where posting.partner_id = dine.partner_id and posting.correlation_id = dine.id
          and posting.kind = 'dine_reward' and posting.posted_at >= subscription.created_at)
      and not exists (
        select from outgoing_pushes push
        where push.partner_id = dine.partner_id
          and push.cause = 'earned:' || dine.id || ':' || subscription.id)
    order by dine.dined_at, dine.id, subscription.id`.execute(db)
  return rows
}
