import { textSender } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import { TextRefused } from '../../gateways/messages/text-messenger.ts'
import { sendDueMessages } from '../../jobs/send-due-messages.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { failExpiredTexts } from './text-messages.repository.ts'
import { withdrawNumber } from './text-replies.service.ts'

export type TextServices = Omit<Context, 'partner'> & {
  readonly partners: Pick<PartnerRegistry, 'bySlug'>
}

/** @returns how many were sent. */
export async function sendDueTexts(services: TextServices): Promise<{ sent: number; failed: number }> {
  const { db, gateways, partners } = services
  await failExpiredTexts(db, services.clock.now())
  return sendDueMessages(services, {
    outbox: 'outgoingTexts',
    async deliver({ id, partnerId, recipient: to, body }) {
      const partner = partners.bySlug(partnerId)
      const from = partner && textSender(partner)
      if (!from) throw new Error(`"${partnerId}" has no sender of texts`)
      await gateways.texts.send({ id, from, to, body })
    },
    isFinal: error => error instanceof TextRefused,
    atEnd: ({ secretUntil }) => (secretUntil ? { body: '' } : {}),
    async onFailure({ partnerId, recipient }, { error }) {
      const partner = partners.bySlug(partnerId)
      if (error instanceof TextRefused && error.optedOut && partner)
        await db.transaction().execute(trx => withdrawNumber({ ...services, partner, db: trx }, recipient))
    },
  })
}
