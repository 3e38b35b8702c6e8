import type { Db } from '../../db/open-database.ts'
import { allocateDebits, dinesPaidBy } from '../ledger/allocations.service.ts'
import { type Posting, postMany } from '../ledger/ledger.service.ts'
import { markDinesPaid } from '../rewards/dine-status.service.ts'
import { insertPastCredits } from './payouts.repository.ts'
import type { StatementCreditsTable } from './payouts.tables.ts'

/** From before the product ran. */
export interface PastCredit
  extends Pick<
    StatementCreditsTable,
    'id' | 'partnerId' | 'memberId' | 'amountCents' | 'targetType' | 'targetLabel' | 'benefitProcessor'
  > {
  readonly status: 'completed' | 'rejected'
  readonly createdAt: Date
}

/** Idempotent. A rejected one has no posting; the others make the dines Paid that they cover. */
export async function recordPastCredits(
  { db }: { readonly db: Db },
  credits: readonly PastCredit[],
): Promise<void> {
  await inTransaction(db, async trx => {
    await insertPastCredits(trx, credits)
    const paid = credits.filter(({ status }) => status === 'completed')
    for (const [, ofPartner] of Map.groupBy(paid, ({ partnerId }) => partnerId))
      await postMany(trx, ofPartner.map(creditPosting))
    for (const [, ofMember] of Map.groupBy(paid, ({ memberId }) => memberId)) await payDines(trx, ofMember)
  })
}

/** A dine that two credits share is Paid by the later one. */
async function payDines(db: Db, credits: readonly PastCredit[]): Promise<void> {
  const newestFirst = credits.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const [{ partnerId, memberId, createdAt }] = newestFirst as [PastCredit]
  await allocateDebits(db, { partnerId, memberId }, createdAt)
  const ids = newestFirst.map(({ id }) => id)
  const dines = await dinesPaidBy(db, { partnerId, memberId }, ids)
  for (const { id, createdAt: now } of newestFirst)
    await markDinesPaid(db, { partnerId, dineIds: dines.get(id) ?? [], now })
}

function creditPosting({ id, partnerId, memberId, amountCents, createdAt }: PastCredit): Posting {
  return {
    partnerId,
    idempotencyKey: `statement-credit:${id}`,
    kind: 'statement_credit',
    correlationId: id,
    reasonCode: 'statement_credit',
    postedAt: createdAt,
    entries: [
      { account: 'member_rewards', memberId, units: -amountCents },
      { account: 'statement_credits', memberId: null, units: amountCents },
    ],
  }
}

function inTransaction(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
