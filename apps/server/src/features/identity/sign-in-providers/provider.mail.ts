import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import type { Context } from '../../../context.ts'
import { type MailRecipient, queueMail } from '../../mail/mail.service.ts'

/** Call it in the transaction of the change: a provider outlives a new password, so the owner has to know of it. */
export async function queueProviderMail(
  ctx: Context,
  input: {
    kind: 'providerLinked' | 'providerUnlinked'
    provider: SignInProvider
    member: MailRecipient & { id: string; firstName: string }
    origin: string
  },
): Promise<void> {
  const { partner, clock } = ctx
  const { kind, provider, member, origin } = input
  const now = clock.now()
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], now),
    'first name': member.firstName,
    provider: signInProviderNames[provider],
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `${kind}:${member.id}:${provider}:${now.getTime()}`,
    recipient: member,
    words: {
      subject: say(`mail.${kind}.subject`),
      preview: say(`mail.${kind}.preview`),
      title: say(`mail.${kind}.title`),
      paragraphs: [say(`mail.${kind}.text`), say(`mail.${kind}.text.object`)],
      action: { text: say('mail.providerLinked.action'), url: `${origin}/account/user_profile` },
      footer: say('mail.footer'),
    },
  })
}
