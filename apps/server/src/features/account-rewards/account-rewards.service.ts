import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Db } from '../../db/open-database.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { postEntries, rewardEntries } from '../ledger/ledger.service.ts'
import {
  findAccountReward,
  insertAccountReward,
  type NewAccountReward,
} from './account-rewards.repository.ts'

export { detachDinesOfAccountRewards } from './account-rewards.repository.ts'

/* In the transaction of the cause, which has locked the member. */

interface Cause {
  readonly partner: Partner
  readonly now: Date
}

export interface AccountReward
  extends Pick<NewAccountReward, 'memberId' | 'kind' | 'source' | 'units' | 'description'> {
  /** Kept where the cause has one of its own. */
  readonly id?: string
  readonly dineId?: string | null
  /** Operators read it with the posting. */
  readonly reasonCode: string
}

/** @returns its id. */
export async function grantReward(db: Db, cause: Cause, reward: AccountReward): Promise<string> {
  const id = reward.id ?? randomUUID()
  await saveReward(db, cause, { ...reward, id, correctsId: null, dineId: reward.dineId ?? null })
  return id
}

/** @returns the units that were taken back: 0 when they were before. */
export async function takeBackReward(
  db: Db,
  cause: Cause,
  {
    id,
    ...correction
  }: Pick<AccountReward, 'source' | 'description' | 'reasonCode'> & { readonly id: string },
): Promise<number> {
  const granted = await findAccountReward(db, cause.partner.slug, id)
  if (!granted) throw new Error(`there is no account reward ${id}`)
  const { memberId, kind, units, dineId } = granted
  const isTaken = await saveReward(db, cause, {
    ...correction,
    memberId,
    kind,
    dineId,
    id: randomUUID(),
    units: -units,
    correctsId: id,
  })
  return isTaken ? units : 0
}

async function saveReward(
  db: Db,
  { partner, now }: Cause,
  { reasonCode, ...reward }: Required<AccountReward> & { readonly correctsId: string | null },
): Promise<boolean> {
  const partnerId = partner.slug
  const row = { ...reward, partnerId, createdAt: now }
  if (!(await insertAccountReward(db, row, partner.settings.timeZone))) return false
  await postEntries(db, {
    partnerId,
    idempotencyKey: `reward:${reward.id}`,
    kind: reward.kind,
    correlationId: reward.correctsId ?? reward.id,
    reasonCode,
    postedAt: now,
    entries: rewardEntries(reward.memberId, reward.units, reward.source === '+' ? 'partner' : 'program'),
  })
  const { memberId, dineId } = reward
  recordEvents({ db, partner, clock: { now: () => now } }, [
    { type: 'balance.changed', id: memberId, memberId },
    ...(dineId === null ? [] : [{ type: 'dine.changed', id: dineId, memberId } as const]),
  ])
  return true
}
