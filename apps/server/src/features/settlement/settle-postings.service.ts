import { accrualFileId } from '@dineward/core/settlement/accrual-file.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type Posting, postMany } from '../ledger/ledger.service.ts'
import { insertFile, lockSettlement } from './accruals.repository.ts'
import { lockMembers, selectPaidBefore } from './settlement.read.ts'

export interface SettledPosting {
  readonly postingId: number
  readonly memberId: string
  readonly units: number
  readonly correlationId: string
  readonly dineId: string | null
  readonly settledAt: Date
}

/** The program no longer owes it to the member. What an erased member gave up is the program's: it pays the partner. */
export async function settlePostings(
  db: Db,
  partnerId: string,
  postings: readonly SettledPosting[],
  erased: ReadonlySet<string>,
): Promise<void> {
  await postMany(
    db,
    postings.map(({ postingId, memberId, units, correlationId, dineId, settledAt }): Posting => {
      const owed = erased.has(memberId)
        ? ({ account: 'program_rewards', memberId: null } as const)
        : ({ account: 'member_rewards', memberId } as const)
      return {
        partnerId,
        idempotencyKey: `settlement:${postingId}`,
        kind: 'settlement',
        correlationId,
        dineId,
        reasonCode: 'partner_confirmed',
        postedAt: settledAt,
        entries: [
          { ...owed, units: -units },
          { account: 'settled_rewards', memberId: null, units },
        ],
      }
    }),
  )
}

/**
 * Dines that were Paid before files were sent: the partner has them. As file number 0, which is never sent. In the
 * caller's transaction, for partners that post rewards themselves.
 */
export async function settlePaidDines(db: Db, partnerId: string, now: Date): Promise<void> {
  await lockSettlement(db, partnerId)
  const paid = await selectPaidBefore(db, partnerId)
  const erased = await lockMembers(db, partnerId, [...new Set(paid.map(({ memberId }) => memberId))])
  await insertFile(
    db,
    {
      partnerId,
      id: accrualFileId(partnerId, 0),
      number: 0,
      rowCount: paid.length,
      totalUnits: paid.reduce((sum, { units }) => sum + units, 0),
      createdAt: now,
      sentAt: now,
    },
    paid.map(row => ({ ...row, answeredAt: row.paidAt })),
    'confirmed',
  )
  await settlePostings(
    db,
    partnerId,
    paid.map(row => ({ ...row, settledAt: row.paidAt })),
    erased,
  )
}
