import { AppError } from '@dineward/core/shared/errors.ts'
import { readReportedTransaction } from './event-bodies.rules.ts'
import type { RewardServices } from './event-context.service.ts'
import type { CardEvent } from './inbox.repository.ts'
import { processEvent } from './process-event.service.ts'
import { lockMembersOfCards } from './rewards.read.ts'

/**
 * Process events of different members at the same time, so that their statements become one each (`inOneStatement`); of
 * one member one after the other. `services.db` is a transaction. @throws when one fails; the transaction is then void.
 */
export async function processEvents(services: RewardServices, events: readonly CardEvent[]): Promise<void> {
  for (const round of await roundsOf(services, events)) {
    // All have to end before the transaction does.
    const ended = await Promise.allSettled(round.map(event => processEvent(services, event)))
    const failed = ended.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }
}

/** Locks the members. In each round one event of a member, in the order of the events. */
async function roundsOf({ db }: RewardServices, events: readonly CardEvent[]): Promise<CardEvent[][]> {
  const cardIds = events.map(cardIdOf)
  const members = await lockMembersOfCards(db, [...new Set(cardIds.filter(id => id !== null))])
  const rounds: CardEvent[][] = []
  const turns = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    const member = members.get(cardIds[index] ?? '')
    const turn = member === undefined ? 0 : (turns.get(member) ?? 0)
    if (member !== undefined) turns.set(member, turn + 1)
    rounds[turn] = [...(rounds[turn] ?? []), event]
  }
  return rounds
}

function cardIdOf(event: CardEvent): string | null {
  const transaction = readReportedTransaction(event)
  return transaction instanceof AppError ? null : (transaction.cardId ?? null)
}
