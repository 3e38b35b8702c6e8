import { sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import { type CardEvent, earlyVoid } from './inbox.repository.ts'

interface Authorized {
  readonly partnerId: string
  readonly memberId: string
  readonly transactionId: string
}

/** Of a member; none once their authorization is known. */
export function selectEarlyVoids(db: Db, authorized: Authorized): Promise<CardEvent[]> {
  return inOneStatement(db, selectVoidsOf, authorized)
}

async function selectVoidsOf(db: Db, authorized: readonly Authorized[]): Promise<CardEvent[][]> {
  const { source } = unnested(authorized, { partnerId: 'text', memberId: 'text', transactionId: 'text' })
  const { rows } = await sql<CardEvent & { n: number }>`
    select authorized.n::int, event.*
    from ${source} with ordinality as authorized (partner_id, member_id, transaction_id, n)
    join card_events event on event.transaction_id = authorized.transaction_id
      and event.partner_id = authorized.partner_id
    join linked_cards card on card.partner_id = authorized.partner_id and card.id = event.linked_card_id
      and card.member_id = authorized.member_id
    where event.status = 'processed' and event.reason_code = ${earlyVoid}
    order by event.id`.execute(db)
  return byKey(authorized, rows)
}
