import type { Dine } from '../activity.queries.ts'

export type HistoryEntry = Dine['history'][number]

export interface DineStep {
  readonly step: 'seen' | 'cleared' | 'earned' | 'changed' | 'sent' | 'paid' | 'notEarned'
  readonly state: 'done' | 'next' | 'later' | 'stopped'
  /** Null for what is still to come. */
  readonly entry: HistoryEntry | null
}

/** A dine's history as members read it, and what comes next. */
export function dineSteps({ history, awardStatus }: Pick<Dine, 'history' | 'awardStatus'>): DineStep[] {
  return [
    ...history.flatMap((entry, index) => stepsOf(entry, history[index - 1])),
    ...stepsAhead(awardStatus, isReviewed(history.at(-1))),
  ]
}

/** Its amount is final while a person checks it. */
const isReviewed = (entry: HistoryEntry | undefined): boolean => entry?.reason?.code === 'under_review'

function stepsOf(entry: HistoryEntry, before: HistoryEntry | undefined): DineStep[] {
  const done = (step: DineStep['step']): DineStep => ({ step, state: 'done', entry })
  const isFirst = before === undefined
  const isCleared = isReviewed(before)
  if (isReviewed(entry)) return [...(isFirst ? [done('seen')] : []), ...(isCleared ? [] : [done('cleared')])]
  if (entry.status === 'Pending') return [done('seen')]
  if (entry.status === 'Forfeit') {
    const clears =
      before?.status === 'Pending' && !isCleared && entry.reason?.code !== 'authorization_expired'
    const seen = isFirst ? [done('seen')] : clears ? [done('cleared')] : []
    return [...seen, { step: 'notEarned', state: 'stopped', entry }]
  }
  const isAwarded = isFirst || before.status === 'Pending' || before.status === 'Forfeit'
  const isChanged =
    !isAwarded && (before.benefitAmount !== entry.benefitAmount || before.ticketAmount !== entry.ticketAmount)
  return [
    ...(isAwarded && !isCleared ? [done('cleared')] : []),
    ...(isAwarded ? [done('earned')] : []),
    ...(isChanged ? [done('changed')] : []),
    ...(entry.status === 'Deferred' && !isChanged ? [done('sent')] : []),
    ...(entry.status === 'Paid' && before?.status !== 'Paid' ? [done('paid')] : []),
  ]
}

function stepsAhead(status: Dine['awardStatus'], isCleared: boolean): DineStep[] {
  const ahead = (step: DineStep['step'], state: 'next' | 'later'): DineStep => ({ step, state, entry: null })
  if (status === 'Pending' && isCleared) return [ahead('earned', 'next'), ahead('paid', 'later')]
  if (status === 'Pending')
    return [ahead('cleared', 'next'), ahead('earned', 'later'), ahead('paid', 'later')]
  return status === 'Awarded' || status === 'Deferred' ? [ahead('paid', 'next')] : []
}
