import { formatInstant } from '@dineward/core/shared/format.ts'
import { type StaffMailContext, tellStaffWith } from '../staff/staff-mail.service.ts'
import { markOverdue, upsertHolds } from './holds.repository.ts'

/** What a decision says of cases. */
export const saveHolds = upsertHolds

/** The job: who may answer is told once of what was not answered in time. Nothing happens to the reward by itself. */
export async function mailOverdueHolds(services: StaffMailContext): Promise<number> {
  let count = 0
  for (const partner of services.partners.all())
    count += await services.db.transaction().execute(async db => {
      const late = await markOverdue(db, partner.slug, services.clock.now())
      const [oldest] = late.toSorted((one, other) => +one.dueAt - +other.dueAt)
      if (!oldest) return 0
      const dines = late.length === 1 ? 'One dine waits' : `${late.length} dines wait`
      await tellStaffWith(
        { ...services, db },
        { partner, permission: 'holds.decide' },
        {
          subject: `${dines} for an answer that was promised`,
          paragraphs: [
            `${dines} in ${partner.settings.programName} since more than five days. The first answer was promised by ${formatInstant(oldest.dueAt, 'long', 'UTC')}.`,
            'Nothing happens to these rewards by itself: release or decline them in the console, under Review.',
          ],
        },
      )
      return late.length
    })
  return count
}
