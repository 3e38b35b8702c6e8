import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { Context } from '../../context.ts'
import { type MailRecipient, queueMail } from '../mail/mail.service.ts'

interface CodeMail {
  readonly memberId: string
  readonly email: string
  readonly code: string
  readonly minutes: number
  readonly expiresAt: Date
  readonly id: string
}

/** The mail goes to the new address: its reader may never have been here. */
export async function queueEmailCodeMail(
  ctx: Context,
  { memberId, email, code, minutes, expiresAt, id }: CodeMail,
): Promise<void> {
  const say = words(ctx, { code, minutes: String(minutes) })
  await queueMail(ctx, {
    cause: `email-code:${id}`,
    recipient: { id: memberId, email, emailConfirmedAt: null },
    toUnconfirmed: true,
    secretUntil: expiresAt,
    words: {
      subject: say('mail.emailCode.subject'),
      preview: say('mail.emailCode.preview'),
      title: say('mail.emailCode.title'),
      code,
      paragraphs: [say('mail.emailCode.text'), say('mail.emailCode.text.ignore')],
      footer: say('mail.confirmEmail.footer'),
    },
  })
}

/** To the new address too, of a member who asked support: only pressing the button there makes it theirs. */
export async function queueEmailLinkMail(
  ctx: Context,
  input: {
    readonly memberId: string
    readonly firstName: string
    readonly email: string
    readonly url: string
    readonly hours: number
    readonly expiresAt: Date
    readonly id: string
  },
): Promise<void> {
  const { memberId, firstName, email, url, hours, expiresAt, id } = input
  const say = words(ctx, { 'first name': firstName, hours: String(hours) })
  await queueMail(ctx, {
    cause: `email-link:${id}`,
    recipient: { id: memberId, email, emailConfirmedAt: null },
    toUnconfirmed: true,
    secretUntil: expiresAt,
    words: {
      subject: say('mail.emailLink.subject'),
      preview: say('mail.emailLink.preview'),
      title: say('mail.emailLink.title'),
      paragraphs: [say('mail.emailLink.text'), say('mail.emailLink.text.ignore')],
      action: { text: say('mail.emailLink.action'), url },
      footer: say('mail.confirmEmail.footer'),
    },
  })
}

/** The mail goes to the owner of an address that another account asked for: the form does not say that it is in use. */
export async function queueEmailInUseMail(
  ctx: Context,
  { email, origin, id }: { email: string; origin: string; id: string },
): Promise<void> {
  const say = words(ctx)
  await queueMail(ctx, {
    cause: `email-in-use:${id}`,
    recipient: { id: null, email, emailConfirmedAt: ctx.clock.now() },
    words: {
      subject: say('mail.emailInUse.subject'),
      preview: say('mail.emailInUse.preview'),
      title: say('mail.emailInUse.title'),
      paragraphs: [say('mail.emailInUse.text'), say('mail.emailInUse.text.ignore')],
      action: { text: say('mail.emailInUse.action'), url: `${origin}/login` },
      footer: say('mail.footer'),
    },
  })
}

interface ChangedMember extends MailRecipient {
  readonly id: string
  readonly firstName: string
}

/** To the address before, in the transaction that changes it. */
export async function queueEmailChangedMail(
  ctx: Context,
  input: {
    before: ChangedMember
    url: string
    days: number
    expiresAt: Date
    id: string
    isBySupport: boolean
  },
): Promise<void> {
  const { before, url, days, expiresAt, id, isBySupport } = input
  const say = words(ctx, { 'first name': before.firstName, days: String(days) })
  await queueMail(ctx, {
    cause: `email-changed:${id}`,
    recipient: before,
    secretUntil: expiresAt,
    words: {
      subject: say('mail.emailChanged.subject'),
      preview: say('mail.emailChanged.preview'),
      title: say('mail.emailChanged.title'),
      paragraphs: [
        say(isBySupport ? 'mail.emailChanged.text.support' : 'mail.emailChanged.text'),
        say('mail.emailChanged.text.object'),
      ],
      action: { text: say('mail.emailChanged.action'), url },
      footer: say('mail.footer'),
    },
  })
}

function words({ partner, clock }: Context, values: Record<string, string> = {}): (key: CopyKey) => string {
  const all = { ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()), ...values }
  return key => copyText(partner.copy, key, all)
}
