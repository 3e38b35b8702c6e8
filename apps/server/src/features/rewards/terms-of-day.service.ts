import { dateOf } from '@dineward/core/rewards/dine-time.rules.ts'
import { dinedAt } from '@dineward/core/rewards/movements.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import type { DineWithMovements } from './dine-decisions.rules.ts'
import { type EventContext, termsForDecision } from './dine-facts.rules.ts'

/** Where its charges give the dine another day, its terms are those of that day. */
export async function withTermsOfDay(
  db: Db,
  dine: DineWithMovements,
  { partner }: EventContext,
): Promise<DineWithMovements> {
  const { merchantId, stored, facts } = dine
  const localDate = dateOf(dinedAt(dine))
  if (merchantId === null || localDate === dateOf(stored.dinedAt)) return dine
  const place = await findMerchantForEvent({ db, partner }, { merchantId, localDate })
  return { ...dine, facts: { ...facts, terms: place && termsForDecision(partner, place) } }
}
