import { sql } from 'kysely'
import { byKey, inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import { localTime } from './dines.repository.ts'
import { turnsOfYear } from './vip-turns.read.ts'

/** A dine that reaches a threshold of VIPs, or a refund after which it is no longer reached. Local time. */
export interface VipTurn {
  readonly dineId: string
  readonly at: string
  readonly timezone: string
  readonly isVip: boolean
}

interface MemberYear {
  readonly partnerId: string
  readonly memberId: string
  readonly year: number
  /** Refunds that were reported later take nothing from it. */
  readonly endsAt: Date
  /** 0 dollars: none. */
  readonly qualification: { readonly dinesRequired: number; readonly dollarsRequired: number }
}

/**
 * The turns of a member's local calendar year, by the times of dines and refunds. When a refund was first reported decides
 * whether it counts, and never when that is decided. A dine that refunds leave without a reward counts until the last one.
 */
export function selectVipTurns(
  db: Db,
  { partnerId, memberId, year, endsAt, qualification: { dinesRequired, dollarsRequired } }: MemberYear,
): Promise<VipTurn[]> {
  const key = { partnerId, memberId, dinesRequired, dollarsRequired, endsAt }
  return inOneStatement(db, selectTurnsOf, { ...key, from: `${year}-01-01`, until: `${year + 1}-01-01` })
}

type YearRow = Pick<MemberYear, 'partnerId' | 'memberId' | 'endsAt'> &
  MemberYear['qualification'] & { readonly from: string; readonly until: string }

async function selectTurnsOf(db: Db, years: readonly YearRow[]): Promise<VipTurn[][]> {
  const { source } = unnested(years, {
    partnerId: 'text',
    memberId: 'text',
    from: 'timestamp',
    until: 'timestamp',
    endsAt: 'timestamptz',
    dinesRequired: 'bigint',
    dollarsRequired: 'bigint',
  })
  const { rows } = await sql<VipTurn & { n: number }>`
    select year.n::int, turn.*
    from ${source} with ordinality as year
      (partner_id, member_id, from_day, until_day, ends_at, dines_required, dollars_required, n)
    cross join lateral (${turnsOfYear}) as turn
    order by turn.place`.execute(db)
  return byKey(years, rows)
}

/** Of that version of the rules and later ones. A day before that instant too, for local times. */
export async function selectDinesSince(
  db: Db,
  { partnerId, memberId }: { readonly partnerId: string; readonly memberId: string },
  { since, fromVersion }: { readonly since: Date; readonly fromVersion: number },
): Promise<{ merchantId: string | null; dinedAt: string; timezone: string | null }[]> {
  const rows = await db
    .selectFrom('dines')
    .select(['merchantId', 'dinedAt', sql<string | null>`decision->'facts'->>'timezone'`.as('timezone')])
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where(sql<boolean>`(decision->>'ruleVersion')::int >= ${fromVersion}`)
    .where('dinedAt', '>=', sql<string>`${since}::timestamptz at time zone 'UTC' - interval '1 day'`)
    .execute()
  return rows.map(row => ({ ...row, dinedAt: localTime(row.dinedAt) }))
}
