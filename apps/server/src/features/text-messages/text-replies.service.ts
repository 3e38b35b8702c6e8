import { textSender } from '@dineward/core/partner/partner-questions.ts'
import { type TextKeyword, textKeyword } from '@dineward/core/text-messages/text-keywords.rules.ts'
import type { Context } from '../../context.ts'
import { recordTextConsent, withdrawTextConsent } from '../members/consents.service.ts'
import { listMembersByPhone } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { failTextsTo, insertReceivedText } from './text-messages.repository.ts'
import { queueText, type TextKey, textBody } from './text-messages.service.ts'

export interface ReceivedText {
  /** The provider's id of the message: it repeats its calls. */
  readonly id: string
  readonly from: string
  /** Number, short code and messaging service that it was sent to. */
  readonly to: readonly string[]
  readonly message: string
  /** The provider has sent the standard answer itself. */
  readonly isAnswered: boolean
}

type Services = Omit<Context, 'partner'> & { readonly partners: PartnerRegistry }

/** Handles STOP, START and HELP, once each. @returns the keyword; null for any other text, or one to no partner. */
export async function receiveText(services: Services, text: ReceivedText): Promise<TextKeyword | null> {
  const keyword = textKeyword(text.message)
  const partners = services.partners.all().filter(partner => text.to.includes(textSender(partner) ?? ''))
  if (!keyword || partners.length === 0) return null
  for (const partner of partners)
    await services.db.transaction().execute(async trx => {
      const ctx = { ...services, partner, db: trx }
      const receivedAt = ctx.clock.now()
      const received = { partnerId: partner.slug, providerId: text.id, keyword, receivedAt }
      if (!(await insertReceivedText(trx, received))) return
      const key = await handleKeyword(ctx, keyword, text.from)
      const cause = `answer:${text.id}`
      if (!text.isAnswered) await queueText(ctx, { cause, recipient: text.from, key })
    })
  return keyword
}

/** @returns the answer. */
async function handleKeyword(ctx: Context, keyword: TextKeyword, from: string): Promise<TextKey> {
  if (keyword === 'help') return 'text.help'
  if (keyword === 'stop') {
    await withdrawNumber(ctx, from)
    return 'text.stop'
  }
  const members = await listMembersByPhone(ctx, phoneNumberOf(from))
  const wording = textBody(ctx, 'text.start')
  for (const { id, smsOptIn } of members)
    if (!smsOptIn)
      await recordTextConsent(ctx, { memberId: id, version: 'keyword', wording, source: 'text message' })
  return members.length > 0 ? 'text.start' : 'text.unknown'
}

/** In the caller's transaction. Of every account with this number; what waits for it is not sent. */
export async function withdrawNumber(ctx: Context, from: string): Promise<void> {
  const { partner, clock } = ctx
  for (const { id } of await listMembersByPhone(ctx, phoneNumberOf(from)))
    await withdrawTextConsent(ctx, { memberId: id, source: 'text message' })
  await failTextsTo(ctx.db, {
    partnerId: partner.slug,
    recipient: from,
    reason: 'the recipient opted out',
    now: clock.now(),
  })
}

/** As members have it: ten digits. */
const phoneNumberOf = (from: string): string => from.replace(/^\+1/, '')
