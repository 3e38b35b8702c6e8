import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { writeAudited } from '../staff/audit.service.ts'
import { type FeeTerms, replaceFee } from './merchant-fees.repository.ts'

/** What a restaurant pays the program, from now on and for months that are computed again. */
export async function changeMerchantFee(
  ctx: Pick<Context, 'db' | 'clock' | 'actor'>,
  terms: FeeTerms,
): Promise<void> {
  const { partnerId, merchantId, feeBasisPoints } = terms
  const before = await writeAudited(
    ctx,
    db => replaceFee(db, terms),
    found =>
      found
        ? [
            {
              ...{ action: 'merchant.fee' as const, subject: merchantId, partnerId },
              ...{ before: found.feeBasisPoints, after: feeBasisPoints },
            },
          ]
        : [],
  )
  if (!before) throw new AppError('merchant_not_found')
}
