import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open-database.ts'
import { type Message, type Outbox, type Outcome, takeDueMessage, updateMessage } from '../db/outbox.ts'
import { deliveryMs, nextAttemptAt } from './outbox.rules.ts'

export interface SendingServices {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** How the messages of an outbox are sent. */
export interface Delivery<T extends Outbox> {
  readonly outbox: T
  /** @throws when it could not be delivered. */
  deliver(message: Message<T>): Promise<void>
  /** Whether another attempt would not help. */
  isFinal(error: unknown): boolean
  /** Changes of a message that is sent or given up. */
  readonly atEnd?: (message: Message<T>) => Outcome
  readonly onFailure?: (message: Message<T>, failure: { error: unknown; reason: string }) => Promise<void>
}

/** It sends one after the other; several processes share the work. @returns how many were sent. */
export async function sendDueMessages<T extends Outbox>(
  services: SendingServices,
  delivery: Delivery<T>,
): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 }
  for (;;) {
    const now = services.clock.now()
    const tryAgainAt = new Date(now.getTime() + deliveryMs)
    const message = await takeDueMessage(services.db, delivery.outbox, { now, tryAgainAt })
    if (!message) return counts
    counts[await sendMessage(services, delivery, message)] += 1
  }
}

async function sendMessage<T extends Outbox>(
  services: SendingServices,
  delivery: Delivery<T>,
  message: Message<T>,
): Promise<'sent' | 'failed'> {
  const { db, clock, log } = services
  const { outbox } = delivery
  const { id, attempts } = message
  const end = (outcome: Outcome) =>
    updateMessage(db, outbox, message, { ...outcome, ...delivery.atEnd?.(message) })
  try {
    await delivery.deliver(message)
    await end({ sentAt: clock.now(), lastError: null })
    return 'sent'
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    log.warn({ err: error, outbox, message: id, attempt: attempts }, 'a message could not be sent')
    const now = clock.now()
    const retryAt = delivery.isFinal(error) ? null : nextAttemptAt(now, attempts)
    if (retryAt) await updateMessage(db, outbox, message, { lastError: reason, nextAttemptAt: retryAt })
    else await end({ lastError: reason, failedAt: now })
    await delivery.onFailure?.(message, { error, reason })
    return 'failed'
  }
}
