import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { iso, list } from './json-rows.read.ts'
import type { MemberListRow } from './member-search.read.ts'

/*
 * The page of support shows all about one member. Names and numbers of cards, codes and contents of mails are not read.
 */

/** Null where no member of these programs has it. */
export async function findMemberProgram(
  db: Db,
  slugs: readonly string[],
  memberId: string,
  { isErased }: { readonly isErased?: false } = {},
): Promise<string | null> {
  const { rows } = await sql<{ partnerId: string }>`
    select partner_id from members where ${isErased === false ? sql`erased_at is null and` : sql``} partner_id = any(${slugs as string[]}::text[]) and id = ${memberId}
    order by partner_id limit 1`.execute(db)
  return rows[0]?.partnerId ?? null
}

type Listed = Pick<ConsoleMember, 'tiers' | 'cards' | 'consents' | 'sessions' | 'reservations'>

export interface MemberDetailsRow extends MemberListRow, Listed {
  readonly emailConfirmedAt: Date | null
  readonly signInName: string | null
  readonly hasPassword: boolean
  readonly phoneNumber: string
  readonly address: string
  readonly emailOptIn: boolean
  readonly smsOptIn: boolean
  readonly enrollmentSource: string | null
  readonly referrer: string | null
  readonly lockedUntil: Date | null
  readonly bookingBannedAt: Date | null
  /** It is read even if it expired. */
  readonly emailChange: ConsoleMember['emailChange']
  readonly emailProblem: ConsoleMember['emailProblem']
  readonly balanceUnits: number
  readonly pendingUnits: number
  readonly inFlightUnits: number
  readonly deviceCount: number
  readonly passkeyCount: number
}

const listedRows = 20

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

const ofMember = ({ partnerId, memberId }: Owner) =>
  sql`partner_id = ${partnerId} and member_id = ${memberId}`

/** One statement reads them all. */
export async function readMemberDetails(
  db: Db,
  owner: Owner,
  now: Date,
): Promise<MemberDetailsRow | undefined> {
  const { partnerId, memberId } = owner
  const { rows } = await sql<MemberDetailsRow>`
    select member.id, member.partner_id, member.email, member.sign_in_name, member.email_confirmed_at,
      member.member_number, member.first_name, member.last_name, member.tier_level, member.member_type,
      member.joined_at, member.closed_at, member.erasure_due_at, member.erased_at, member.phone_number,
      member.email_opt_in, member.sms_opt_in, member.enrollment_source, member.referrer,
      member.password_hash is not null as has_password,
      concat_ws(', ', nullif(member.address1, ''), nullif(member.address2, ''), nullif(member.city, ''),
        nullif(concat_ws(' ', nullif(member.state, ''), nullif(member.zip_code, '')), '')) as address,
      ${accountState(owner, now)},
      ${moneyState(owner)},
      ${tierChanges(owner)} as tiers,
      ${cardsOf(owner)} as cards,
      ${consentsOf(owner)} as consents,
      ${sessionsOf(owner, now)} as sessions,
      ${reservationsOf(owner)} as reservations
    from members member where member.partner_id = ${partnerId} and member.id = ${memberId}`.execute(db)
  return rows[0]
}

const accountState = (owner: Owner, now: Date) => sql`
  (select locked_until from sign_in_failures failure
    where failure.partner_id = ${owner.partnerId} and failure.account = ${owner.memberId}
      and failure.locked_until > ${now}) as locked_until,
  (select banned_at from booking_bans ban where ${ofMember(owner)}) as booking_banned_at,
  (select json_build_object('email', change.email, 'until', ${iso('expires_at')},
      'proof', case when token_hash is null then 'code' else 'link' end)
    from credential_changes change
    where ${ofMember(owner)} and (code_hash is not null or token_hash is not null)) as email_change,
  (select json_build_object('kind', kind, 'reason', reason, 'at', ${iso('reported_at')}) from mail_suppressions held
    where held.partner_id = ${owner.partnerId} and held.email = member.sign_in_name and held.cleared_at is null
    order by reported_at desc limit 1) as email_problem,
  (select count(*) from member_devices device where ${ofMember(owner)}) as device_count,
  (select count(*) from passkeys passkey where ${ofMember(owner)}) as passkey_count`

const moneyState = (owner: Owner) => sql`
  coalesce((select units from member_balances balance where ${ofMember(owner)}), 0) as balance_units,
  (select coalesce(sum(reward_units + component_units), 0) from dines dine
    where ${ofMember(owner)} and status = 'Pending') as pending_units,
  coalesce((select in_flight_units from member_balances balance where ${ofMember(owner)}), 0) as in_flight_units`

const tierChanges = (owner: Owner) =>
  list(
    sql`select tier.id as "order", tier.tier_level as "tierLevel", tier.cause, ${iso('tier.valid_from')} as "from",
      ${iso('tier.valid_to')} as until, ${iso('tier.revoked_at')} as "revokedAt",
      dine.source_transaction_id as "transactionId"
    from member_tiers tier
    left join dines dine on dine.partner_id = tier.partner_id and dine.id = tier.dine_id
    where tier.partner_id = ${owner.partnerId} and tier.member_id = ${owner.memberId}
    order by tier.id desc limit ${listedRows}`,
    '"order" desc',
  )

const cardsOf = (owner: Owner) =>
  list(
    sql`select id, card_type as "cardType", last_four as "lastFour", coalesce(name, description) as description,
      ${iso('linked_at')} as "linkedAt", ${iso('removed_at')} as "removedAt", expires_on as "expiresOn"
    from linked_cards card where ${ofMember(owner)} order by linked_at desc limit 50`,
    '"removedAt" is null desc, "linkedAt" desc',
  )

const consentsOf = (owner: Owner) =>
  list(
    sql`select kind, version, source, ${iso('given_at')} as "givenAt", ${iso('withdrawn_at')} as "withdrawnAt", id
    from member_consents consent where ${ofMember(owner)} order by id desc limit ${listedRows}`,
    'id desc',
  )

const sessionsOf = (owner: Owner, now: Date) =>
  list(
    sql`select browser, system, ${iso('created_at')} as "signedInAt", ${iso('last_seen_at')} as "lastUsedAt"
    from sessions one where ${ofMember(owner)} and expires_at > ${now} order by last_seen_at desc limit ${listedRows}`,
    '"lastUsedAt" desc',
  )

const reservationsOf = (owner: Owner) =>
  list(
    sql`select reservation.id, merchant.name as "merchantName",
      to_char(reservation.starts_at at time zone merchant.timezone, 'YYYY-MM-DD"T"HH24:MI:SS') as "startsAt",
      reservation.party_size as "partySize", reservation.status
    from reservations reservation join merchants merchant on merchant.id = reservation.merchant_id
    where reservation.partner_id = ${owner.partnerId} and reservation.member_id = ${owner.memberId}
    order by reservation.starts_at desc limit ${listedRows}`,
    '"startsAt" desc, id',
  )
