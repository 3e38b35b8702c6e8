import { type MemberSearch, searchesFor } from '@dineward/core/console-support/member-search.rules.ts'
import type {
  ConsoleMember,
  FoundMember,
  FoundTransaction,
  MemberState,
} from '@dineward/core/console-support/members.contract.ts'
import { hasNotJoined, isClosed } from '@dineward/core/members/member-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { slugsOf } from '../../http/serve-console.ts'
import { explainDine, listDinesOf } from '../activity/activity.service.ts'
import { emailVersion } from '../credentials/email-change.service.ts'
import { erasureVersion } from '../leaving/leaving.service.ts'
import { bookingBanVersion } from '../reservations/reservations.service.ts'
import { type MemberDetailsRow, readMemberDetails } from './member-details.read.ts'
import {
  findByEmail,
  findByLastFour,
  findByName,
  findByNumber,
  findByPhone,
  findTransactions,
  type MemberListRow,
} from './member-search.read.ts'

/** Each kind of search lists this many. */
const listedMembers = 50

interface Found {
  readonly members: readonly MemberListRow[]
  readonly transactions: readonly FoundTransaction[]
}

/** The kinds that were found by most first: a member found by two of them is listed once. */
export async function searchMembers(
  ctx: ConsoleContext,
  { query, partner }: { readonly query: string; readonly partner?: string | undefined },
) {
  const slugs = slugsOf(ctx, partner)
  const members = new Map<string, FoundMember>()
  const transactions: FoundTransaction[] = []
  let hasMore = false
  for (const search of searchesFor(query)) {
    const found = await runSearch(ctx, slugs, search)
    for (const row of found.members.slice(0, listedMembers)) {
      const key = `${row.partnerId} ${row.id}`
      const before = members.get(key)?.foundBy ?? []
      members.set(key, { ...describeFound(row), foundBy: [...before, search.by] })
    }
    transactions.push(...found.transactions.slice(0, listedMembers))
    hasMore ||= Math.max(found.members.length, found.transactions.length) > listedMembers
  }
  return { items: [...members.values()], transactions, hasMore }
}

async function runSearch(
  ctx: ConsoleContext,
  slugs: readonly string[],
  search: MemberSearch,
): Promise<Found> {
  const { db, isNetworkWide } = ctx
  const lookup = { slugs, limit: listedMembers + 1 }
  const ofMembers = (members: readonly MemberListRow[]) => ({ members, transactions: [] })
  switch (search.by) {
    case 'email':
      return ofMembers(await findByEmail(db, lookup, search.prefix))
    case 'memberNumber':
      return ofMembers(await findByNumber(db, lookup, search.number))
    case 'phone':
      return ofMembers(await findByPhone(db, lookup, search.digits))
    case 'card':
      return ofMembers(await findByLastFour(db, lookup, search.lastFour))
    case 'name':
      return ofMembers(await findByName(db, lookup, search.parts))
    case 'transaction': {
      const rows = await findTransactions(db, { ...lookup, isNetworkWide }, search.id)
      return {
        members: [],
        transactions: rows.map(({ partnerId, ...row }) => ({ ...row, partner: partnerId })),
      }
    }
  }
}

function describeFound(row: MemberListRow): Omit<FoundMember, 'foundBy'> {
  const { id, partnerId: partner, email, memberNumber, tierLevel } = row
  const name = `${row.firstName} ${row.lastName}`.trim()
  return {
    id,
    partner,
    name,
    email,
    memberNumber,
    tierLevel,
    state: stateOf(row),
    joinedAt: row.joinedAt.toISOString(),
  }
}

function stateOf(row: MemberListRow): MemberState {
  if (row.erasedAt) return 'erased'
  if (row.erasureDueAt) return 'leaving'
  if (isClosed(row)) return 'closed'
  return hasNotJoined(row) ? 'not_joined' : 'active'
}

/** @param ctx of the member's program */
export async function describeConsoleMember(
  ctx: StaffContext,
  memberId: string,
): Promise<{ member: ConsoleMember }> {
  const owner = { partnerId: ctx.partner.slug, memberId }
  const row = await readMemberDetails(ctx.db, owner, ctx.clock.now())
  if (!row) throw new AppError('not_found')
  return {
    member: {
      ...row,
      ...describeFound(row),
      ...instantsOf(row),
      emailChange: waitingChange(row, ctx.clock.now()),
      versions: versionsOf(row),
      foundBy: [],
    },
  }
}

/** As the member's own list has them, but each with a sentence that says why. */
export async function listMemberTransactions(
  ctx: StaffContext,
  memberId: string,
  query: { readonly pageNo: number; readonly resultsPerPage: number },
) {
  const { data, ...totals } = await listDinesOf(ctx, memberId, query)
  const explain = explainDine(ctx)
  return {
    ...totals,
    data: data.map(row => ({ ...row, reason: row.reason ?? explain(null, row.awardStatus) })),
  }
}

/** What is out of time does not wait. */
const waitingChange = ({ emailChange }: MemberDetailsRow, now: Date) =>
  emailChange && new Date(emailChange.until) > now ? emailChange : null

const versionsOf = ({ email, emailChange, bookingBannedAt, erasureDueAt }: MemberDetailsRow) => ({
  booking: bookingBanVersion(bookingBannedAt),
  email: emailVersion(
    email,
    emailChange && { email: emailChange.email, expiresAt: new Date(emailChange.until) },
  ),
  erasure: erasureVersion(erasureDueAt),
})

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const instantsOf = (row: MemberDetailsRow) => ({
  emailConfirmedAt: iso(row.emailConfirmedAt),
  closedAt: iso(row.closedAt),
  erasureDueAt: iso(row.erasureDueAt),
  erasedAt: iso(row.erasedAt),
  lockedUntil: iso(row.lockedUntil),
  bookingBannedAt: iso(row.bookingBannedAt),
})
