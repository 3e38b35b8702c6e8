import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { findLedgerProblems, ledgerProblems, ledgerRules, selectViolations } from './ledger-checks.read.ts'

/** All that the rules read, but `reward_totals_until`. */
const tables = [
  'account_rewards',
  'accrual_files',
  'accruals',
  'adjustments',
  'card_events',
  'claims',
  'closed_periods',
  'dine_amounts',
  'dine_components',
  'dine_holds',
  'dines',
  'ledger_allocations',
  'ledger_entries',
  'ledger_postings',
  'member_balances',
  'member_tiers',
  'members',
  'offers',
  'referrals',
  'reward_budgets',
  'reward_totals',
  'statement_credits',
]

/** Of events the partner is not known until they are processed. */
const unprocessed = sql`or partner_id is null`

/** A table expression hides the table that it reads. */
const rowsOfPartners = sql.join(
  tables.map(
    name => sql`${sql.table(name)} as not materialized (
      select * from ${sql.table(name)} where partner_id = any(${sql.raw('$1')})
        ${name === 'card_events' ? unprocessed : sql``})`,
  ),
)

const undefinedStatement = '26000'
const checkedInFile = new Set<Db>()

/**
 * These are violations in the rows of some partners, for a check after every step: one statement has all rules, is
 * planned once a connection, and does not read what other tests have left. The end of the file checks all partners.
 */
export function ledgerProblemsOf(db: Db, ...partnerIds: readonly string[]): Promise<string[]> {
  checkedInFile.add(db)
  return db.connection().execute(async connection => {
    const check = () =>
      sql<{ problem: string }>`execute ledger_problems(${sql.lit(`{${partnerIds.join()}}`)})`.execute(
        connection,
      )
    const { rows } = await check().catch(async error => {
      if (error.code !== undefinedStatement) throw error
      await prepareCheck(connection)
      return check()
    })
    return rows.map(({ problem }) => problem)
  })
}

async function prepareCheck(db: Db): Promise<void> {
  const violations = ledgerRules.map(
    rule => sql`select ${sql.lit(`${rule}: `)} || row from (${selectViolations(rule)}) as violation`,
  )
  await sql`prepare ledger_problems (text[]) as with ${rowsOfPartners}
    select problem from (${sql.join(violations, sql` union all `)}) as found (problem) order by 1`.execute(db)
}

/** Violations of all partners in the databases that the file has checked so far. */
export async function ledgerProblemsOfFile(): Promise<string[]> {
  const databases = [...checkedInFile]
  checkedInFile.clear()
  return (await Promise.all(databases.map(ledgerProblems))).flat()
}

/** What the check finds after `plant`, in a transaction that is rolled back. */
export async function problemsWithPlanted(
  db: Db,
  partnerId: string,
  plant: (trx: Db) => Promise<unknown>,
): Promise<string[]> {
  const trx = await db.startTransaction().execute()
  try {
    await plant(trx)
    // What other tests left is read as well: without statistics that took longer than a query may.
    await sql`analyze ${sql.join(tables.map(name => sql.table(name)))}`.execute(trx)
    const problems = await findLedgerProblems(trx, [partnerId])
    return problems.map(({ rule, row }) => `${rule}: ${row}`)
  } finally {
    await trx.rollback().execute()
  }
}
