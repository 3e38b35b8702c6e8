import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import { findMemberRow } from './members.repository.ts'

/** In the transaction that grants it, once a year, to members who have opted in. */
export async function queueVipMail(
  ctx: Pick<Context, 'db' | 'partner' | 'clock'> & { readonly origin: string },
  { memberId, year }: { readonly memberId: string; readonly year: number },
): Promise<void> {
  const { partner, origin } = ctx
  const member = await findMemberRow(ctx.db, partner.slug, memberId)
  if (!member.emailOptIn) return
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], ctx.clock.now()),
    'first name': member.firstName,
    year: year + 1,
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `vip:${memberId}:${year}`,
    recipient: member,
    subscriber: { id: member.id, origin },
    words: {
      subject: say('mail.vip.subject'),
      preview: say('mail.vip.preview'),
      title: say('mail.vip.title'),
      paragraphs: [say('mail.vip.text'), say('mail.vip.rate')],
      action: { text: say('mail.vip.action'), url: `${origin}/account/overview` },
      footer: say('mail.footer'),
    },
  })
}
