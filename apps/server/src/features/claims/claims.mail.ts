import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import type { Context } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import { findMailAddress } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { findClaimedMerchant } from './claims.read.ts'
import type { ClaimRow } from './claims.repository.ts'
import { answerText } from './claims.view.ts'

/** The mail is about the account: it is the answer that the member waits for, sent once. */
export async function queueClaimAnswer(
  ctx: Context & { readonly partners: PartnerRegistry },
  claim: ClaimRow,
): Promise<void> {
  const { partner, partners, clock } = ctx
  const member = await findMailAddress(ctx, claim.memberId)
  const merchant = await findClaimedMerchant(ctx.db, partner.slug, claim.merchantId)
  const values = {
    ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()),
    'first name': member.firstName,
    merchant: merchant?.name ?? '',
    date: formatDate(claim.dinedOn, 'long'),
  }
  const say = (key: CopyKey) => copyText(partner.copy, key, values)
  await queueMail(ctx, {
    cause: `claim:${claim.id}`,
    recipient: member,
    words: {
      subject: say('mail.claim.subject'),
      preview: say('mail.claim.preview'),
      title: say('mail.claim.title'),
      paragraphs: [say('mail.claim.text'), answerText(partner, claim, clock.now())],
      action: {
        text: say('mail.claim.action'),
        url: `${partners.siteOf(partner)}/account/recent_activity`,
      },
      footer: say('mail.footer'),
    },
  })
}
