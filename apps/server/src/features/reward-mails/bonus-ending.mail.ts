import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import type { OpenBonus } from './reward-mails.read.ts'

export async function queueBonusEndingMail(
  ctx: Context & { readonly origin: string },
  { code, description, definition, progress, member }: OpenBonus,
  endsOn: string,
): Promise<void> {
  const { partner, clock, origin } = ctx
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': member.firstName,
    bonus: description,
    date: formatDate(endsOn, 'long'),
    dines: progress?.dines ?? 0,
    required: definition.dines,
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `bonus-ending:${member.id}:${code}`,
    recipient: member,
    subscriber: { id: member.id, origin },
    words: {
      subject: say('mail.bonusEnding.subject'),
      preview: say('mail.bonusEnding.preview'),
      title: say('mail.bonusEnding.title'),
      paragraphs: [
        say('mail.bonusEnding.text'),
        ...(definition.dines > 1 ? [say('mail.bonusEnding.text.progress')] : []),
      ],
      action: { text: say('mail.bonusEnding.action'), url: `${origin}/search` },
      footer: say('mail.footer'),
    },
  })
}
