import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { acceptsCardType, type CardType } from '@dineward/core/partner/partner-questions.ts'
import { roomLeft } from '@dineward/core/rewards/dines/dine.rules.ts'
import { type RawBuilder, sql } from 'kysely'

export interface MonthUseRow {
  readonly used: { readonly cents: number; readonly visits: number }
  readonly cards: readonly { readonly id: string; readonly cardType: CardType; readonly lastFour: string }[]
}

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/** The member's earning dines there this month (local), as `decideDines` counts them, and the linked cards. */
export function monthUseColumn({ partnerId, memberId }: MemberKey, now: Date): RawBuilder<MonthUseRow> {
  const month = sql`date_trunc('month', ${now}::timestamptz at time zone merchant.timezone)`
  return sql`json_build_object(
    'used', (
      select json_build_object('visits', count(*),
        'cents', coalesce(sum((decision->>'earningCents')::bigint), 0))
      from dines where partner_id = ${partnerId} and member_id = ${memberId} and merchant_id = merchant.id
        and status in ('Awarded', 'Deferred', 'Paid')
        and dined_at >= ${month} and dined_at < ${month} + interval '1 month'),
    'cards', (
      select coalesce(json_agg(json_build_object('id', id, 'cardType', card_type, 'lastFour', last_four)
        order by linked_at, id), '[]')
      from linked_cards where partner_id = ${partnerId} and member_id = ${memberId} and removed_at is null))`
}

/** Only cards that earn: none of a closed account or a refused brand. */
export function yourMonth(
  partner: Partner,
  member: { readonly memberType: string },
  terms: Parameters<typeof roomLeft>[0],
  { used, cards }: MonthUseRow,
): NonNullable<Merchant['yourMonth']> {
  const { cents, visits } = roomLeft(terms, used)
  return {
    spendLeftCents: cents,
    visitsLeft: visits,
    cards: isClosed(member) ? [] : cards.filter(card => acceptsCardType(partner, card.cardType)),
  }
}
