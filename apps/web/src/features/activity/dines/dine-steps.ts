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
    ...stepsAhead(awardStatus),
  ]
}

function stepsOf(entry: HistoryEntry, before: HistoryEntry | undefined): DineStep[] {
  const done = (step: DineStep['step']): DineStep => ({ step, state: 'done', entry })
  const isFirst = before === undefined
  if (entry.status === 'Pending') return [done('seen')]
  if (entry.status === 'Forfeit') {
    const isCleared = before?.status === 'Pending' && entry.reason?.code !== 'authorization_expired'
    const seen = isFirst ? [done('seen')] : isCleared ? [done('cleared')] : []
    return [...seen, { step: 'notEarned', state: 'stopped', entry }]
  }
  const isAwarded = isFirst || before.status === 'Pending' || before.status === 'Forfeit'
  const isChanged =
    !isAwarded && (before.benefitAmount !== entry.benefitAmount || before.ticketAmount !== entry.ticketAmount)
  return [
    ...(isAwarded ? [done('cleared'), done('earned')] : []),
    ...(isChanged ? [done('changed')] : []),
    ...(entry.status === 'Deferred' && !isChanged ? [done('sent')] : []),
    ...(entry.status === 'Paid' && before?.status !== 'Paid' ? [done('paid')] : []),
  ]
}

function stepsAhead(status: Dine['awardStatus']): DineStep[] {
  const ahead = (step: DineStep['step'], state: 'next' | 'later'): DineStep => ({ step, state, entry: null })
  if (status === 'Pending')
    return [ahead('cleared', 'next'), ahead('earned', 'later'), ahead('paid', 'later')]
  return status === 'Awarded' || status === 'Deferred' ? [ahead('paid', 'next')] : []
}
