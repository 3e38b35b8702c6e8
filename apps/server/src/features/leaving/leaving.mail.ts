import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { type MailRecipient, queueMail } from '../mail/mail.service.ts'

interface Leaver {
  readonly member: MailRecipient & { readonly id: string; readonly firstName: string }
  readonly origin: string
}

/** Call it in the transaction that schedules the erasure. The way to object is to sign in and cancel. */
export async function queueErasureMail(ctx: Context, input: Leaver & { erasureAt: Date }): Promise<void> {
  const { member, origin, erasureAt } = input
  const say = words(ctx, { 'first name': member.firstName, date: formatInstant(erasureAt, 'long', 'UTC') })
  await queueMail(ctx, {
    cause: `erasure:${member.id}:${ctx.clock.now().toISOString()}`,
    recipient: member,
    words: {
      subject: say('mail.erasure.subject'),
      preview: say('mail.erasure.preview'),
      title: say('mail.erasure.title'),
      paragraphs: [
        say('mail.erasure.text.what'),
        say('mail.erasure.text.rewards'),
        say('mail.erasure.text.cancel'),
      ],
      action: { text: say('mail.erasure.action'), url: `${origin}/account/delete_account` },
      footer: say('mail.footer'),
    },
  })
}

/** Call it in the transaction that cancels the erasure. */
export async function queueErasureCanceledMail(ctx: Context, { member, origin }: Leaver): Promise<void> {
  const say = words(ctx, { 'first name': member.firstName })
  await queueMail(ctx, {
    cause: `erasure-canceled:${member.id}:${ctx.clock.now().toISOString()}`,
    recipient: member,
    words: {
      subject: say('mail.erasureCanceled.subject'),
      preview: say('mail.erasureCanceled.preview'),
      title: say('mail.erasureCanceled.title'),
      paragraphs: [say('mail.erasureCanceled.text')],
      action: { text: say('mail.erasureCanceled.action'), url: `${origin}/account/overview` },
      footer: say('mail.footer'),
    },
  })
}

function words({ partner, clock }: Context, values: Record<string, string>): (key: CopyKey) => string {
  const all = { ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()), ...values }
  return key => copyText(partner.copy, key, all)
}
