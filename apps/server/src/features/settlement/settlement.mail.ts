import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import { findMailAddress } from '../members/members.service.ts'

type MailContext = Context & { readonly origin: string }

/** Members who have opted in, once a settled answer; `postingId` is the first of its rows. */
export async function queuePaidMail(
  ctx: MailContext,
  paid: { readonly memberId: string; readonly units: number; readonly postingId: number },
): Promise<void> {
  const member = await findMailAddress(ctx, paid.memberId)
  if (!member.emailOptIn) return
  const say = words(ctx, {
    'first name': member.firstName,
    reward: formatReward(ctx.partner, paid.units),
  })
  await queueMail(ctx, {
    cause: `rewards-paid:${paid.postingId}`,
    recipient: member,
    subscriber: { id: member.id, origin: ctx.origin },
    words: {
      subject: say('mail.paid.subject'),
      preview: say('mail.paid.preview'),
      title: say('mail.paid.title'),
      paragraphs: [say('mail.paid.text')],
      action: { text: say('mail.paid.action'), url: `${ctx.origin}/account/recent_activity` },
      footer: say('mail.footer'),
    },
  })
}

/** The mail is about the account, and goes out once for each number that the partner does not know. */
export async function queueMemberNumberMail(
  ctx: MailContext,
  { memberId, memberNumber }: { readonly memberId: string; readonly memberNumber: string | null },
): Promise<void> {
  const member = await findMailAddress(ctx, memberId)
  const say = words(ctx, { 'first name': member.firstName, number: memberNumber ?? '' })
  await queueMail(ctx, {
    cause: `member-number:${memberId}:${memberNumber ?? ''}`,
    recipient: member,
    words: {
      subject: say('mail.memberNumber.subject'),
      preview: say('mail.memberNumber.preview'),
      title: say('mail.memberNumber.title'),
      paragraphs: [
        say(memberNumber ? 'mail.memberNumber.text.unknown' : 'mail.memberNumber.text.missing'),
        say('mail.memberNumber.text.next'),
      ],
      footer: say('mail.footer'),
    },
  })
}

function words({ partner, clock }: Context, values: Record<string, string>) {
  const all = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    ...values,
  }
  return (key: CopyKey) => copyText(partner.copy, key, all)
}
