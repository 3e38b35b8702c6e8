import { textSender } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import { takeDueMessage } from '../../db/outbox.ts'
import { TextRefused } from '../../gateways/text-messenger.ts'
import { deliveryMs, nextAttemptAt } from '../../outbox.rules.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { type TextRow, updateText } from './text-messages.repository.ts'
import { withdrawNumber } from './text-replies.service.ts'

export type SendingServices = Omit<Context, 'partner'> & {
  readonly partners: Pick<PartnerRegistry, 'bySlug'>
}

/** @returns how many were sent. */
export async function sendDueTexts(services: SendingServices): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 }
  for (;;) {
    const now = services.clock.now()
    const text = await takeDueMessage(services.db, 'outgoingTexts', {
      now,
      tryAgainAt: new Date(now.getTime() + deliveryMs),
    })
    if (!text) return counts
    counts[await sendText(services, text)] += 1
  }
}

async function sendText(services: SendingServices, text: TextRow): Promise<'sent' | 'failed'> {
  const { db, clock, gateways, partners, log } = services
  const { id, recipient: to, body } = text
  try {
    const partner = partners.bySlug(text.partnerId)
    const from = partner && textSender(partner)
    if (!from) throw new Error(`"${text.partnerId}" has no sender of texts`)
    await gateways.texts.send({ id, from, to, body })
    await updateText(db, id, { sentAt: clock.now(), lastError: null })
    return 'sent'
  } catch (error) {
    log.warn({ err: error, text: id, attempt: text.attempts }, 'a text could not be sent')
    await recordFailure(services, text, error)
    return 'failed'
  }
}

async function recordFailure(services: SendingServices, text: TextRow, error: unknown): Promise<void> {
  const { db, clock, partners } = services
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  const now = clock.now()
  const retryAt = error instanceof TextRefused ? null : nextAttemptAt(now, text.attempts)
  await updateText(
    db,
    text.id,
    retryAt ? { lastError, nextAttemptAt: retryAt } : { lastError, failedAt: now },
  )
  const partner = partners.bySlug(text.partnerId)
  if (error instanceof TextRefused && error.optedOut && partner)
    await db.transaction().execute(trx => withdrawNumber({ ...services, partner, db: trx }, text.recipient))
}
