import { createHash } from 'node:crypto'
import type { PostingCause } from '@dineward/core/rewards/posting-cause.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import {
  type HashedPosting,
  insertPostings,
  type LedgerEntry,
  selectBalance,
  selectInputHashes,
} from './ledger.repository.ts'
import type { LedgerPostingsTable } from './ledger.tables.ts'

export { lastPostingId, lockPostings, selectPostedBalances } from './ledger.repository.ts'

/** Its entries sum to zero; a posting is corrected by another one. */
export interface Posting {
  readonly partnerId: string
  readonly idempotencyKey: string
  readonly kind: LedgerPostingsTable['kind']
  /** The subject (a dine's id). Corrections carry the same one. */
  readonly correlationId: string
  /** Where it is about a dine or one of its components. */
  readonly dineId?: string | null
  readonly reasonCode: string
  readonly cause?: PostingCause | null
  readonly postedAt: Date
  readonly entries: readonly LedgerEntry[]
}

/** @throws `idempotency_conflict` when the key was used with another input. */
export async function postEntries(db: Db, posting: Posting): Promise<{ posted: boolean }> {
  const [key] = await postMany(db, [posting])
  return { posted: key !== undefined }
}

/** One statement posts all; a conflict posts nothing. @returns the new keys. */
export async function postMany(db: Db, postings: readonly Posting[]): Promise<readonly string[]> {
  const partnerId = postings[0]?.partnerId
  if (partnerId === undefined) return []
  const hashed = new Map<string, HashedPosting>()
  for (const posting of postings) {
    const inputHash = hashOfPosting(posting)
    const before = hashed.get(posting.idempotencyKey)
    if (posting.partnerId !== partnerId) throw new Error('a batch of postings has one partner')
    if (before && before.inputHash !== inputHash) throw conflict(posting.idempotencyKey)
    const { cause = null, dineId = null } = posting
    hashed.set(posting.idempotencyKey, { ...posting, cause, dineId, inputHash })
  }
  const posted = await insertPostings(db, partnerId, [...hashed.values()])
  if (posted.length < hashed.size) {
    // The others existed before or were inserted concurrently: compare their inputs.
    const others = [...hashed.keys()].filter(key => !posted.includes(key))
    const hashes = await selectInputHashes(db, partnerId, others)
    const conflicting = others.filter(
      key => hashes.has(key) && hashes.get(key) !== hashed.get(key)?.inputHash,
    )
    if (conflicting.length > 0) throw conflict(conflicting.join(', '))
  }
  return posted
}

/** In the partner's unit: points or miles, cents for dollars and credits. */
export function balanceOf(db: Db, partnerId: string, memberId: string): Promise<number> {
  return selectBalance(db, partnerId, memberId)
}

/** Negative units take back. */
export function rewardEntries(
  memberId: string,
  units: number,
  paidBy: 'program' | 'partner' = 'program',
): LedgerEntry[] {
  const account = paidBy === 'partner' ? 'partner_rewards' : 'program_rewards'
  return [
    { account: 'member_rewards', memberId, units },
    { account, memberId: null, units: -units },
  ]
}

/** What a second posting with its key is compared by. */
export function hashOfPosting({
  kind,
  correlationId,
  reasonCode,
  entries,
}: Pick<Posting, 'kind' | 'correlationId' | 'reasonCode' | 'entries'>): string {
  const lines = entries.map(({ account, memberId, units }) => [account, memberId, units])
  return createHash('sha256')
    .update(JSON.stringify([kind, correlationId, reasonCode, lines]))
    .digest('base64url')
}

const conflict = (keys: string) =>
  new AppError('idempotency_conflict', { cause: new Error(`posting key used for something else: ${keys}`) })
