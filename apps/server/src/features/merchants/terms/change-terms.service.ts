import {
  type ParticipationTerms,
  planTermsChange,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type LocalDate, localDateAt } from '@dineward/core/shared/local-date.ts'
import type { StaffContext } from '../../../context.ts'
import { recordAudit } from '../../staff/audit.service.ts'
import { lockMerchant } from '../facts/merchant-facts.repository.ts'
import { termsOf, termsVersion } from '../facts/merchant-facts.rules.ts'
import { insertTerms, lockTerms, updateTerms } from './change-terms.repository.ts'
import { selectComingTerms } from './coming-terms.repository.ts'
import { replaceTerms } from './former-participations.import.ts'

export interface NewTermsOfMerchant {
  readonly merchantId: string
  /** Null where it did not take part. */
  readonly version: string | null
  readonly terms: ParticipationTerms
  readonly reason: string
}

/**
 * Call it in a transaction. Dines of days before go by the terms of then, which are kept. @throws `merchant_not_found`,
 * `changed_meanwhile`, `validation_failed`.
 */
export async function changeTerms(ctx: StaffContext, input: NewTermsOfMerchant): Promise<void> {
  const { db, partner, clock } = ctx
  const { merchantId, version, terms, reason } = input
  const place = { partnerId: partner.slug, merchantId }
  const merchant = await lockMerchant(db, merchantId)
  if (!merchant) throw new AppError('merchant_not_found')
  const before = await lockTerms(db, place)
  const coming = before ? await selectComingTerms(db, place) : []
  if ((before && termsVersion(termsOf(before), coming)) !== version) throw new AppError('changed_meanwhile')
  const today = localDateAt(merchant.timezone, clock.now())
  await writeTerms(ctx, { place, before, terms, today })
  await recordAudit(ctx, {
    action: 'merchant.terms',
    subject: merchantId,
    partnerId: partner.slug,
    before: before ?? undefined,
    after: terms,
    reason,
  })
}

interface TermsWrite {
  readonly place: { readonly partnerId: string; readonly merchantId: string }
  readonly before: ParticipationTerms | null
  readonly terms: ParticipationTerms
  readonly today: LocalDate
}

async function writeTerms({ db, clock }: StaffContext, write: TermsWrite): Promise<void> {
  const { place, before, terms, today } = write
  const { partnerId, merchantId } = place
  const plan = planTermsChange(before, terms, today)
  if ('field' in plan) throw new AppError('validation_failed', { fieldErrors: [plan] })
  switch (plan.kind) {
    case 'join':
      if (!(await insertTerms(db, place, terms))) throw new AppError('changed_meanwhile')
      return
    case 'moveStart':
      return updateTerms(db, place, { terms, termsFrom: terms.joinedOn })
    case 'return':
    case 'change': {
      const change = { merchantId, from: plan.from, joinsAgain: plan.kind === 'return' }
      await replaceTerms(db, partnerId, [change], clock.now())
      return updateTerms(db, place, { terms })
    }
    case 'keep':
      return updateTerms(db, place, { terms })
  }
}
