import {
  comingTermsProblem,
  type TermConditions,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type LocalDate, localDateAt } from '@dineward/core/shared/local-date.ts'
import type { StaffContext } from '../../../context.ts'
import type { Db } from '../../../db/open-database.ts'
import { Attempts } from '../../../jobs/attempts.ts'
import { recordAudit } from '../../staff/audit.service.ts'
import { lockMerchant } from '../facts/merchant-facts.repository.ts'
import { termsOf, termsVersion } from '../facts/merchant-facts.rules.ts'
import { lockTerms, updateTerms } from './change-terms.repository.ts'
import {
  deleteComingTerms,
  selectComingTerms,
  selectDueTerms,
  upsertComingTerms,
} from './coming-terms.repository.ts'
import { replaceTerms } from './former-participations.import.ts'

interface ComingChange {
  readonly merchantId: string
  readonly version: string
  /** The restaurant's date, after today. */
  readonly from: LocalDate
  readonly reason: string
}

/** Call it in a transaction. @throws `merchant_not_found`, `changed_meanwhile`, `validation_failed`. */
export async function planTerms(
  ctx: StaffContext,
  input: ComingChange & { readonly terms: TermConditions },
): Promise<void> {
  const { merchantId, from, terms, reason } = input
  const { place, current, coming, today } = await lockSeen(ctx, input)
  const problem = comingTermsProblem(current, from, today)
  if (problem) throw new AppError('validation_failed', { fieldErrors: [problem] })
  await upsertComingTerms(ctx.db, place, { from, terms, now: ctx.clock.now() })
  const before = coming.find(one => one.from === from)
  await recordAudit(ctx, {
    action: 'merchant.comingTerms',
    subject: merchantId,
    partnerId: place.partnerId,
    ...(before && { before }),
    after: { from, terms },
    reason,
  })
}

/** Call it in a transaction. @throws `merchant_not_found`, `changed_meanwhile`, `not_found`. */
export async function withdrawTerms(ctx: StaffContext, input: ComingChange): Promise<void> {
  const { merchantId, from, reason } = input
  const { place, coming, today } = await lockSeen(ctx, input)
  const before = coming.find(one => one.from === from)
  if (!before) throw new AppError('not_found')
  if (from <= today)
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'from', message: 'They have begun. Change the terms from today on.' }],
    })
  await deleteComingTerms(ctx.db, place, from)
  await recordAudit(ctx, {
    action: 'merchant.comingTerms',
    subject: merchantId,
    partnerId: place.partnerId,
    before,
    reason,
  })
}

async function lockSeen({ db, partner, clock }: StaffContext, { merchantId, version }: ComingChange) {
  const place = { partnerId: partner.slug, merchantId }
  const merchant = await lockMerchant(db, merchantId)
  const current = merchant && (await lockTerms(db, place))
  if (!merchant || !current) throw new AppError('merchant_not_found')
  const coming = await selectComingTerms(db, place)
  if (termsVersion(termsOf(current), coming) !== version) throw new AppError('changed_meanwhile')
  return { place, current, coming, today: localDateAt(merchant.timezone, clock.now()) }
}

/** Makes terms whose day has come the current ones. Idempotent. @returns how many */
export async function beginDueTerms({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const attempts = new Attempts()
  const due = await selectDueTerms(db, clock.now())
  for (const { partnerId, merchantId, from } of due)
    await attempts.make(`${merchantId} at ${partnerId}`, () =>
      db.transaction().execute(async trx => {
        const place = { partnerId, merchantId }
        const current = (await lockMerchant(trx, merchantId)) && (await lockTerms(trx, place))
        const coming = (await selectComingTerms(trx, place)).find(one => one.from === from)
        if (!current || !coming) return
        await replaceTerms(trx, partnerId, [{ merchantId, from, joinsAgain: false }], clock.now())
        await updateTerms(trx, place, { terms: { ...current, ...coming.terms } })
        await deleteComingTerms(trx, place, from)
      }),
    )
  attempts.end()
  return due.length
}
