import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/*
 * What an engine made of a program's events, so that two engines can be compared line by line: `LIVES=2000
 * RECORDING=/tmp/before npx vitest run member-lives` (or `node bench/month.ts 10000 500`), the same after, and `diff`.
 */

/** Rows hold ids that differ from run to run; by their names they are the same. */
export type Names = ReadonlyMap<string, string>

const tables = [
  'dines',
  'dine_amounts',
  'dine_components',
  'member_tiers',
  'member_bonuses',
  'member_bonus_changes',
  'card_events',
  'outgoing_mails',
  'statement_credits',
  'accruals',
] as const

/** Of no consequence, or made again in each run. */
const left = [
  'body',
  'card_event_id',
  'external_id',
  'file_id',
  'created_at',
  'html_body',
  'input_hash',
  'partner_id',
  'posting_id',
  'processed_at',
  'received_at',
  'target_ref',
  'unsubscribe_token',
  'updated_at',
]

/** The lines are sorted. @param names by id: of members, cards and restaurants; those of dines are found here */
export async function recordingOf(db: Db, partnerId: string, names: Names): Promise<string[]> {
  const { rows: dines } = await sql<{ id: string; sourceTransactionId: string }>`
    select id, source_transaction_id from dines where partner_id = ${partnerId}`.execute(db)
  const known = new Map([
    ...names,
    [partnerId, 'program'],
    ...dines.map(dine => [dine.id, `dine of ${dine.sourceTransactionId}`] as const),
  ])
  const lines: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(line) - ${table === 'dine_components' ? left : [...left, 'id']}::text[] as row
      from ${sql.table(table)} line where partner_id = ${partnerId}`.execute(db)
    lines.push(...rows.map(({ row }) => `${table} ${JSON.stringify(row)}`))
  }
  const { rows: postings } = await sql<{ row: object }>`
    select jsonb_build_object('kind', kind, 'of', correlation_id, 'reason', reason_code, 'cause', cause, 'at', posted_at,
      'entries', (select jsonb_agg(jsonb_build_object('account', account, 'units', units) order by account)
        from ledger_entries entry where entry.posting_id = posting.id)) as row
    from ledger_postings posting where partner_id = ${partnerId}`.execute(db)
  lines.push(...postings.map(({ row }) => `posting ${JSON.stringify(row)}`))
  const isId = new RegExp([...known.keys()].map(id => id.replaceAll(/[^\w-]/g, '\\$&')).join('|'), 'g')
  return lines
    .map(line => line.replaceAll(isId, id => `<${known.get(id)}>`).replaceAll(isRandom, '<random>'))
    .toSorted()
}

/** These are ids of payouts and files, and tokens of mails. */
const isRandom = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=token=)[\w-]+|(?<=rewards-paid:)\d+/g
