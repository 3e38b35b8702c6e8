import {
  type FlexOffer,
  type OfferReward,
  offerReward,
} from '@dineward/core/rewards/components/offer/offer.rules.ts'
import type { RateVersion } from '@dineward/core/rewards/tiers/rate-versions.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { offersForEveryone } from '../offers/open-offers.read.ts'

export interface DryRunInputs {
  readonly rates: readonly RateVersion[]
  /** The offers are for everyone, at the restaurant. */
  readonly offers: readonly FlexOffer[]
}

export async function selectDryRunInputs(
  db: Db,
  partnerId: string,
  merchantId: string,
): Promise<DryRunInputs> {
  const { rows } = await sql<{
    rates: RateVersion[]
    offers: (Omit<FlexOffer, 'reward'> & { kind: OfferReward['kind']; value: number })[]
  }>`
    select
      (select coalesce(json_agg(json_build_object('validFrom', extract(epoch from valid_from) * 1000,
          'rates', rates)), '[]')
        from rate_versions where partner_id = ${partnerId}) as rates,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', reward_kind, 'value', reward_value,
          'minimumSpendCents', minimum_spend_cents, 'startsOn', starts_on, 'endsOn', ends_on,
          'createdAt', extract(epoch from created_at) * 1000)), '[]')
        from (${offersForEveryone(partnerId, sql`${merchantId}::text`)}) as offer) as offers`.execute(db)
  const { rates, offers } = rows[0]!
  return {
    rates,
    offers: offers.map(({ kind, value, ...offer }) => ({ ...offer, reward: offerReward(kind, value) })),
  }
}
