import { bonusEndsAt } from '@dineward/core/bonuses/member-bonus.rules.ts'
import { hasNotJoined, isClosed, isVip, tierName } from '@dineward/core/members/member-questions.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  type AccrualFileResource,
  type BalanceResource,
  type CardResource,
  type EntryResource,
  type MemberBonusResource,
  type MemberResource,
  type PayoutResource,
  type RewardResource,
  rewardAmount,
} from '@dineward/core/partner-api/resources.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { AdjustmentsTable } from '../adjustments/adjustments.tables.ts'
import type { MemberBonusesTable } from '../bonuses/bonuses.tables.ts'
import type { LinkedCardsTable } from '../cards/cards.tables.ts'
import type { LedgerPostingsTable } from '../ledger/ledger.tables.ts'
import type { MembersTable } from '../members/members.tables.ts'
import type { StatementCreditsTable } from '../payouts/payouts.tables.ts'
import type { AccrualFilesTable } from '../settlement/settlement.tables.ts'

/*
 * What the partner API answers about members and their rewards, and what its events carry. Each reader takes any number
 * of ids, in one statement; ids of other programs are left out. Those of restaurants and dines are in
 * `place-resources.read.ts`.
 */

export type ReadResources<R> = (
  db: Db,
  partner: Partner,
  ids: readonly string[],
  /** What has begun or ended by then. */
  now?: Date,
) => Promise<ReadonlyMap<string, R>>

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

export const byId = <R extends { readonly id: string }>(resources: readonly R[]): ReadonlyMap<string, R> =>
  new Map(resources.map(resource => [resource.id, resource]))

type MemberRow = Selectable<MembersTable> & { readonly tierUntil: Date | null }

export const readMembers: ReadResources<MemberResource> = async (db, { slug }, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('members as member')
    .selectAll('member')
    .select(
      sql<Date | null>`(select valid_to from member_tiers tier
        where tier.partner_id = member.partner_id and tier.member_id = member.id and tier.revoked_at is null
          and tier.tier_level = member.tier_level
        order by tier.id desc limit 1)`.as('tierUntil'),
    )
    .where('partnerId', '=', slug)
    .where('id', 'in', ids)
    .execute()
  return byId(rows.map(memberOf))
}

