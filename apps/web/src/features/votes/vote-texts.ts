import { formatClock, formatDate } from '@dineward/core/shared/format.ts'
import type { WriteCopy } from '../../partner/partner-context.tsx'
import type { ShownVote, VotePlace } from './votes.queries.ts'

export function factsText(copy: WriteCopy, vote: Pick<ShownVote, 'date' | 'time' | 'partySize'>): string {
  return copy('votes.facts', {
    day: formatDate(vote.date, 'shortWeekday'),
    time: formatClock(vote.time),
    guests: partyText(copy, vote.partySize),
  })
}

export const partyText = (copy: WriteCopy, count: number): string =>
  copy(count === 1 ? 'reservation.partySize.one' : 'reservation.partySize.many', { count: String(count) })

export function countText(copy: WriteCopy, votes: number): string {
  if (votes === 0) return copy('votes.count.none')
  return votes === 1 ? copy('votes.count.one') : copy('votes.count.many', { count: String(votes) })
}

/** Those with the most votes; none before the first vote. */
export function leaders(places: readonly VotePlace[]): readonly VotePlace[] {
  const most = Math.max(0, ...places.map(({ votes }) => votes))
  return most === 0 ? [] : places.filter(({ votes }) => votes === most)
}
