import { randomUUID } from 'node:crypto'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { smsOptInKind, textSender } from '@dineward/core/partner/partner-questions.ts'
import type { PlaceholderValues } from '@dineward/core/partner/placeholders.ts'
import type { Context } from '../../context.ts'
import { insertText, latestTexts, type TextRow } from './text-messages.repository.ts'

export type TextKey = Extract<CopyKey, `text.${string}`>

export interface QueuedText {
  readonly cause: string
  /** It is in E.164. */
  readonly recipient: string
  readonly key: TextKey
  readonly values?: PlaceholderValues
  /** The text holds a code or a link that gives access, until then. */
  readonly secretUntil?: Date
}

export function textBody(
  { partner, clock }: Pick<Context, 'partner' | 'clock'>,
  key: TextKey,
  values: PlaceholderValues = {},
): string {
  const ofPartner = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now())
  return copyText(partner.copy, key, { ...ofPartner, ...values })
}

/** In the caller's transaction. Once for each `cause`; none where the partner has no sender. */
export async function queueText(
  ctx: Context,
  { cause, recipient, key, values = {}, secretUntil }: QueuedText,
): Promise<void> {
  if (textSender(ctx.partner) === null) return
  const now = ctx.clock.now()
  await insertText(ctx.db, {
    id: randomUUID(),
    partnerId: ctx.partner.slug,
    cause,
    recipient,
    body: textBody(ctx, key, values),
    secretUntil: secretUntil ?? null,
    createdAt: now,
    nextAttemptAt: now,
  })
}

/** The newest come first, with the bodies that are kept as files where none may be sent. */
export async function listTexts({ db, partner, gateways }: Context): Promise<TextRow[]> {
  const texts = await latestTexts(db, partner.slug, 50)
  return Promise.all(
    texts.map(async text => ({
      ...text,
      body: text.body || ((text.sentAt && (await gateways.texts.read?.(text.id))) ?? ''),
    })),
  )
}

/** Numbers are North American (account §5). */
export const phoneAddress = (phoneNumber: string): string => `+1${phoneNumber}`

/** Call it after a member turned texts on, in its transaction: carriers require it. */
export async function queueTextOptIn(
  ctx: Context,
  member: { id: string; phoneNumber: string; smsOptIn: boolean },
): Promise<void> {
  const { id, phoneNumber, smsOptIn } = member
  if (!smsOptIn || phoneNumber === '' || smsOptInKind(ctx.partner) === 'none') return
  const cause = `opt-in:${id}:${ctx.clock.now().toISOString()}`
  await queueText(ctx, { cause, recipient: phoneAddress(phoneNumber), key: 'text.optIn' })
}
