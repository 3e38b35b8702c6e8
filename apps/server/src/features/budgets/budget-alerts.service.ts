import type { Partner } from '@dineward/core/partner/partner.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { type StaffMailContext, tellStaffWith } from '../staff/staff-mail.service.ts'
import { markReachedBudgets, type ReachedBudget } from './budget-figures.read.ts'

/** The job: who may change bonuses is told once when 80 % of a budget are promised, and once when it is used up. */
export async function mailReachedBudgets(services: StaffMailContext): Promise<number> {
  let count = 0
  for (const partner of services.partners.all())
    count += await services.db.transaction().execute(async db => {
      const reached = await markReachedBudgets(db, partner.slug, services.clock.now())
      for (const budget of reached)
        await tellStaffWith(
          { ...services, db },
          { partner, permission: 'bonuses.change' },
          mailOf(partner, budget),
        )
      return reached.length
    })
  return count
}

function mailOf(partner: Partner, budget: ReachedBudget) {
  const { kind, code, name, promisedUnits, limitUnits, toldPercent } = budget
  const subjects = {
    offer: `The offer “${name ?? code}”`,
    bonus: `The bonus ${code}`,
    referral: 'The referral reward',
  }
  const subject = subjects[kind]
  const next = kind === 'referral' ? 'friend' : 'dine'
  const usual = kind === 'referral' ? 'Friends who join from now on earn' : 'Dines from now on earn'
  const amounts = `${formatReward(partner, promisedUnits)} of ${formatReward(partner, limitUnits)}`
  const program = partner.settings.programName
  return toldPercent === 100
    ? {
        subject: `${subject} is used up`,
        paragraphs: [
          `${subject} of ${program} has promised ${amounts}, and has no room for the next ${next}.`,
          `What was promised stays promised. ${usual} the usual reward, and members no longer see it as open.`,
          'To go on, raise its budget in the console, under Programs. There is nothing to do if it may end here.',
        ],
      }
    : {
        subject: `${subject} has used 80 % of its budget`,
        paragraphs: [
          `${subject} of ${program} has promised ${amounts}.`,
          'When nothing is left it stops by itself: what was promised stays, and the usual reward is earned from then on.',
          'To let it run longer, raise its budget in the console, under Programs.',
        ],
      }
}
