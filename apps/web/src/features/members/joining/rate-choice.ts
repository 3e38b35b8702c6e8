import type { Member } from '@dineward/core/members/members.contract.ts'
import type { putMember } from '@dineward/core/members/profile.contract.ts'
import type { AppContext } from '../../../app-context.ts'
import { copyWriter } from '../../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../../ui/form/form-data.ts'

/** Whether emails are wanted, which decides the rate: `yes`, `no`, or not chosen yet. */
export const rateField = 'emails'

export function validateRate(app: AppContext, form: FormData): FieldProblems {
  const isChosen = ['yes', 'no'].includes(textOf(form, rateField))
  return isChosen ? {} : { [rateField]: copyWriter(app)('joinRate.required') }
}

/** The form must have no problems. */
export async function saveRate(app: AppContext, form: FormData): Promise<Member> {
  const body = { emailOptIn: textOf(form, rateField) === 'yes' }
  const { member } = await app.api.call<typeof putMember>('PUT', '/api/Member', { body })
  return member
}
