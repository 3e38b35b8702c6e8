import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/open-database.ts'
import { ledgerProblems } from '../../apps/server/src/features/ledger/ledger-checks.read.ts'
import type { Acknowledged } from './fault-load.ts'

/** What is wrong, a line each: the ledger, what was acknowledged, and what partner and payout provider counted. */
export async function problemsAfter(
  { db }: Database,
  { dines, claimIds }: Acknowledged,
  dataDir: string,
): Promise<string[]> {
  const problems = [...(await ledgerProblems(db))]
  const stored = await db
    .selectFrom('dines')
    .select(['sourceTransactionId', 'status', 'rewardUnits'])
    .execute()
  const byTransaction = new Map(stored.map(dine => [dine.sourceTransactionId, dine]))
  for (const { transactionId, cents } of dines) {
    const dine = byTransaction.get(transactionId)
    const expected = Math.floor((cents * 3) / 100)
    if (!dine) problems.push(`acknowledged, and no dine: ${transactionId}`)
    else if (!['Awarded', 'Deferred', 'Paid'].includes(dine.status) || dine.rewardUnits !== expected)
      problems.push(`${transactionId} is ${dine.status} with ${dine.rewardUnits}, not ${expected}`)
  }
  const claims = new Set((await db.selectFrom('claims').select('id').execute()).map(({ id }) => id))
  for (const id of claimIds) if (!claims.has(id)) problems.push(`acknowledged, and no claim: ${id}`)
  return [
    ...problems,
    ...(await settlementProblems({ db } as Database, dataDir)),
    ...(await payoutProblems({ db } as Database, dataDir)),
  ]
}

/** The sandbox partner adds up the rows of the files that it got; rows that it got twice count twice. */
async function settlementProblems({ db }: Database, dataDir: string): Promise<string[]> {
  const problems: string[] = []
  const files = new Map<string, string>()
  for (const folder of ['out', 'done']) {
    const path = join(dataDir, 'exchange/skyward', folder)
    for (const name of namesIn(path).filter(name => name.startsWith('accruals-')))
      files.set(name, readFileSync(join(path, name), 'utf8'))
  }
  const rows = [...files.values()].flatMap(text => text.split('\n').filter(line => line.startsWith('row,')))
  const ids = rows.map(line => line.split(',')[1]!)
  if (new Set(ids).size !== ids.length) problems.push('a posting was told to the partner twice')
  const credited = rows.reduce((sum, line) => sum + Number(line.split(',')[4]), 0)
  const { units } = await sumOf({ db } as Database, 'settled_rewards')
  if (credited !== units) problems.push(`the partner credited ${credited}, the ledger says ${units}`)
  return problems
}

async function payoutProblems({ db }: Database, dataDir: string): Promise<string[]> {
  const problems: string[] = []
  const folder = join(dataDir, 'payouts')
  const names = namesIn(folder)
  const sends = names.includes('sends.ndjson') ? readFileSync(join(folder, 'sends.ndjson'), 'utf8') : ''
  const accepted = new Map<string, number>()
  for (const line of sends.split('\n').filter(Boolean)) {
    const { externalId, accepted: isAccepted } = JSON.parse(line) as { externalId: string; accepted: boolean }
    accepted.set(externalId, (accepted.get(externalId) ?? 0) + (isAccepted ? 1 : 0))
  }
  for (const [id, count] of accepted) if (count > 1) problems.push(`accepted ${count} times: ${id}`)
  const paid = names
    .filter(name => name.endsWith('.order.json'))
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')).amountCents as number)
    .reduce((sum, cents) => sum + cents, 0)
  const completed = await sumOf({ db } as Database, 'statement_credits')
  if (paid !== completed.units) problems.push(`the provider paid ${paid}, the ledger says ${completed.units}`)
  return problems
}

async function sumOf({ db }: Database, account: 'settled_rewards' | 'statement_credits') {
  return db
    .selectFrom('ledgerEntries')
    .select(sql<number>`coalesce(sum(units), 0)`.as('units'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
