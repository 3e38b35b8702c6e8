import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { asUtc } from '@dineward/core/shared/local-date.ts'
import type { Dine } from '../activity.queries.ts'

export type StatusLook = 'paid' | 'waiting' | 'held' | 'nothing'

export interface DineStatus {
  readonly copy: BrowserCopyKey
  readonly look: StatusLook
}

const day = 86_400_000
/** A dine that is pending for longer can no longer be reviewed (account §9). */
export const reviewDays = 35

const translated: Record<Dine['awardStatus'], DineStatus> = {
  Pending: { copy: 'activity.status.Pending', look: 'waiting' },
  Awarded: { copy: 'activity.status.Awarded', look: 'waiting' },
  Deferred: { copy: 'activity.status.Deferred', look: 'waiting' },
  Paid: { copy: 'activity.status.Paid', look: 'paid' },
  Forfeit: { copy: 'activity.status.Forfeit', look: 'nothing' },
}

const held: DineStatus = { copy: 'activity.status.held', look: 'held' }

/** It is the state of a dine (account §4), and null for old records without one. `now` is in ms. */
export function dineStatus(
  dine: Pick<Dine, 'awardStatus' | 'isTranslated' | 'date'> & { readonly reason?: Dine['reason'] },
  now: number,
) {
  if (dine.isTranslated) return isRejected(dine.reason) ? held : translated[dine.awardStatus]
  if (dine.awardStatus === 'Forfeit') return { copy: 'activity.status.expired', look: 'nothing' } as const
  if (dine.awardStatus !== 'Pending') return null
  return now - asUtc(dine.date).getTime() > reviewDays * day
    ? ({ copy: 'activity.status.reviewExpired', look: 'nothing' } as const)
    : ({ copy: 'activity.status.pendingReview', look: 'waiting' } as const)
}

/** The partner has not taken it: the reason says what the member can do. */
const isRejected = (reason: Dine['reason'] | undefined): boolean =>
  reason?.code === 'member_number_unknown' || reason?.code === 'partner_rejected'
