import type { Db } from '../../db/open-database.ts'
import { type Posting, postMany } from '../ledger/ledger.service.ts'

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
