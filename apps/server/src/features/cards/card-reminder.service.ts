import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import { Attempts } from '../../jobs/attempts.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { queueCardReminder } from './card-reminder.mail.ts'
import { listMembersWithoutCard } from './card-reminder.read.ts'

const afterDays = 3
/** A process that was stopped for longer reminds fewer. */
const withinDays = 3

/** Members of all partners are reminded, each once. */
export async function remindMembersWithoutCard(
  ctx: Omit<Context, 'partner'>,
  partners: Pick<PartnerRegistry, 'all' | 'siteOf'>,
): Promise<void> {
  const attempts = new Attempts()
  const until = new Date(ctx.clock.now().getTime() - days(afterDays))
  const joined = { after: new Date(until.getTime() - days(withinDays)), until }
  for (const partner of partners.all().filter(earnsRewards)) {
    const origin = partners.siteOf(partner)
    for (const member of await listMembersWithoutCard(ctx.db, { partnerId: partner.slug, joined }))
      await attempts.make(`member ${member.id}`, () =>
        queueCardReminder({ ...ctx, partner }, { member, origin }),
      )
  }
  attempts.end()
}
