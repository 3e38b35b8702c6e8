import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import type { MemberContext } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'

/** In the transaction that adds it: a passkey outlives a new password, so its owner has to know of it. */
export async function queuePasskeyAddedMail(
  ctx: MemberContext,
  { name, origin, id }: { name: string; origin: string; id: string },
): Promise<void> {
  const { partner, clock, actor } = ctx
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': actor.firstName,
    name,
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `passkey-added:${id}`,
    recipient: actor,
    words: {
      subject: say('mail.passkeyAdded.subject'),
      preview: say('mail.passkeyAdded.preview'),
      title: say('mail.passkeyAdded.title'),
      paragraphs: [say('mail.passkeyAdded.text'), say('mail.passkeyAdded.text.object')],
      action: { text: say('mail.passkeyAdded.action'), url: `${origin}/account/user_profile` },
      footer: say('mail.footer'),
    },
  })
}
