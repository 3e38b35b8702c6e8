import { randomUUID } from 'node:crypto'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { smsOptInKind, textSender } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import { insertText } from './text-messages.repository.ts'

export type TextKey = Extract<CopyKey, `text.${string}`>

export function textBody({ partner, clock }: Pick<Context, 'partner' | 'clock'>, key: TextKey): string {
  return copyText(
    partner.copy,
    key,
    partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
  )
}

/** In the caller's transaction. Once for each `cause`; none where the partner has no sender. */
export async function queueText(
  ctx: Context,
  { cause, recipient, key }: { cause: string; recipient: string; key: TextKey },
): Promise<void> {
  if (textSender(ctx.partner) === null) return
  const now = ctx.clock.now()
  await insertText(ctx.db, {
    id: randomUUID(),
    partnerId: ctx.partner.slug,
    cause,
    recipient,
    body: textBody(ctx, key),
    createdAt: now,
    nextAttemptAt: now,
  })
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