function memberOf(row: MemberRow): MemberResource {
  const { id, externalId, memberNumber, firstName, lastName, email, phoneNumber } = row
  const { address1, address2, city, state, zipCode, emailOptIn, smsOptIn, tierLevel: level } = row
  return {
    id,
    externalId,
    memberNumber,
    firstName,
    lastName,
    email,
    emailConfirmed: row.emailConfirmedAt !== null,
    phoneNumber,
    address1,
    address2,
    city,
    state,
    zipCode,
    emailOptIn,
    smsOptIn,
    status: statusOf(row),
    tier: { level, name: tierName(level), until: isVip(row) ? iso(row.tierUntil) : null },
    joinedAt: row.joinedAt.toISOString(),
    closedAt: iso(row.closedAt),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function statusOf(row: MemberRow): MemberResource['status'] {
  if (row.erasedAt) return 'erased'
  if (row.erasureDueAt) return 'erasurePending'
  if (isClosed(row)) return 'closed'
  return hasNotJoined(row) ? 'noCard' : 'active'
}

export const readCards: ReadResources<CardResource> = async (db, { slug }, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('linkedCards')
    .selectAll()
    .where('partnerId', '=', slug)
    .where('id', 'in', ids)
    .execute()
  return byId(rows.map(cardOf))
}

const cardOf = (row: Selectable<LinkedCardsTable>): CardResource => ({
  id: row.id,
  memberId: row.memberId,
  cardType: row.cardType,
  lastFour: row.lastFour,
  description: row.name ?? row.description,
  linkedAt: row.linkedAt.toISOString(),
  removedAt: iso(row.removedAt),
})

interface EntryRow {
  readonly id: string
  readonly memberId: string
  readonly postedAt: Date
  readonly kind: LedgerPostingsTable['kind']
  readonly units: number
  readonly dineId: string | null
  readonly text: string | null
}

/** Rows of `id` and `at`, for a list. */
export const entriesOf = ({ slug }: Partner, memberId: string) => sql`
  select distinct posting.id, posting.posted_at as at from ledger_entries entry
  join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
    and posting.counts_at = entry.counts_at
  where entry.partner_id = ${slug} and entry.member_id = ${memberId} and entry.account = 'member_rewards'`

/** The ids are those of postings. */
export const readEntries: ReadResources<EntryResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    select posting.id::text as id, entry.member_id, posting.posted_at, posting.kind, sum(entry.units)::bigint as units,
      coalesce(posting.dine_id, reward.dine_id) as dine_id,
      coalesce(reward.description, dine.merchant_name, credit.target_label) as text
    from ledger_postings posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards' and entry.member_id is not null
    left join dines dine on dine.partner_id = posting.partner_id and dine.id = posting.dine_id
    left join account_rewards reward on reward.partner_id = posting.partner_id and reward.id = posting.correlation_id
    left join statement_credits credit on credit.partner_id = posting.partner_id
      and credit.id = posting.correlation_id
    where posting.partner_id = ${partner.slug} and posting.id = any(${ids as string[]}::bigint[])
    group by posting.partner_id, posting.id, entry.member_id, dine.merchant_name, reward.dine_id, reward.description,
      credit.target_label`.execute(db)
  return byId(rows.map(row => entryOf(partner, row)))
}

const entryOf = (partner: Partner, row: EntryRow): EntryResource => ({
  id: row.id,
  memberId: row.memberId,
  at: row.postedAt.toISOString(),
  kind: row.kind,
  amount: rewardAmount(partner, row.units),
  dineId: row.dineId,
  text: row.text ?? '',
})

/** The ids are those of members; one without postings has a balance of nothing. */
export const readBalances: ReadResources<BalanceResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('members as member')
    .leftJoin('memberBalances as balance', join =>
      join.onRef('balance.partnerId', '=', 'member.partnerId').onRef('balance.memberId', '=', 'member.id'),
    )
    .select(['member.id', 'balance.units', 'balance.inFlightUnits', 'balance.changedAt'])
    .where('member.partnerId', '=', partner.slug)
    .where('member.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, units, inFlightUnits, changedAt }): [string, BalanceResource] => [
      id,
      { ...rewardAmount(partner, units ?? 0), inFlight: inFlightUnits ?? 0, updatedAt: iso(changedAt) },
    ]),
  )
}

export const readRewards: ReadResources<RewardResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('adjustments')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .where('id', 'in', ids)
    .execute()
  return byId(rows.map(row => rewardOf(partner, row)))
}

const rewardOf = (partner: Partner, row: Selectable<AdjustmentsTable>): RewardResource => ({
  id: row.id,
  memberId: row.memberId,
  kind: row.isCorporate ? 'corporate' : 'adjustment',
  amount: rewardAmount(partner, row.units),
  reason: row.reason,
  externalId: row.externalId,
  dineId: row.dineId,
  postedAt: row.createdAt.toISOString(),
  reversedAt: iso(row.reversedAt),
})

/** Of a member's part in a bonus. */
export const memberBonusId = (memberId: string, code: string): string => `${memberId}:${code}`

type BonusRow = Selectable<MemberBonusesTable> & {
  readonly joinedAt: Date
  readonly enrollmentSource: string | null
}

/** The ids are those of `memberBonusId`. */
export const readMemberBonuses: ReadResources<MemberBonusResource> = async (
  db,
  partner,
  ids,
  now = new Date(),
) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('memberBonuses as bonus')
    .innerJoin('members as member', join =>
      join.onRef('member.partnerId', '=', 'bonus.partnerId').onRef('member.id', '=', 'bonus.memberId'),
    )
    .selectAll('bonus')
    .select(['member.joinedAt', 'member.enrollmentSource'])
    .where('bonus.partnerId', '=', partner.slug)
    .where(sql<boolean>`(bonus.member_id, bonus.code) in (
      select split_part(id, ':', 1), split_part(id, ':', 2) from unnest(${ids as string[]}::text[]) as id)`)
    .execute()
  return new Map(
    rows.map((row): [string, MemberBonusResource] => [
      memberBonusId(row.memberId, row.code),
      memberBonusOf(partner, row, now),
    ]),
  )
}

function memberBonusOf(partner: Partner, row: BonusRow, now: Date): MemberBonusResource {
  const { memberId, code, bonusStatus, definition } = row
  const expiresAt = bonusEndsAt(partner, definition, row)
  const lastDay = expiresAt === null ? definition.to : null
  const isOver =
    expiresAt === null ? lastDay !== null && lastDay < now.toISOString().slice(0, 10) : expiresAt <= now
  return {
    memberId,
    code,
    status: bonusStatus === 'Qualified' ? 'qualified' : isOver ? 'expired' : 'enrolled',
    enrolledAt: row.enrolledAt.toISOString(),
    qualifiedAt: iso(row.qualifiedAt),
    expiresAt: iso(expiresAt),
    lastDay,
  }
}

export const readPayouts: ReadResources<PayoutResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('statementCredits')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .where('id', 'in', ids)
    .execute()
  return byId(rows.map(row => payoutOf(partner, row)))
}

const payoutStates = {
  pending: 'sent',
  pending_received: 'sent',
  error: 'sent',
  completed: 'completed',
  rejected: 'returned',
} as const satisfies Record<StatementCreditsTable['status'], PayoutResource['state']>

function payoutOf(partner: Partner, row: Selectable<StatementCreditsTable>): PayoutResource {
  const state = payoutStates[row.status]
  return {
    id: row.id,
    memberId: row.memberId,
    amount: rewardAmount(partner, row.amountCents),
    state,
    sentAt: row.createdAt.toISOString(),
    completedAt: state === 'completed' ? iso(row.settledAt) : null,
    returnedAt: state === 'returned' ? iso(row.settledAt) : null,
    reason: row.reasonCode,
  }
}

type FileRow = Selectable<AccrualFilesTable> & Record<'accepted' | 'rejected' | 'open', number>

export const readAccrualFiles: ReadResources<AccrualFileResource> = async (db, partner, ids) => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FileRow>`
    select file.*, count(*) filter (where accrual.state = 'confirmed')::int as accepted,
      count(*) filter (where accrual.state = 'rejected')::int as rejected,
      count(*) filter (where accrual.state = 'sent')::int as open
    from accrual_files file
    left join accruals accrual on accrual.partner_id = file.partner_id and accrual.file_id = file.id
    where file.partner_id = ${partner.slug} and file.id = any(${ids as string[]}::text[])
    group by file.partner_id, file.id`.execute(db)
  return byId(rows.map(row => accrualFileOf(partner, row)))
}

const accrualFileOf = (partner: Partner, row: FileRow): AccrualFileResource => ({
  id: row.id,
  number: row.number,
  rows: row.rowCount,
  total: rewardAmount(partner, row.totalUnits),
  accepted: row.accepted,
  rejected: row.rejected,
  open: row.open,
  createdAt: row.createdAt.toISOString(),
  sentAt: iso(row.sentAt),
})
