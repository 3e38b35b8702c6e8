import { days } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import { Attempts } from '../../jobs/attempts.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { queueExpiryMail } from './card-health.mail.ts'
import { listExpiringCards } from './card-health.read.ts'

const mailDays = 30

/** Tell members which linked cards are about to expire. @returns how many mails. */
export async function mailExpiringCards(
  ctx: Omit<Context, 'partner'>,
  partners: Pick<PartnerRegistry, 'all' | 'siteOf'>,
): Promise<number> {
  const now = ctx.clock.now().getTime()
  const from = dateOf(now)
  const until = dateOf(now + days(mailDays))
  const attempts = new Attempts()
  let count = 0
  for (const partner of partners.all()) {
    const origin = partners.siteOf(partner)
    for (const card of await listExpiringCards(ctx.db, { partnerId: partner.slug, from, until })) {
      const isQueued = await attempts.make(`member ${card.member.id}`, () =>
        queueExpiryMail({ ...ctx, partner }, { card, origin }),
      )
      if (isQueued) count += 1
    }
  }
  attempts.end()
  return count
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
