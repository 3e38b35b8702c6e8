import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createClock } from '../apps/server/src/clock.ts'
import type { MemberContext } from '../apps/server/src/context.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import { creditBalance, listDinesAndCredits } from '../apps/server/src/features/activity/activity.service.ts'
import { dineSummary } from '../apps/server/src/features/activity/rewards-year.service.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../apps/server/src/features/partner/partner-registry.service.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import type { Figure } from './figure.ts'
import { newProgram, type Program } from './program.ts'
import { median } from './start.ts'

const [few, many] = [50, 5_000]
/** It is for the queries alone: the rest of an answer does not depend on dines. */
const mostTimes = 2

type Page = Parameters<typeof listDinesAndCredits>[1]

/**
 * A member with 5,000 dines in ten years reads what the overview and the first page of activity need, as one with 50
 * does. The overview sums a year, so that it reads each dine of that: some 3.5 µs for each.
 */
export async function manyDinesBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-dines-'))
  const postgres = await startPostgres()
  const databaseUrl = await copyDatabase(postgres.url, 'dines')
  const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder })
  const { db } = database
  try {
    await migrate(db)
    const folderOfPartners = new URL('../partners/', import.meta.url).pathname
    const registry = createPartnerRegistry(await loadPartners(folderOfPartners), {
      defaultSlug: 'harbor',
      byHostNames: false,
    })
    const partner = registry.bySlug('harbor')
    const program = await newProgram(database, { slug: 'harbor' }, { members: 2, merchants: 20 })
    const members = program.members.map(({ memberId }) => {
      const actor = { kind: 'member', id: memberId }
      const ctx = { db, partner, clock: createClock(null), locale: 'en-US', gateways: {}, actor }
      return ctx as unknown as MemberContext
    })
    await addDines(db, program, 0, few)
    await addDines(db, program, 1, many)
    await sql`vacuum analyze`.execute(db)
    const page = { pageNo: 1, resultsPerPage: 20 }
    return [await compare(members, page)]
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Dines are spread evenly over the last ten years, each with its posting a day later. */
async function addDines(db: Db, { members, merchants }: Program, n: number, count: number): Promise<void> {
  const { memberId, cardId } = members[n]!
  const ids = merchants.map(({ id }) => id)
  for (let start = 0; start < count; start += 500) {
    // Else foreign keys are checked by scans.
    await sql`analyze dines, ledger_postings`.execute(db)
    await sql`
    with dine as (
      insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
        source_transaction_id, dined_at, authorized_cents, cleared_cents, reward_units, status, decision, created_at,
        updated_at)
      select ${memberId} || n, 'harbor', ${memberId}, ${cardId}, '4242', (${ids}::text[])[1 + n % ${ids.length}], 'Casa',
        ${memberId} || 't' || n, now() - n * interval '3640 days' / ${count}, 4250, 5000, 150, 'Awarded',
        '{"ruleVersion":1,"facts":{"currency":"USD"},"amounts":{},"earningCents":5000}', now(), now()
      from generate_series(${start + 1}::int, ${Math.min(count, start + 500)}::int) n
      returning id, dined_at
    ), amount as (
      insert into dine_amounts (partner_id, dine_id, source_key, kind, amount_cents, transaction_id, occurred_at,
        linked_card_id, created_at)
      select 'harbor', id, id || kind, kind, 5000, id, now(), ${cardId}, now()
      from dine cross join unnest(array['authorization', 'clearing']) kind
    ), posting as (
      insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      select 'harbor', id || ':1', 'bench', 'dine_reward', id, 'dine_cleared', dined_at + interval '1 day' from dine
      returning id, counts_at
    )
    insert into ledger_entries (posting_id, partner_id, account, member_id, units, counts_at)
    select posting.id, 'harbor', account, member, units, counts_at
    from posting cross join (values ('member_rewards', ${memberId}, 150), ('program_rewards', null, -150))
      entry (account, member, units)`.execute(db)
  }
}

async function compare([small, large]: readonly MemberContext[], page: Page): Promise<Figure> {
  const read = async (ctx: MemberContext) => {
    await listDinesAndCredits(ctx, page)
    await dineSummary(ctx)
    await creditBalance(ctx)
  }
  const [fewMs, manyMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < 30; round++) {
    fewMs.push(await timed(() => read(small!)))
    manyMs.push(await timed(() => read(large!)))
  }
  const ratio = median(manyMs.map((ms, round) => ms / fewMs[round]!))
  return {
    budget: 'P11',
    what: `account overview reads of ${many} dines: at most ${mostTimes}x those of ${few}`,
    measured: `${ratio.toFixed(2)}x, ${median(manyMs).toFixed(1)} ms`,
    isMet: ratio <= mostTimes,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
