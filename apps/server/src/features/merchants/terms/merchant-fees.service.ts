import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../staff/audit.service.ts'
import { lockMerchant } from '../facts/merchant-facts.repository.ts'
import { lockTerms, updateTerms } from './change-terms.repository.ts'
import { replaceTerms } from './former-participations.import.ts'

interface NewFee {
  readonly partnerId: string
  readonly merchantId: string
  /** Null means the partner's `merchantFee`. */
  readonly feeBasisPoints: number | null
}

/** What a restaurant pays the program for dines that clear from its today on. Days before keep their fee. */
export async function changeMerchantFee(
  ctx: Pick<Context, 'db' | 'clock' | 'actor'>,
  { partnerId, merchantId, feeBasisPoints }: NewFee,
): Promise<void> {
  const place = { partnerId, merchantId }
  await ctx.db.transaction().execute(async db => {
    const merchant = await lockMerchant(db, merchantId)
    const before = merchant && (await lockTerms(db, place))
    if (!before) throw new AppError('merchant_not_found')
    if (feeBasisPoints !== before.feeBasisPoints) {
      const now = ctx.clock.now()
      const change = { merchantId, from: localDateAt(merchant.timezone, now), joinsAgain: false }
      await replaceTerms(db, partnerId, [change], now)
      await updateTerms(db, place, { terms: { ...before, feeBasisPoints } })
    }
    await recordAudit(
      { ...ctx, db },
      {
        action: 'merchant.fee',
        subject: merchantId,
        partnerId,
        before: before.feeBasisPoints,
        after: feeBasisPoints,
      },
    )
  })
}
