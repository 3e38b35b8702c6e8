import type { ReferralPerson } from '@dineward/core/referrals/referrals.rules.ts'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MembersTable } from '../members/members.tables.ts'
import type { Referral } from './referrals.repository.ts'

/* These queries join members, cards and dines. */

export type StoredReferral = Pick<
  Referral,
  'refusal' | 'referrerRefusal' | 'dineId' | 'rewardId' | 'referrerRewardId' | 'reservedUnits'
>

export interface ReferralFacts {
  readonly referral: StoredReferral | null
  readonly friend: ReferralPerson
  /** Null is no member of the partner, or one who joined later. */
  readonly referrer: ReferralPerson | null
  readonly sharesCard: boolean
  /** The dine cleared at `at`. */
  readonly firstDine: { readonly id: string; readonly dinedOn: string; readonly at: string } | null
}

/** What the referral of a friend is decided on, in one statement. */
export async function selectReferralFacts(
  db: Db,
  { partnerId, memberId, referrerId }: { partnerId: string; memberId: string; referrerId: string },
): Promise<ReferralFacts> {
  const person = (alias: string) => sql`json_build_object('email', ${sql.ref(`${alias}.email`)},
    'phoneNumber', ${sql.ref(`${alias}.phone_number`)}, 'address1', ${sql.ref(`${alias}.address1`)},
    'address2', ${sql.ref(`${alias}.address2`)}, 'zipCode', ${sql.ref(`${alias}.zip_code`)})`
  const { rows } = await sql<ReferralFacts>`
    select
      (select json_build_object('refusal', refusal, 'referrerRefusal', referrer_refusal, 'dineId', dine_id,
          'rewardId', reward_id, 'referrerRewardId', referrer_reward_id, 'reservedUnits', reserved_units)
        from referrals where partner_id = friend.partner_id and member_id = friend.id) as referral,
      ${person('friend')} as friend,
      (select ${person('referrer')} from members referrer
        where referrer.partner_id = friend.partner_id and referrer.id = ${referrerId}
          and referrer.joined_at < friend.joined_at) as referrer,
      exists (
        select from linked_cards card
        join linked_cards other on other.partner_id = card.partner_id and other.card_token = card.card_token
        where card.partner_id = friend.partner_id and card.member_id = friend.id
          and other.member_id = ${referrerId}) as shares_card,
      (select json_build_object('id', dine.id, 'dinedOn', to_char(dine.dined_at, 'YYYY-MM-DD'), 'at', (
            select min(amount.created_at) from dine_amounts amount
            where amount.partner_id = dine.partner_id and amount.dine_id = dine.id and amount.kind = 'clearing'))
        from dines dine
        where dine.partner_id = friend.partner_id and dine.member_id = friend.id
          and dine.status in ('Awarded', 'Deferred', 'Paid')
        order by dine.dined_at, dine.source_transaction_id limit 1) as first_dine
    from members friend
    where friend.partner_id = ${partnerId} and friend.id = ${memberId}`.execute(db)
  return rows[0]!
}

export type LockedReferrer = Pick<Selectable<MembersTable>, 'memberType' | 'erasedAt'>

/** Null means no such member, or, where waiting is not allowed, one that another transaction has locked. */
export async function lockReferrer(
  db: Db,
  { partnerId, referrerId }: { partnerId: string; referrerId: string },
  { mayWait }: { readonly mayWait: boolean },
): Promise<LockedReferrer | null> {
  const query = db
    .selectFrom('members')
    .select(['memberType', 'erasedAt'])
    .where('partnerId', '=', partnerId)
    .where('id', '=', referrerId)
    .forNoKeyUpdate()
  return (await (mayWait ? query : query.skipLocked()).executeTakeFirst()) ?? null
}

export async function selectReferralCounts(
  db: Db,
  { partnerId, memberId }: { partnerId: string; memberId: string },
): Promise<{ invited: number; rewarded: number }> {
  const { rows } = await sql<{ invited: number; rewarded: number }>`
    select
      (select count(*) from members
        where partner_id = ${partnerId} and referrer = ${memberId} and member_type <> 'NonCardMember') as invited,
      (select count(*) from referrals
        where partner_id = ${partnerId} and referrer_id = ${memberId} and referrer_reward_id is not null) as rewarded
  `.execute(db)
  return rows[0]!
}

export interface ListedReferral extends Referral {
  readonly friendEmail: string
  /** Null is no member of the partner. */
  readonly referrerEmail: string | null
}

/** Operators see, newest first, whom the program did not reward, and why. */
export function selectRefusedReferrals(db: Db, partnerId: string): Promise<ListedReferral[]> {
  return db
    .selectFrom('referrals as referral')
    .innerJoin('members as friend', join =>
      join.onRef('friend.partnerId', '=', 'referral.partnerId').onRef('friend.id', '=', 'referral.memberId'),
    )
    .leftJoin('members as referrer', join =>
      join
        .onRef('referrer.partnerId', '=', 'referral.partnerId')
        .onRef('referrer.id', '=', 'referral.referrerId'),
    )
    .selectAll('referral')
    .select(['friend.email as friendEmail', 'referrer.email as referrerEmail'])
    .where('referral.partnerId', '=', partnerId)
    .where(({ or, eb }) =>
      or([eb('referral.refusal', 'is not', null), eb('referral.referrerRefusal', 'is not', null)]),
    )
    .orderBy('referral.createdAt', 'desc')
    .limit(500)
    .execute()
}
